import { expect, test } from 'vitest';
import { toRichText } from '#sandbox/slack/actions/rich-text.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { at, startRig } from './rig.ts';

const pieces = (typed: string) => at(toRichText(typed, 'b').blocks, 0, 'elements', 0, 'elements');

test.each([
  ['AT&T <b> 5 > 3', 'AT&amp;T &lt;b&gt; 5 &gt; 3', [{ type: 'text', text: 'AT&T <b> 5 > 3' }]],
  [
    '<@U0AGENT001> in <#C0SALES001|sales>',
    '<@U0AGENT001> in <#C0SALES001|sales>',
    [
      { type: 'user', user_id: 'U0AGENT001' },
      { type: 'text', text: ' in ' },
      { type: 'channel', channel_id: 'C0SALES001' },
    ],
  ],
  [
    'see https://pay.test/?a=1&b=2.',
    'see <https://pay.test/?a=1&amp;b=2>.',
    [
      { type: 'text', text: 'see ' },
      { type: 'link', url: 'https://pay.test/?a=1&b=2' },
      { type: 'text', text: '.' },
    ],
  ],
  [
    '<https://pay.test|pay here>',
    '<https://pay.test|pay here>',
    [{ type: 'link', url: 'https://pay.test', text: 'pay here' }],
  ],
  [
    'asha@shop.test',
    '<mailto:asha@shop.test|asha@shop.test>',
    [{ type: 'link', url: 'mailto:asha@shop.test', text: 'asha@shop.test' }],
  ],
  [
    '<!here> and <!subteam^S0SALES>',
    '<!here> and <!subteam^S0SALES>',
    [
      { type: 'broadcast', range: 'here' },
      { type: 'text', text: ' and ' },
      { type: 'usergroup', usergroup_id: 'S0SALES' },
    ],
  ],
])('%s becomes %s', (typed, text, elements) => {
  expect(toRichText(typed, 'b').text).toBe(text);
  expect(pieces(typed)).toEqual(elements);
});

test('what people wrote reads as they typed it, and an app may repeat its blocks', async () => {
  const { call, slack } = await startRig();
  const typed = 'flour & sugar <3 https://shop.test';
  const message = slack.person(slack.users.agent).say('sales', typed);
  expect(renderMessage(message)).toBe(typed);
  const { blocks } = message;
  expect((await call('chat.postMessage', { channel: 'sales', text: 'again', blocks })).ok).toBe(true);
});

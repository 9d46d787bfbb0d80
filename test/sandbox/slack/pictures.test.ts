// Pictures in blocks, which Slack fetches before it takes them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { KEEP_IDLE } from '#sandbox/environment/keep-idle.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { messagesOf, modal, plain, startRig } from './rig.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Answers `/code.png` with a picture, `/page` with a page, `/slow.png` never, and the rest with 404. */
async function startPictures(): Promise<string> {
  const server = createServer(KEEP_IDLE, (request, response) => {
    if (request.url === '/slow.png') return;
    const isPicture = request.url === '/code.png';
    const type = isPicture ? 'image/png' : 'text/html';
    response.writeHead(isPicture || request.url === '/page' ? 200 : 404, { 'content-type': type });
    response.end(isPicture ? PNG : '<p>No picture</p>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const image = (url: string, more = {}) => ({ type: 'image', image_url: url, alt_text: 'A QR code', ...more });
const words = { type: 'section', text: plain('Scan this:') };

test('a picture that can be fetched is shown from Slack’s own copy, even when its address is gone later', async () => {
  const { call, slack } = await startRig();
  const url = `${await startPictures()}/code.png`;
  const blocks = [words, image(url, { title: plain('Payment page') })];
  expect(await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks })).toMatchObject({
    ok: true,
  });
  const [message] = slack.messages(slack.channels.sales);
  expect(message && renderMessage(message)).toBe('Scan this:\nPayment page\n[picture: A QR code]');
  expect(slack.picture(url)).toEqual({ type: 'image/png', content: PNG });
  expect(slack.picture(`${url}?other`)).toBeUndefined();
});

test.each(['/none.png', '/page', '/slow.png'])(
  'a message whose picture %s cannot be fetched is refused as a whole',
  async (path) => {
    const { call, slack } = await startRig(path === '/slow.png' ? { pictureMs: 3_000 } : {});
    const url = `${await startPictures()}${path}`;
    const answer = await call('chat.postMessage', {
      channel: slack.channels.sales,
      text: 'x',
      blocks: [words, image(url)],
    });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_blocks' });
    expect(messagesOf(answer)).toEqual([
      '[ERROR] downloading image failed [json-pointer:/blocks/1/image_url]',
    ]);
    expect(slack.messages(slack.channels.sales)).toEqual([]);
    expect(slack.picture(url)).toBeUndefined();
  },
);

test('an address where nothing listens, or of another kind, is a picture that cannot be fetched', async () => {
  const { call, slack } = await startRig();
  for (const url of ['http://127.0.0.1:9/code.png', 'data:image/png;base64,iVBORw0KGgo=']) {
    const blocks = [image(url)];
    expect((await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks })).error).toBe(
      'invalid_blocks',
    );
  }
});

test('a view and an answer to a press are refused in the same way', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  await agent.command(rig.slack.channels.sales, '/pay');
  const { trigger_id, response_url } = rig.received[0]?.payload ?? {};
  const url = `${await startPictures()}/none.png`;
  const refused = await rig.call('views.open', { trigger_id, view: modal([image(url)]) });
  expect(refused).toMatchObject({ ok: false, error: 'invalid_arguments' });
  expect(messagesOf(refused)).toEqual([
    '[ERROR] downloading image failed [json-pointer:/view/blocks/0/image_url]',
  ]);
  expect(await rig.respond(response_url, { text: 'x', blocks: [image(url)] })).toMatchObject({
    status: 400,
    answer: { ok: false, error: 'invalid_blocks' },
  });
  // Neither the trigger nor the address for answers was used.
  const fetched = url.replace('none', 'code');
  expect((await rig.call('views.open', { trigger_id, view: modal([image(fetched)]) })).ok).toBe(true);
  expect((await rig.respond(response_url, { text: 'x', blocks: [image(fetched)] })).status).toBe(200);
});

test('a picture needs a text for those who cannot see it', async () => {
  const { call, slack } = await startRig();
  const { alt_text, ...without } = image(`${await startPictures()}/code.png`);
  const answer = await call('chat.postMessage', {
    channel: slack.channels.sales,
    text: 'x',
    blocks: [without],
  });
  expect(messagesOf(answer)).toEqual(['[ERROR] missing required field: alt_text [json-pointer:/blocks/0]']);
});

// The cards and replies of a bulk's orders, which stand in the thread of its message.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { shownTo } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import {
  bulkMessageIn,
  cardsOf,
  checkFile,
  confirm,
  referencesOf,
  THREE_ROWS,
  untilBulkSays,
} from './bulks.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { newest, openAgain, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT001' });
  goToNoon(rig);
});
afterEach(() => rig.stop());

const sales = () => rig.slack.channels.sales;

async function send(): Promise<{ root: Message; cards: Message[]; references: string[] }> {
  await checkFile(rig, THREE_ROWS);
  await confirm(rig);
  await untilBulkSays(rig, SAYS.promptsDone('3'));
  rig.agent.close();
  const root = bulkMessageIn(rig);
  if (!root) throw new Error('there is no message');
  return { root, cards: cardsOf(rig), references: referencesOf(rig) };
}

const addressOf = ({ channel, ts }: Message, root: Message) =>
  `/archives/${channel}/p${ts.replace('.', '')}?thread_ts=${root.ts}&cid=${channel}`;

it('Bulk: its cards and their replies stand in its thread, and each reply names its order', async () => {
  const { root, cards, references } = await send();
  expect(cards.map(({ thread_ts }) => thread_ts)).toEqual([root.ts, root.ts, root.ts]);
  const [first = '', second = ''] = references;
  await rig.provider.customer.pay(first);
  await rig.provider.customer.decline(second);
  const [paid, declined] = cards.map((card) => () => rig.replies(card).join());
  await until(() => paid?.() && declined?.());
  for (const words of [first, 'KES 1,500.00', 'Flour', 'Jane Wanjiru']) expect(paid?.()).toContain(words);
  for (const words of [second, 'KES 250.00', 'Sugar', 'Brian Otieno']) expect(declined?.()).toContain(words);
  expect(rig.cards().map(({ ts }) => ts)).toEqual([root.ts]);
});

it('Bulk: the buttons of a card in its thread answer about that order', async () => {
  const { root, cards, references } = await send();
  const [card] = cards;
  if (!card) throw new Error('there is no card');
  await rig.agent.click(newest(rig, card), 'check_order');
  await until(() => shownTo(rig).length > 0);
  expect(rig.slack.ephemerals(rig.agent.id).at(-1)?.thread_ts).toBe(root.ts);
  expect(shownTo(rig).at(-1)).toContain(references[0]);
  await rig.agent.click(newest(rig, card), 'cancel_order');
  await until(() => rig.readCard(card).includes('[send_again]'));
});

it('Bulk: in its thread a mention with a reference is answered, one without asks which', async () => {
  const { root, cards, references } = await send();
  const answers = () =>
    rig.slack
      .thread(root.channel, root.ts)
      .filter(({ metadata }) => metadata?.event_payload['reference'] === 'answer')
      .map((answer) => renderMessage(answer));
  await rig.agent.mention(sales(), `status ${references[1]}`, { thread_ts: root.ts });
  await until(() => answers().length === 1);
  expect(answers()[0]).toContain('KES 250.00');
  await rig.agent.mention(sales(), 'status', { thread_ts: root.ts });
  await until(() => shownTo(rig).some((answer) => answer.includes(SAYS.whichPayment)));
  expect(cards).toHaveLength(3);
});

it('Bulk: reports and alerts link to the card in its thread', async () => {
  const alerts = alertChannels(rig);
  const leads = alerts.join('leads');
  await alerts.switchTo(leads, 'on');
  const { root, cards, references } = await send();
  await rig.provider.customer.pay(references[0] ?? '');
  await until(() => alerts.timeline(leads).length > 0);
  const [card] = cards;
  if (!card) throw new Error('there is no card');
  expect(alerts.timeline(leads).join()).toContain(addressOf(card, root));
  await rig.agent.command(sales(), '/pay', 'report today');
  const isReport = ({ name }: { name: string }) => name.startsWith('payments-');
  await until(() => rig.slack.files().find(isReport)?.content);
  const [, row] = readCsv(String(rig.slack.files().find(isReport)?.content).slice(1));
  expect(row?.at(-1)).toContain(addressOf(card, root));
});

it.each(['lostAnswer', 'http500AfterWork'] as const)(
  'Bulk: after %s to a card it is found in the thread and not posted twice',
  async (kind) => {
    await checkFile(rig, THREE_ROWS);
    rig.slack.onChange((change) => {
      // The next post after the bulk's message is the first card.
      if (change.kind === 'posted' && change.message.metadata?.event_payload['news'] === 'bulk')
        rig.slack.faults.next('chat.postMessage', { kind });
    });
    await confirm(rig);
    await untilBulkSays(rig, SAYS.promptsDone('3'));
    expect(cardsOf(rig).map(({ thread_ts }) => thread_ts)).toEqual(Array(3).fill(bulkMessageIn(rig)?.ts));
    expect(rig.provider.prompts).toHaveLength(3);
  },
);

it('Bulk: an erased customer leaves its card and replies, and no other customer does', async () => {
  const { cards, references } = await send();
  for (const reference of references) await rig.provider.customer.pay(reference);
  await until(() => cards.every((card) => rig.replies(card).length > 0));
  await rig.agent.command(sales(), '/pay', 'forget 0712345678');
  await until(() => rig.readModal().includes('== forget =='));
  await rig.agent.submit();
  const [erased, kept] = cards;
  if (!erased || !kept) throw new Error('there are no cards');
  const left = () => [rig.readCard(erased), ...rig.replies(erased)].join();
  await until(() => !/Jane|Flour/.test(left()));
  expect(left()).toContain(SAYS.customerErased);
  expect([rig.readCard(kept), ...rig.replies(kept)].join()).toMatch(/Sugar.*Sugar/s);
});

it('Bulk: a row that is sent again gets its card in the channel', async () => {
  const { cards, references } = await send();
  const [card] = cards;
  if (!card) throw new Error('there is no card');
  await rig.provider.customer.decline(references[0] ?? '');
  await until(() => rig.readCard(card).includes('[send_again]'));
  await openAgain(rig, newest(rig, card));
  const again = await submitAgain(rig);
  expect(again.card.thread_ts).toBeUndefined();
});

// What a card shows in each state: its emoji, few lines, few buttons, and where to pay only while that is possible.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asFieldsList, asText, isFields } from '#sandbox/slack/json.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, type Sent } from './agent.ts';
import { startApproversRig } from './approvers.ts';
import { cardOf, follow, repliesTo, request } from './request.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

/** What changes an order or goes to the customer. *Check now*, *History* and a new prompt are not among these. */
const AUDIT_EVENTS = [
  ...['cancel_order', 'send_again', 'share_whatsapp', 'show_qr', 'open_payment_page'],
  ...['accept_as_paid', 'ask_for_rest', 'refund_order', 'send_receipt'],
];

/** The buttons that stand out, and the actions among them and among the items of the menu. */
function pressables({ blocks = [] }: Message): { buttons: string[]; events: string[] } {
  const elements = blocks.flatMap(({ elements, accessory }) => [
    ...asFieldsList(elements),
    ...(isFields(accessory) ? [accessory] : []),
  ]);
  const idsOf = (type: string) =>
    elements.filter((each) => each['type'] === type).map((each) => asText(each['action_id']));
  const items = elements.flatMap(({ options }) => asFieldsList(options).map(({ value }) => asText(value)));
  const buttons = idsOf('button');
  const menu = items.map((value) => value.split(':')[0] ?? '');
  return { buttons, events: AUDIT_EVENTS.filter((event) => [...buttons, ...menu].includes(event)) };
}

/** What people read without pressing anything. */
const linesOf = ({ card }: Sent) =>
  rig
    .readCard(card)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('[') && line !== '(edited)');

const prompt = () => request(rig, 'prompt 0712345678 1500 Flour');
const link = () => request(rig, 'link 2500 Fees');
const pay = (sent: Sent, how = {}) => follow(rig, sent, () => rig.provider.customer.pay(sent.reference, how));
const decline = (sent: Sent) => follow(rig, sent, () => rig.provider.customer.decline(sent.reference));
const reverse = (sent: Sent) => follow(rig, sent, () => rig.provider.customer.reverse(sent.reference));
const cancel = (sent: Sent) =>
  follow(rig, sent, async () => {
    await rig.agent.command(sent.card.channel, '/pay', `cancel ${sent.reference}`);
    await until(() => rig.slack.modal(rig.agent.id)?.submit);
    await rig.agent.submit();
  });

const SHARED = ['share_whatsapp', 'show_qr', 'open_payment_page'];

it.each<[name: string, make: () => Promise<Sent>, emoji: string, maxLines: number, events: string[]]>([
  ['a waiting prompt', prompt, 'hourglass_flowing_sand', 5, ['cancel_order']],
  ['a waiting link', link, 'link', 5, ['cancel_order', ...SHARED]],
  ['a declined prompt', () => prompt().then(decline), 'x', 5, ['cancel_order', 'send_again']],
  ['a declined link', () => link().then(decline), 'x', 5, ['cancel_order', 'send_again', ...SHARED]],
  ['a paid prompt', () => prompt().then(pay), 'white_check_mark', 3, ['refund_order', 'send_receipt']],
  ['a paid link', () => link().then(pay), 'white_check_mark', 3, ['refund_order', 'send_receipt']],
  ['a cancelled prompt', () => prompt().then(cancel), 'no_entry_sign', 3, ['send_again']],
  ['a cancelled link', () => link().then(cancel), 'no_entry_sign', 3, ['send_again']],
  [
    'paid short',
    async () => pay(await prompt(), { amount: 1000 }),
    'warning',
    3,
    ['accept_as_paid', 'ask_for_rest'],
  ],
  [
    'paid after a cancel',
    () => link().then(cancel).then(pay),
    'rotating_light',
    3,
    ['refund_order', 'send_receipt'],
  ],
  ['reversed after paid', () => prompt().then(pay).then(reverse), 'rotating_light', 3, []],
])('Card: an order that is %s', async (_, make, emoji, maxLines, events) => {
  const sent = await make();
  const lines = linesOf(sent);
  expect(lines[0]).toMatch(new RegExp(`^:${emoji}: `));
  expect(lines.length).toBeLessThanOrEqual(maxLines);
  const shown = pressables(cardOf(rig, sent));
  expect(shown.events.sort()).toEqual([...events].sort());
  expect(shown.buttons.length).toBeLessThanOrEqual(3);
  const account = rig.provider.find(sent.reference)?.push_account ?? '';
  const isByHand = lines.some((line) => line.includes(account) && line.includes('220222'));
  expect(isByHand).toBe(maxLines === 5 && !events.includes('show_qr'));
});

it.each(['prompt', 'link'])(
  'Card: a %s shows amount, method, customer, description, reference, requester and time',
  async (kind) => {
    const words = kind === 'prompt' ? 'prompt 0712345678 1500.50 Flour' : 'link 0712345678 1500.50 Flour';
    const names = { first_name: 'Jane', last_name: 'Wanjiru' };
    const sent = await request(rig, words, {
      values: { ...names, ...(kind === 'prompt' && { amount: '1,500' }) },
    });
    const shown = linesOf(sent).join('\n');
    const amount = kind === 'prompt' ? 'KES 1,500.00' : 'KES 1,500.50';
    for (const part of [amount, 'Jane Wanjiru', '+254 7•• ••• 678', 'Flour', sent.reference, rig.agent.id])
      expect(shown).toContain(part);
    expect(shown.includes('M-PESA')).toBe(kind === 'prompt');
    expect(shown).not.toContain('345678');
    expect(JSON.stringify(cardOf(rig, sent).blocks)).toMatch(/<!date\^\d{10}\^|"type":"date"/);
  },
);

it('Link card: the page to open and the bare link stand there until it is paid', async () => {
  const sent = await link();
  const { events } = pressables(cardOf(rig, sent));
  expect(events).toContain('open_payment_page');
  const url = /"url":"([^"]+)"/.exec(JSON.stringify(cardOf(rig, sent).blocks))?.[1] ?? '';
  expect(await (await fetch(url)).text()).toContain('2500');
  expect(linesOf(sent)).toContain(url);
  await pay(sent);
  expect(JSON.stringify(cardOf(rig, sent))).not.toContain(url);
});

/** What people read, labels of buttons included; a menu is closed. */
function countWords(message: Message): number {
  const shown = renderMessage(message).replace(/\[…[^\]]*\]|^\(.*\)$/gm, '');
  return shown.split(/[\s·]+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !/^:\w+:$/.test(word)).length;
}

it('Words: the pending card has at most 30, the paid card 25 and the reply 14', async () => {
  const values = { first_name: 'Jane', last_name: 'Wanjiru' };
  const sent = await request(rig, 'prompt 0712345678 1500 Maize flour', { values });
  expect(countWords(cardOf(rig, sent))).toBeLessThanOrEqual(30);
  await pay(sent);
  expect(countWords(cardOf(rig, sent))).toBeLessThanOrEqual(25);
  // The first reply in a channel also says how to keep them in threads.
  const next = await pay(await request(rig, 'prompt 0733000002 1500 Maize flour', { values }));
  const [reply] = repliesTo(rig, next);
  expect(reply && countWords(reply)).toBeLessThanOrEqual(14);
});

it('Declined: a link is not called a prompt, on the card, in the thread and in its history', async () => {
  const declined = { payment_status_code: 'request_terminated_by_user' };
  const refuse = (sent: Sent) =>
    follow(rig, sent, () => rig.provider.customer.decline(sent.reference, declined));
  const read = (sent: Sent) => [...linesOf(sent), ...rig.replies(sent.card)].join('\n');
  const [asLink, asPrompt] = [await link().then(refuse), await prompt().then(refuse)];
  expect(read(asPrompt).split(SAYS.customerDeclined)).toHaveLength(3);
  expect(read(asLink).split(SAYS.customerDeclinedLink)).toHaveLength(3);
  expect(read(asLink)).not.toContain(SAYS.customerDeclined);
  expect(await answerTo(rig, `history ${asLink.reference}`)).toContain(SAYS.customerDeclinedLink);
});

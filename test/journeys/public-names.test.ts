// The names that other programs and Slack itself keep: ids of views, fields, buttons and menus, and the metadata of messages.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Block, Message } from '#sandbox/slack/state/model.ts';
import { chooseRepeat, createLink, openForm, press, sendPrompt } from './agent.ts';
import {
  approver,
  askForPrompt,
  askRefund,
  codeOf,
  newest,
  paidPrompt,
  startApproversRig,
} from './approvers.ts';
import { checkFile, confirm, THREE_ROWS } from './bulks.ts';
import { pressMore } from './more-fields.ts';
import { sendDeclined } from './resend.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const sales = () => rig.slack.channels.sales;
const pay = (words: string, person = rig.agent) => person.command(sales(), '/pay', words);

/** Block and action id of each field of the form that is open. */
function fields(person = rig.agent): [string, string][] {
  const blocks = rig.slack.modal(person.id)?.blocks ?? [];
  return blocks.flatMap(({ block_id, element, elements }: Block) =>
    [element, ...(Array.isArray(elements) ? elements : [])].flatMap((one): [string, string][] => {
      const action = (one as { action_id?: string } | undefined)?.action_id;
      return action === undefined ? [] : [[block_id, action]];
    }),
  );
}

type Control = { readonly action_id?: string; readonly value?: string };

/** By action id, the value of each button of a message. */
function buttons({ blocks = [] }: Message): Record<string, unknown> {
  const controls = blocks.flatMap(({ elements, accessory }) => [elements, accessory].flat()) as (
    | Control
    | undefined
  )[];
  return Object.fromEntries(controls.map((control) => [control?.action_id, control?.value]));
}

it.each<{ callback: string; by: string; open: () => Promise<unknown>; approves?: boolean }>([
  { callback: 'send_prompt', by: 'the shortcut', open: () => rig.agent.shortcut('send_prompt') },
  { callback: 'create_link', by: 'the shortcut', open: () => rig.agent.shortcut('create_link') },
  { callback: 'look_up', by: 'the shortcut', open: () => rig.agent.shortcut('look_up') },
  { callback: 'send_prompt', by: '/pay prompt', open: () => pay('prompt') },
  { callback: 'create_link', by: '/pay link', open: () => pay('link') },
  { callback: 'bulk', by: '/pay bulk', open: () => pay('bulk') },
  { callback: 'settings', by: '/pay settings', open: () => pay('settings') },
  {
    callback: 'cancel_order',
    by: '/pay cancel',
    open: async () => pay(`cancel ${(await sendPrompt(rig)).reference}`),
  },
  {
    callback: 'refund_order',
    by: '/pay refund',
    open: async () => pay(`refund ${codeOf(rig, (await paidPrompt(rig)).card)}`),
  },
  {
    callback: 'decline',
    by: 'the button',
    approves: true,
    open: async () => approver(rig).click(newest(rig, (await askForPrompt(rig)).card), 'decline'),
  },
  {
    callback: 'forget',
    by: '/pay forget',
    approves: true,
    open: async () => {
      await paidPrompt(rig);
      await pay('forget 0712345678', approver(rig));
    },
  },
])('Views: $callback opens by $by', async ({ callback, open, approves }) => {
  await open();
  const person = approves ? approver(rig) : rig.agent;
  await until(
    () => rig.slack.modal(person.id)?.callback_id === callback && rig.slack.modal(person.id)?.submit,
  );
});

it.each<{ form: string; open: () => Promise<unknown>; names: readonly string[] }>([
  {
    form: 'send_prompt',
    open: () => openForm(rig, 'prompt 0712345678 1500 Flour'),
    names: ['msisdn', 'amount', 'payment_method', 'description', 'first_name', 'last_name', 'id', 'channel'],
  },
  {
    form: 'create_link',
    open: async () => {
      await openForm(rig, 'link 1500 Flour');
      await chooseRepeat(rig, 'MONTHLY');
    },
    names: [
      'amount',
      'currency',
      'description',
      'id',
      'first_name',
      'last_name',
      'email_address',
      'phone_number',
      'account_number',
      'frequency',
      'start_date',
      'end_date',
      'language',
      'channel',
    ],
  },
  { form: 'look_up', open: () => rig.agent.shortcut('look_up'), names: ['id'] },
  { form: 'bulk', open: () => pay('bulk'), names: ['file', 'kind'] },
  { form: 'settings', open: () => pay('settings'), names: ['currency', 'payment_method', 'branch'] },
  {
    form: 'refund_order',
    open: async () => pay(`refund ${codeOf(rig, (await paidPrompt(rig)).card)}`),
    names: ['remarks'],
  },
])(
  'Fields: the form $form has the names of SPEC.md as block and action ids',
  async ({ form, open, names }) => {
    await open();
    await until(() => rig.slack.modal(rig.agent.id)?.callback_id === form && fields().length > 0);
    await pressMore(rig);
    const found = fields().map(([block, action]) => [block.replace(/\.\d+$/, ''), action]);
    for (const name of names) expect(found).toContainEqual([name, name]);
  },
);

it('Fields: the tick of a question, the deadline and the reason are again, valid_until and reason', async () => {
  await sendPrompt(rig);
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  await rig.agent.submit();
  await until(() => fields().some(([, action]) => action === 'again'));
  rig.agent.close();
  await openForm(rig, 'link 1500 Flour');
  expect(fields()).toContainEqual(['valid_until', 'valid_until']);
  rig.agent.close();
  const { card } = await askForPrompt(rig);
  await approver(rig).click(newest(rig, card), 'decline');
  await until(() => fields(approver(rig)).some(([block, action]) => block === 'reason' && action === block));
});

it('Fields: one that Teller fills in an open form gets .2 behind its block id', async () => {
  await openForm(rig, 'prompt 350 Milk');
  const form = rig.slack.modal(rig.agent.id);
  if (!form) throw new Error('no form is open');
  expect(fields()).toContainEqual(['payment_method', 'payment_method']);
  await rig.agent.select(form, 'msisdn', '0733 123 456');
  await until(() => fields().some(([block]) => block === 'payment_method.2'));
  expect(fields()).toContainEqual(['payment_method.2', 'payment_method']);
  await rig.agent.submit();
  await until(() => rig.provider.prompts.length === 1);
  expect(rig.provider.prompts).toMatchObject([{ payment_method: 'AirtelKE', msisdn: '254733123456' }]);
});

it('Buttons: each has the reference of its order as value', async () => {
  const link = await createLink(rig);
  rig.agent.close();
  const declined = await sendDeclined(rig);
  const paid = await paidPrompt(rig);
  const short = await sendPrompt(rig, { amount: '1700' });
  rig.agent.close();
  await rig.provider.customer.pay(short.reference, { amount: 175 });
  await until(() => rig.readCard(short.card).includes('[accept_as_paid]'));
  await rig.idle();
  const expected: [{ card: Message; reference: string }, readonly string[]][] = [
    [link, ['share_whatsapp', 'show_qr']],
    [declined, ['send_again']],
    [paid, ['send_receipt']],
    [short, ['accept_as_paid', 'ask_for_rest']],
  ];
  for (const [{ card, reference }, actions] of expected)
    expect(buttons(newest(rig, card))).toMatchObject(
      Object.fromEntries(actions.map((action) => [action, reference])),
    );
});

it('Buttons: approve and decline carry the number of the request', async () => {
  const { card, reference } = await askForPrompt(rig);
  expect(buttons(newest(rig, card))).toMatchObject({
    approve: `${reference}#1`,
    decline: `${reference}#1`,
    withdraw: expect.stringContaining(reference),
  });
  const paid = await paidPrompt(rig);
  await askRefund(rig, paid.card);
  const reply = rig.slack
    .thread(paid.card.channel, paid.card.ts)
    .findLast((one) => 'approve' in buttons(one));
  expect(buttons(reply ?? paid.card)).toMatchObject({ approve: `${paid.reference}#1` });
});

it('Menu: order_menu offers <id>:<reference>', async () => {
  const { card, reference } = await paidPrompt(rig);
  const menu = newest(rig, card).blocks?.find((block) => JSON.stringify(block).includes('"order_menu"'));
  const values = [...JSON.stringify(menu).matchAll(/"value":"([^"]+)"/g)].map(([, value]) => value);
  expect(values).toEqual(
    expect.arrayContaining([`history:${reference}`, `ask_again:${reference}`, `refund_order:${reference}`]),
  );
});

it('Metadata: every message of an order is a teller_order and names no person', async () => {
  const sent = await sendPrompt(rig, { first_name: 'Zawadi', last_name: 'Nyambura' });
  await press(rig, sent.card, 'check_order');
  rig.agent.close();
  await rig.provider.customer.pay(sent.reference);
  await until(() => rig.replies(sent.card).length > 0);
  await checkFile(rig, THREE_ROWS.replace('0712345678', '0711222333'));
  await confirm(rig);
  await rig.idle();
  const posted = rig.slack
    .callsTo('chat.postMessage')
    .map(({ args }) => args['metadata'] as Message['metadata']);
  expect(posted.length).toBeGreaterThan(2);
  for (const one of posted) {
    const metadata = (typeof one === 'string' ? JSON.parse(one) : one) as Message['metadata'];
    expect(metadata?.event_type).toBe('teller_order');
    expect(JSON.stringify(metadata)).not.toMatch(
      /Zawadi|Nyambura|712345678|711222333|Wanjiru|Otieno|722000001|flour/i,
    );
  }
});

// Every task of an agent, from each place where it starts, carried out through the page. What people read is checked as text.
import { describe, expect, it } from 'vitest';
import { dayOf } from '#lib/time.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { soon } from './browser.ts';
import { openSession, type Session } from './session.ts';

/** Presses a button of the agent's newest message that has it, of the modal, or of Home. */
async function press(session: Session, label: string, where: 'message' | 'ephemeral' | 'modal' | 'home') {
  const { slack } = session.environment;
  const { sales } = slack.channels;
  const { agent } = slack.users;
  const holds = ({ blocks = [] }: { blocks?: unknown[] }) => JSON.stringify(blocks).includes(`"${label}"`);
  const find = () =>
    where === 'message'
      ? slack.messages(sales).findLast(holds)
      : slack.ephemerals(agent, sales).findLast(holds);
  const view = () => (where === 'modal' ? slack.modal(agent) : slack.home(agent));
  const isView = where === 'modal' || where === 'home';
  await soon(() => (isView ? holds(view() ?? {}) : find() !== undefined)).toBe(true);
  const shown = isView ? view() : find();
  const element = (shown?.blocks ?? [])
    .flatMap((block) => [block['accessory'], ...[block['elements']].flat()])
    .find((one) => JSON.stringify(one ?? null).includes(`"${label}"`));
  const action = String(Object(element).action_id);
  const at = isView ? { in: where } : { in: where, channel: sales, ts: find()?.ts ?? '' };
  await session.act({ type: 'click', at, action, value: Object(element).value ?? label });
}

it('a prompt starts from a shortcut, which asks for the channel', async () => {
  const session = await openSession();
  const { slack, provider } = session.environment;
  const posted: string[] = [];
  slack.onChange((change) => change.kind === 'posted' && posted.push(renderMessage(change.message)));
  await session.act({ type: 'shortcut', callbackId: 'send_prompt' });
  await session.modalWith('Send a PIN prompt');
  await session.submit({
    msisdn: '0712345678',
    amount: '50',
    description: 'Tea',
    channel: slack.channels.sales,
  });
  await soon(() => provider.prompts.map(({ msisdn }) => msisdn)).toEqual(['254712345678']);
  expect(posted[0]).toMatch(/KES 50\.00.*sending…/);
  await soon(() => session.read()[0]).toMatch(/KES 50\.00.*\n.*waiting for the PIN\n[\s\S]*\(edited\)$/);
});

it('prompts and links start from the answer to the bare command and from Home', async () => {
  const session = await openSession();
  await session.write('/pay');
  await press(session, 'Send a PIN prompt', 'ephemeral');
  await session.modalWith('== Send a PIN prompt ==');
  await session.act({ type: 'closeModal' });
  expect(session.modal()).toBe('');
  await session.act({ type: 'openHome' });
  await press(session, 'Create a payment link', 'home');
  await session.modalWith('== Create a payment link ==');
});

it('a cancel starts from the command, whose form asks once more', async () => {
  const session = await openSession();
  await session.createLink('INV-7');
  await session.write('/pay cancel INV-7');
  await session.modalWith('INV-7');
  await session.submit();
  await soon(() => session.read().join('\n')).toMatch(/↳ .*Cancelled by @amina/);
});

it('a cancel starts from the list of open orders', async () => {
  const session = await openSession();
  await session.createLink('INV-7');
  await session.write('/pay cancel');
  await soon(() => session.readEphemerals().at(-1)).toMatch(
    /Which order do you want to cancel[\s\S]*Only visible to you/,
  );
  const { slack } = session.environment;
  const buttons = slack.ephemerals(slack.users.agent).at(-1)?.blocks ?? [];
  expect(JSON.stringify(buttons)).toMatch(/"confirm":\{[^}]*\}[^}]*INV-7/);
  await press(session, 'Cancel', 'ephemeral');
  await soon(() => session.read().join('\n')).toMatch(/↳ .*Cancelled by @amina/);
});

it('a cancel starts from Home, and its form says that it is done', async () => {
  const session = await openSession();
  const { slack } = session.environment;
  await session.createLink('INV-7', '9 Tea');
  await session.act({ type: 'openHome' });
  await soon(() => JSON.stringify(slack.home(slack.users.agent)?.blocks ?? '')).toContain('KES 9.00');
  const at = { in: 'home' } as const;
  await session.act({ type: 'pick', at, action: 'order_menu', value: 'cancel_order:INV-7' });
  await session.modalWith('INV-7');
  await session.submit();
  await soon(() => session.read().join('\n')).toMatch(/↳ .*Cancelled by @amina/);
  await session.modalWith('Cancelled.');
});

it('a look-up starts from the command, and its answer can be posted to the channel', async () => {
  const session = await openSession();
  await session.createLink('INV-7');
  await session.write('/pay status INV-7');
  await soon(() => session.readEphemerals().at(-1)).toMatch(/INV-7 · @amina[\s\S]*\(Only visible to you\)/);
  await press(session, 'Post to channel', 'ephemeral');
  await soon(() => session.read().at(-1)).toMatch(/posted by @amina/);
});

it('a look-up starts from a mention, which needs no words in an order’s own thread', async () => {
  const session = await openSession();
  const { slack } = session.environment;
  await session.createLink('INV-7');
  const [card] = slack.messages(slack.channels.sales);
  await session.write('@teller', { thread: card?.ts ?? '' });
  await soon(() => session.read()).toEqual([
    expect.stringContaining('waiting for payment'),
    expect.stringMatching(/^↳ @teller$/),
    '↳ :link: Waiting for payment, checked just now.',
  ]);
  await session.write('@teller status INV-7');
  await soon(() => session.read()).toHaveLength(5);
  expect(session.read().slice(3)).toEqual([
    '@teller status INV-7',
    expect.stringMatching(/^↳ [\s\S]*waiting for payment/),
  ]);
});

it('a look-up starts from the menu of any message, and is answered in its thread', async () => {
  const session = await openSession();
  const { slack } = session.environment;
  const { sales } = slack.channels;
  await session.createLink('INV-7');
  await session.write('Has Jane paid INV-7?');
  const ts = slack.messages(sales).at(-1)?.ts ?? '';
  await session.act({ type: 'messageShortcut', callbackId: 'look_up_message', channel: sales, ts });
  await soon(() => session.read().at(-1)).toMatch(/^↳ [\s\S]*waiting for payment/);
  await session.write('Hm.', { thread: ts });
  expect(slack.thread(sales, ts).map(({ text }) => text)).toEqual([
    'Has Jane paid INV-7?',
    expect.any(String),
    'Hm.',
  ]);
  const gone = {
    type: 'messageShortcut',
    callbackId: 'look_up_message',
    channel: sales,
    ts: '1.000001',
  } as const;
  expect((await session.act(gone)).note).toBe('This is no longer there.');
});

it('a look-up starts from the shortcut, in a window', async () => {
  const session = await openSession();
  await session.createLink('INV-7');
  await session.act({ type: 'shortcut', callbackId: 'look_up' });
  await session.modalWith('Find a payment');
  await session.submit({ id: 'INV-7' });
  expect(await session.modalWith('waiting for payment')).toContain('== Find a payment ==');
});

it('a report has the totals in a direct message and the payments in a file that can be read', async () => {
  const session = await openSession();
  const { environment, url } = session;
  await session.createLink('INV-7');
  await session.act({ type: 'pay', trackingId: session.trackingId('INV-7') });
  await soon(() => session.read().join('\n')).toContain('00 paid* ·');
  // A test that runs over midnight is still inside these days.
  const [first, last] = [-1, 1].map((days) => dayOf(environment.now() + days * 24 * 60 * 60_000));
  await session.write(`/pay report ${first}..${last}`);
  const direct = environment.slack.dmOf(environment.slack.users.agent);
  await soon(() => session.read(direct).at(-1)).toMatch(/^↳ [\s\S]*\[file: Payments, /);
  expect(session.read(direct).at(-2)).toMatch(/Payments, [\s\S]*KES 2,500\.00 in 1 payment/);
  const [file] = environment.slack.files();
  expect(file?.name).toMatch(/^payments-\S+\.csv$/);
  expect(await (await fetch(`${url}files/${file?.id}`)).text()).toMatch(/"Day",.*\r\n.*"INV-7"/);
});

it('help comes by a misspelt command and by a mention', async () => {
  const session = await openSession();
  await session.write('/pay reprot');
  await soon(() => session.readEphemerals().join()).toMatch(/I don’t know “reprot”\.\n\[Get a report\]/);
  await session.write('@teller help');
  await soon(() => session.read().at(-1)).toMatch(/^↳ [\s\S]*What would you like to do/);
});

describe('a person', () => {
  it('who is a guest is refused, and nobody else reads of it', async () => {
    const session = await openSession();
    const { slack } = session.environment;
    const { guest } = slack.users;
    await session.write('/pay prompt', { as: guest });
    const note = () => session.readEphemerals(slack.channels.sales, guest).join();
    await soon(note).toMatch(/full member[\s\S]*Only visible to you/);
    expect(slack.modal(guest)).toBeUndefined();
    expect(session.read()).toEqual([]);
    expect(session.readEphemerals()).toEqual([]);
  });

  it('reads in words what cannot be done in Slack', async () => {
    const session = await openSession();
    const { slack } = session.environment;
    expect((await session.write('/pay', { as: slack.users.stranger })).note).toContain("zed can't see sales");
    await session.write('/pay link');
    await session.modalWith('Create a payment link');
    expect((await session.submit({ colour: 'blue' })).note).toContain(
      'The form has no field "colour"; it has: customer, amount, currency,',
    );
    expect((await session.submit({ currency: 'XXX' })).note).toContain('currency does not offer "XXX"');
    await session.write('/pay prompt', { channel: slack.channels.leads });
    await session.modalWith('invite');
    const at = { in: 'home' } as const;
    expect((await session.act({ type: 'click', at, action: 'dance' })).note).toBe('This is no longer there.');
  });
});

// What becomes of a cancel whose answer is a refusal, is lost, or comes while somebody else cancels the same order.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sent, sendPrompt, shownTo } from './agent.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const CANCEL = { operation: 'cancelOrder' } as const;
const colleague = () => rig.slack.person(rig.slack.users.secondAgent);
const cancels = () => rig.provider.requestsTo('cancelOrder').length;
const no = (times = 1) => rig.provider.faults.refuse({ message: 'Not today' }, { ...CANCEL, times });
const busy = (times = 1) =>
  rig.provider.faults.refuse({ httpStatus: 429, message: 'Too many' }, { ...CANCEL, times });
const neverArrives = (times = 1) => rig.provider.faults.reset({ ...CANCEL, times });
const isLost = (times = 1) => rig.provider.faults.lostAnswer({ ...CANCEL, times });

/** Presses *Cancel order* on a prompt's card, agrees, and waits until nothing more happens. */
async function cancel({ card }: Sent, person = rig.agent): Promise<void> {
  await person.click(newest(rig, card), 'cancel_order', { isOld: true });
  await rig.idle();
}

const isCancelled = ({ card }: Sent) => rig.readCard(card).includes(':no_entry_sign:');

async function waitsForPin(): Promise<Sent> {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  return sent;
}

it.each<[string, () => void, string, number]>([
  ['is refused', () => no(), 'pending', 1],
  ['is lost on its way and then refused', () => [neverArrives(), no()], 'pending', 2],
  ['is too much at the moment', () => busy(), 'pending', 1],
  ['is done, and its order is then unknown', () => rig.provider.faults.notFound(), 'cancelled', 1],
  [
    'is done, and nothing more is said of its order',
    () => rig.provider.faults.unavailable({ operation: 'getTransactionStatus' }),
    'cancelled',
    1,
  ],
])('Cancel: one that %s', async (_, strike, state, calls) => {
  const sent = await waitsForPin();
  strike();
  await cancel(sent);
  rig.provider.faults.clear();
  expect(cancels()).toBe(calls);
  expect(isCancelled(sent) ? 'cancelled' : 'pending').toBe(state);
  // A refused request is over, so no later check repeats it.
  rig.clock.advance(60_000);
  await rig.idle();
  expect(cancels()).toBe(calls);
});

it('Cancel: a refusal has the words of the provider, and the order can still be paid', async () => {
  const sent = await waitsForPin();
  no();
  await cancel(sent);
  expect(shownTo(rig).join()).toContain('Not today');
  await rig.provider.customer.pay(sent.reference);
  await until(() => rig.readCard(sent.card).includes(':white_check_mark:'));
});

it('Cancel: after a request that was too much, a refusal of the next one is a refusal', async () => {
  const sent = await waitsForPin();
  busy();
  await cancel(sent);
  no();
  await cancel(sent);
  expect([cancels(), isCancelled(sent)]).toEqual([2, false]);
});

it('Cancel: one that got no answer is repeated in the name of who pressed', async () => {
  const sent = await waitsForPin();
  isLost(4);
  await cancel(sent);
  expect([cancels(), isCancelled(sent)]).toEqual([2, false]);
  rig.clock.advance(5_000);
  await rig.idle();
  expect(cancels()).toBe(2);
  for (const wait of [5_000, 60_000, 60_000]) {
    rig.clock.advance(wait);
    await rig.idle();
  }
  await until(() => isCancelled(sent));
  expect(rig.replies(sent.card)).toEqual([expect.stringContaining(`@${rig.agent.id}`)]);
  const calls = cancels();
  rig.clock.advance(600_000);
  await rig.idle();
  expect(cancels()).toBe(calls);
});

it('Cancel: one that is refused when it is repeated is told once in the thread', async () => {
  const sent = await waitsForPin();
  neverArrives(2);
  await cancel(sent);
  no();
  for (const wait of [10_000, 60_000, 600_000]) {
    rig.clock.advance(wait);
    await rig.idle();
  }
  expect([cancels(), isCancelled(sent)]).toEqual([3, false]);
  expect(rig.replies(sent.card).filter((reply) => reply.includes('Not today'))).toHaveLength(1);
});

it('Cancel: one that got no answer is not repeated once the customer has paid', async () => {
  const sent = await waitsForPin();
  neverArrives(2);
  await cancel(sent);
  await rig.provider.customer.pay(sent.reference);
  await until(() => rig.readCard(sent.card).includes(':white_check_mark:'));
  rig.clock.advance(60_000);
  await rig.idle();
  expect(cancels()).toBe(2);
});

it.each<[string, () => void, boolean]>([
  ['does it', () => {}, true],
  ['refuses', () => no(2), false],
])('Two cancels at once: the provider %s, and both people read so', async (_, strike, isDone) => {
  const sent = await waitsForPin();
  const answered = Promise.withResolvers<void>();
  strike();
  rig.provider.faults.slow(answered.promise, { ...CANCEL, times: 1 });
  await rig.agent.click(newest(rig, sent.card), 'cancel_order');
  await until(() => cancels() === 1);
  await colleague().click(newest(rig, sent.card), 'cancel_order');
  // A second request would reach the provider before Teller has answered all of these.
  for (let turns = 0; turns < 20; turns += 1) await fetch(`${rig.botUrl}/healthz`);
  answered.resolve();
  await rig.idle();
  rig.clock.advance(1_000);
  await rig.idle();
  expect([cancels(), isCancelled(sent)]).toEqual([isDone ? 1 : 2, isDone]);
  await until(() => shownTo(rig, colleague().id).length > 0);
  if (isDone) return;
  await rig.provider.customer.pay(sent.reference);
  await until(() => rig.readCard(sent.card).includes(':white_check_mark:'));
});

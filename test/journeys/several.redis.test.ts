// Several Tellers of one Slack app on one Redis: the requests of one conversation go to different ones, one of them dies in
// the middle, and people and customers notice nothing of it. Over Socket Mode each Teller has a connection of its own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isShort } from '#test/proofs/how-many.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import {
  chooseRepeat,
  createLink,
  openForm,
  press,
  repliesOf,
  sendPrompt,
  shownTo,
  submitPrompt,
  theCard,
} from './agent.ts';
import { openCustomerPages } from './customer-pages.ts';
import { newest, openAgain } from './resend.ts';
import { type Rig, until } from './rig.ts';
import { startTwoTellers } from './two-tellers.ts';

let rig: Rig;
let stop: () => Promise<void>;

const [ONE, OTHER] = [0, 1];
const isOverSocket = process.env['JOURNEYS_OVER'] === 'socket';

/** Presses the form's button again, as its person does, as long as Slack says that the app did not answer. */
async function submitUntilTaken(): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { problem } = await rig.agent.submit();
    if (problem === undefined) return;
  }
  throw new Error('nobody took the form');
}

/** A short run leaves these out: more of the same kind is in `replicas.redis.test.ts`. */
const inFull = it.skipIf(isShort);

describe.skipIf(NO_REDIS)(`two Tellers${LEFT_OUT}`, () => {
  beforeEach(async () => {
    ({ rig, stop } = await startTwoTellers());
  });
  afterEach(() => stop());

  it('a form that one Teller opens, another changes and the first takes becomes one order, and its outcome replaces the form', async () => {
    rig.sendTo(ONE);
    await openForm(rig, 'link 2500 School fees');
    rig.sendTo(OTHER);
    await chooseRepeat(rig, 'DAILY');
    rig.sendTo(ONE);
    await rig.agent.submit({ start_date: '2031-01-02', end_date: '2031-02-01' });
    await until(() => rig.readModal().includes(SAYS.linkReady));
    rig.agent.close();

    rig.sendTo(ONE);
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    rig.sendTo(OTHER);
    await rig.agent.submit({}, { copies: 2 });
    const { card } = await theCard(rig, SAYS.waitingForPin);
    rig.sendTo(ONE);
    await press(rig, card, 'check_order');
    await rig.idle();
    rig.agent.close();
    rig.sendTo(OTHER);
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.sendTo(ONE);
    await openAgain(rig, newest(rig, card));
    rig.sendTo(OTHER);
    await submitPrompt(rig);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(2);
    expect(rig.cards()).toHaveLength(3);
    expect(rig.provider.orders()).toHaveLength(3);
  });

  inFull('an event that Slack sends to both is answered once', async () => {
    rig.sendTo(undefined);
    const { message } = await rig.agent.mention(rig.slack.channels.sales, 'help', { copies: 4 });
    const answers = () => shownTo(rig).length + rig.slack.thread(message.channel, message.ts).length - 1;
    await until(() => answers() > 0);
    await rig.idle();
    // An answer that only the agent sees needs no order, so nothing in the store says that it is still to come.
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'status ABC-1');
    await until(() => shownTo(rig).some((text) => text.includes('ABC-1')));
    expect(answers()).toBe(2);
  });

  inFull(
    'receipt, QR code and landing page are the same at each Teller, and a returning customer is seen by either',
    async () => {
      const { receipt, qr } = openCustomerPages(rig);
      const { card, reference } = await createLink(rig);
      const codes: string[] = [];
      for (const replica of [ONE, OTHER]) {
        rig.sendTo(replica);
        codes.push(await qr(reference));
      }
      expect(codes[0]).toMatch(/^200 http/);
      expect(codes[1]).toBe(codes[0]);

      await rig.provider.customer.pay(reference, { notify: false });
      rig.sendTo(OTHER);
      const trackingId = rig.provider.find(reference)?.order_tracking_id;
      const landing = await fetch(`${rig.botUrl}/paid?OrderTrackingId=${trackingId}`);
      expect(landing.status).toBe(200);
      await repliesOf(rig, card, 1, SAYS.paid);
      const receipts: string[] = [];
      for (const replica of [ONE, OTHER]) {
        rig.sendTo(replica);
        receipts.push(await receipt(reference));
      }
      expect(receipts[0]).toContain('KES 2,500.00');
      expect(receipts[1]).toBe(receipts[0]);
      await rig.idle();
      expect(rig.replies(card)).toHaveLength(1);
    },
  );

  inFull('a form whose Teller is killed while it is open is taken by the other', async () => {
    rig.sendTo(ONE);
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.killBot(ONE);
    await submitUntilTaken();
    await theCard(rig, SAYS.waitingForPin);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  it('a form whose Teller is killed before it answers is taken by the other, and becomes one order', async () => {
    rig.sendTo(ONE);
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    rig.slack.faults.next('conversations.info', { kind: 'hang' });
    const before = rig.slack.callsTo('conversations.info').length;
    const first = rig.agent.submit();
    await until(() => rig.slack.callsTo('conversations.info').length > before);
    await rig.killBot(ONE);
    const { problem } = await first;
    // A balancer asks the other one; over the socket nobody answers, and the person presses again.
    expect(problem).toBe(isOverSocket ? 'operation_timeout' : undefined);
    if (problem) await submitUntilTaken();
    await theCard(rig, SAYS.waitingForPin);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  inFull(
    'a prompt whose Teller is killed while the service works on it rings once, and the other Teller finds out',
    async () => {
      rig.sendTo(ONE);
      await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
      rig.provider.faults.slow(60_000, { operation: 'push', afterWork: true, times: 1 });
      await rig.agent.submit();
      await until(() => rig.provider.prompts.length === 1);
      await rig.killBot(ONE);
      rig.clock.advance(30_000);
      const { card, reference } = await theCard(rig, SAYS.waitingForPin);
      rig.sendTo(OTHER);
      await rig.agent.submit().catch(() => undefined);
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);
      await rig.idle();
      expect(rig.provider.prompts).toHaveLength(1);
      expect(rig.replies(card)).toHaveLength(1);
    },
  );

  it('Form: reaches both Tellers, the one that sends is killed, and the card still shows the prompt', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    rig.provider.faults.slow(60_000, { operation: 'push', afterWork: true, times: 1 });
    rig.slack.faults.next('conversations.info', { kind: 'hang' });
    const before = rig.slack.callsTo('conversations.info').length;
    rig.sendTo(ONE);
    const slow = rig.agent.submit();
    await until(() => rig.slack.callsTo('conversations.info').length > before);
    rig.sendTo(OTHER);
    await rig.agent.submit();
    await until(() => rig.provider.prompts.length === 1);
    await slow;
    expect(rig.readModal()).toBe('');
    await rig.killBot(OTHER);
    rig.clock.advance(30_000);
    await theCard(rig, SAYS.waitingForPin);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  inFull('one Teller serves while the other one is away, and both do when that is back', async () => {
    for (const gone of [ONE, OTHER]) {
      await rig.killBot(gone);
      const { card, reference } = await sendPrompt(rig);
      await rig.startBot(gone);
      rig.sendTo(gone);
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);
      rig.agent.close();
      rig.sendTo(undefined);
      rig.clock.advance(11 * 60_000);
    }
    expect(rig.provider.prompts).toHaveLength(2);
  });
});

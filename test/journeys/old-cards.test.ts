// Buttons of old cards and cards that say less than Teller knows.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { afterLimit } from '#test/after-limit.ts';
import { anyOf, SAYS } from '#test/slack/text/phrases.ts';
import { openForm, theCard } from './agent.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('a card', () => {
  it('whose old Cancel is pressed after it was sent again says that the newer one still waits', async () => {
    const first = await sendDeclined(rig);
    const old = newest(rig, first.card);
    await openAgain(rig, old);
    const second = await submitAgain(rig);
    await rig.agent.click(old, 'cancel_order', { isOld: true });
    await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
    expect(rig.slack.ephemerals(rig.agent.id).at(-1)?.text).toContain(second.reference);
  });

  it('says that there is no answer from the payment service, as /pay open does', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    rig.provider.faults.lostAnswer({ operation: 'push' });
    rig.provider.faults.down({ operation: 'getTransactionStatus' });
    rig.provider.faults.down({ operation: 'getTransactionByMerchantReference' });
    await rig.agent.submit();
    await theCard(rig, SAYS.noProviderAnswerYet);
    await rig.idle();
    rig.clock.advance(60 * 60_000);
    await rig.idle();
    const [card] = rig.cards();
    expect(card && rig.readCard(card)).toContain(SAYS.noProviderAnswer);
  });

  it('of the second order offers no sending again once the first is paid', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(first.reference);
    await until(() => rig.readCard(first.card).includes(SAYS.paid));
    rig.clock.advance(3 * 60_000);
    await until(() => rig.readCard(second.card).includes(SAYS.alreadyPaid));
    await rig.idle();
    expect.soft(rig.readCard(second.card)).not.toContain('[send_again]');
    expect(rig.readCard(second.card) + rig.replies(second.card).join()).toMatch(
      anyOf(SAYS.hasBeenPaid, SAYS.wasPaid, SAYS.cancelIt),
    );
  });
});

describe('a form that was opened before somebody else sent the order again', () => {
  it('neither cancels the newer order nor sends anything, and names it', async () => {
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    const first = await sendDeclined(rig);
    const old = newest(rig, first.card);
    await openAgain(rig, old, colleague);
    await openAgain(rig, old);
    const second = await submitAgain(rig);
    rig.clock.advance(3 * 60_000 + 1_000);
    await until(() => rig.readCard(second.card).includes(SAYS.noPinYet));
    await colleague.submit();
    await until(() => rig.readModal(colleague).includes(SAYS.nothingSent));
    await rig.idle();
    expect(rig.readModal(colleague)).toContain(SAYS.hasBeenResentAs(second.reference));
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
    expect(rig.readCard(second.card)).toContain(SAYS.noPinYet);
    expect(rig.provider.prompts).toHaveLength(2);
  });
});

/** Of the three seconds that Slack waits, one is left for the way there and back. */
const IN_TIME_MS = 2_000;
/** Real time, less than the eight seconds after which Teller gives up any call. */
const ACK_MS = 6_000;

describe('a slow Slack', () => {
  beforeEach(async () => {
    await rig.stop();
    rig = await startRig({}, { ackMs: ACK_MS });
  });

  /** Submits the form, and Slack answers a call of `method` that this takes only when the form is answered. */
  async function submitDuring(method: string, person: Person) {
    const answered = Promise.withResolvers<void>();
    rig.slack.faults.always(method, { kind: 'slow', until: answered.promise });
    const before = rig.slack.callsTo(method).length;
    const hasArrived = () => rig.slack.callsTo(method).length > before;
    return afterLimit(IN_TIME_MS, () => person.submit(), hasArrived).finally(answered.resolve);
  }

  it('does not keep the answer to a form waiting for the address of a card', async () => {
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    const first = await sendDeclined(rig);
    const old = newest(rig, first.card);
    await openAgain(rig, old);
    await openAgain(rig, old, colleague);
    await submitAgain(rig);
    const { problem } = await submitDuring('chat.getPermalink', colleague);
    expect(problem).toBeUndefined();
  });

  it('that describes the channel late does not keep the answer to a form waiting, nor the customer', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    const { problem } = await submitDuring('conversations.info', rig.agent);
    expect(problem).toBeUndefined();
    await until(() => rig.provider.prompts.length === 1);
    await theCard(rig, SAYS.waitingForPin);
    expect(rig.cards()).toHaveLength(1);
  });
});

// What the provider says, and what people do, once an order's customer was erased: told without a person, the money right.
import { afterEach, describe, expect, it } from 'vitest';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answersTo, repliesOf, type Sent, sendPrompt } from './agent.ts';
import {
  APPROVER,
  approver,
  asking,
  askRefund,
  codeOf,
  otherApprover,
  startApproversRig,
} from './approvers.ts';
import { bytesOf, postedIn } from './erased.ts';
import { type Rig, until } from './rig.ts';

// With so few digits of the number, the random ids in the store would hold them now and then.
const PERSON = /25471234|0712345678|2547[x*•]|Zawadi|Nyambura|Two bags/i;
const NAME = { first_name: 'Zawadi', last_name: 'Nyambura' };

let rig: Rig;
afterEach(() => rig.stop());

async function erasedPayment(): Promise<Sent> {
  rig = await startApproversRig();
  const sent = await sendPrompt(rig, NAME);
  rig.agent.close();
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.paid);
  await rig.idle();
  await approver(rig).command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
  await until(() => rig.readModal(approver(rig)).includes('== forget =='));
  await approver(rig).submit();
  await until(() => rig.readCard(sent.card).includes(SAYS.customerErased));
  await until(async () => !(await storedOrder(rig, sent.reference)).isErasing);
  await rig.idle();
  await approver(rig).close();
  return sent;
}

const dm = () => rig.slack.dmOf(APPROVER);

async function nobodyIsBack({ reference }: Sent): Promise<void> {
  await rig.idle();
  expect(postedIn(rig, dm())).not.toMatch(PERSON);
  const order = await storedOrder(rig, reference);
  expect(order.text).not.toMatch(PERSON);
  rig.clock.advance(16 * 60_000);
  await rig.stopBot();
  expect(await bytesOf(rig)).not.toMatch(PERSON);
}

describe('after its customer was erased', () => {
  it('a payment that is reversed is told once, without a person, and its money goes out of the books', async () => {
    const sent = await erasedPayment();
    await rig.provider.customer.reverse(sent.reference);
    await rig.idle();
    rig.clock.advance(10_000);
    const [, reversed] = await repliesOf(rig, sent.card, 2, SAYS.paidBackAmount('00'));
    expect(reversed).toContain('KES 1,500.00');
    expect(rig.readCard(sent.card)).toContain(SAYS.customerErased);
    await rig.idle();
    expect(rig.replies(sent.card)).toHaveLength(2);
    const { state, ledger } = await storedOrder(rig, sent.reference);
    expect(state).toBe('reversed');
    expect(ledger).toEqual([
      { kind: 'payment', money: { currency: 'KES', amount: '1500' } },
      { kind: 'reversal', money: { currency: 'KES', amount: '-1500' } },
    ]);
    await nobodyIsBack(sent);
  });

  it('a refund is asked for, approved, carried out by the service with its reason, and told', async () => {
    const sent = await erasedPayment();
    await askRefund(rig, sent.card, 'Wrong size');
    await otherApprover(rig).click(asking(rig, sent.card), 'approve');
    await until(() => rig.readCard(sent.card).includes(SAYS.stillToCarryOut));
    expect(rig.provider.requestsTo('requestRefund')).toHaveLength(1);
    expect(rig.provider.refunds()).toMatchObject([{ amount: 1500, remarks: 'Wrong size' }]);
    await rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '');
    await rig.idle();
    rig.clock.advance(10_000);
    await until(() => rig.readCard(sent.card).includes(SAYS.paidBackAmount('KES 1,500.00')));
    expect((await storedOrder(rig, sent.reference)).refund).toMatchObject({
      status: 'paid_back',
      remarks: '',
    });
    await nobodyIsBack(sent);
  });

  it('late notifications tell nothing a second time, and bring nobody back', async () => {
    const sent = await erasedPayment();
    await rig.provider.notify(sent.reference, { copies: 3 });
    await rig.idle();
    rig.clock.advance(20_000);
    await rig.idle();
    expect(rig.replies(sent.card)).toHaveLength(1);
    await nobodyIsBack(sent);
  });

  it('its code and its reference find the money, and no number in any spelling finds it', async () => {
    const { card, reference } = await erasedPayment();
    const answerTo = async (words: string) => {
      const answers = await answersTo(rig, `find ${words}`);
      await until(() => answers() !== '');
      return answers();
    };
    for (const known of [codeOf(rig, card), reference]) expect(await answerTo(known)).toContain('1,500.00');
    for (const gone of ['0712345678', '+254 712-345-678', '712345678', 'Zawadi', 'flour'])
      expect(await answerTo(gone)).not.toContain('1,500.00');
  });
});

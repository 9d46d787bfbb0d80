// An order that was paid short, and whose rest is paid short itself, or goes back: it is asked for once, and somebody can end it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { type Sent, sendPrompt } from './agent.ts';
import { approver, startApproversRig } from './approvers.ts';
import { goesBack, paidShort, requestBalance } from './balances.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const notes = () => rig.slack.ephemerals(rig.agent.id).map(({ text }) => text);

describe('a rest that was paid short itself', () => {
  it('Balance: an underpaid one offers acceptance and a refund, and no further balance', async () => {
    await rig.stop();
    rig = await startApproversRig();
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    const old = structuredClone(newest(rig, sent.card));
    const balance = await paidShort(rig, await requestBalance(rig, sent), 300);
    expect(rig.readCard(balance.card)).toContain('[accept_as_paid] [refund_order');
    expect(rig.readCard(balance.card)).not.toContain('ask_for_rest');
    await rig.agent.click(old, 'ask_for_rest', { isOld: true });
    await until(() =>
      notes().some((text) => text.includes(SAYS.balanceToReview(balance.reference, 'KES 1,325.00'))),
    );
    expect(notes().at(-1)).toContain(SAYS.nothingSent);
    await approver(rig).click(newest(rig, balance.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedAsPaidOf('KES 1,500.00')));
    expect(rig.provider.prompts.map(({ amount }) => amount)).toEqual([1500, 1325]);
  });

  it('stands in the way of accepting the order, and whoever tries from an old card is led to it', async () => {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    const old = structuredClone(newest(rig, sent.card));
    await paidShort(rig, await requestBalance(rig, sent), 300);
    await rig.agent.click(old, 'accept_as_paid', { isOld: true });
    await until(() => notes().some((text) => text.includes(SAYS.cardSaysFirst)));
    expect(notes().join()).not.toContain(SAYS.cancelThatOne);
  });
});

it('Rest paid twice: its order stays paid, and only the rest is under review', async () => {
  const sent = await paidShort(rig, await sendPrompt(rig), 175);
  const rest = await requestBalance(rig, sent);
  await rig.provider.customer.pay(rest.reference);
  await until(() => rig.readCard(sent.card).includes(SAYS.paidAmount('KES 1,500.00')));
  rig.clock.advance(60_000);
  await rig.provider.customer.pay(rest.reference, { again: true });
  await until(() => rig.readCard(rest.card).includes(SAYS.tooMuch));
  await rig.idle();
  expect(rig.readCard(sent.card)).toContain(SAYS.paidAmount('KES 1,500.00'));
  expect(rig.replies(sent.card).join()).not.toContain(SAYS.notPaidInFull);
});

describe('a rest of which the money went back', () => {
  async function withRestPaidBack(): Promise<Sent> {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    const rest = await paidShort(rig, await requestBalance(rig, sent), 300);
    await goesBack(rig, rest);
    await until(() => rig.readCard(sent.card).includes(SAYS.backToCustomer));
    return sent;
  }

  it('leaves the order under review, which can then be accepted as paid', async () => {
    const sent = await withRestPaidBack();
    expect(rig.readCard(sent.card)).toContain('[accept_as_paid]');
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedAsPaidOf('KES 1,500.00')));
  });

  it('can be asked for once more', async () => {
    const sent = await withRestPaidBack();
    const again = await requestBalance(rig, sent);
    await rig.provider.customer.pay(again.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.paidAmount('KES 1,500.00')));
    await rig.idle();
    expect(rig.provider.prompts.map(({ amount }) => amount)).toEqual([1500, 1325, 1325]);
    expect([...rig.replies(sent.card), ...rig.replies(again.card)].join()).not.toContain(
      SAYS.duplicatePayment,
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('a PIN prompt', () => {
  it('a PIN prompt is sent, paid, and announced in the thread and to the channel', async () => {
    const { card, reference } = await sendPrompt(rig, { first_name: 'Jane', last_name: 'Wanjiru' });
    expect(rig.provider.prompts).toMatchObject([
      { msisdn: '254712345678', payment_method: 'MpesaKE', amount: 1500, currency: 'KES', id: reference },
    ]);

    await rig.provider.customer.pay(reference);
    const [paid, ...more] = await repliesOf(rig, card, 1, SAYS.paid);
    const { confirmation_code = '' } = rig.provider.find(reference)?.payment ?? {};
    expect(paid).toContain(
      SAYS.paidByFor('KES 1,500.00', 'Jane Wanjiru', 'Two bags of flour', confirmation_code, '2547xxx'),
    );
    expect(paid).toContain('(also sent to the channel)');
    expect(more).toEqual([]);
    expect(rig.readCard(card)).toContain(`M-PESA \`${confirmation_code}\``);
  });

  it('the card of a PIN prompt shows what a customer needs who gets no prompt, and never the whole phone number', async () => {
    const { card, reference } = await sendPrompt(rig);
    const shown = rig.readCard(card);
    expect(shown).toContain(SAYS.orderedFor('KES 1,500.00', 'Two bags of flour'));
    expect(shown).toMatch(SAYS.payByHandLine);
    expect(shown).toContain(SAYS.waitingForPinOf('+254 7•• ••• 678'));
    expect(shown).toContain(`${reference} · `);
    const posted = JSON.stringify(
      rig.slack.callsTo('chat.postMessage').concat(rig.slack.callsTo('chat.update')),
    );
    expect(posted).not.toContain('712345678');
  });

  it('a PIN prompt has its card before the service is called, so that nothing the service says can be lost', async () => {
    const { card, reference } = await sendPrompt(rig);
    const [push] = rig.provider.requestsTo('push');
    const [posted] = rig.slack.callsTo('chat.postMessage');
    expect(posted?.at).toBeLessThanOrEqual(push?.at ?? 0);
    expect(posted?.args['text']).toContain(SAYS.sendingInLine);
    expect(card.metadata).toEqual({ event_type: 'teller_order', event_payload: { reference, news: 'card' } });
  });

  it('a declined PIN prompt says why and what to do next, and is announced all the same when it is paid later', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.decline(reference, { payment_status_code: 'request_terminated_by_user' });
    const [declined] = await repliesOf(rig, card, 1, SAYS.notPaidAmount('00'));
    expect(declined).toContain(SAYS.customerDeclined);
    expect(declined).toContain(SAYS.pressSendAgain);
    expect(declined).not.toContain('(also sent to the channel)');

    rig.clock.advance(5_000);
    await rig.provider.customer.pay(reference);
    const replies = await repliesOf(rig, card, 2, SAYS.paid);
    expect(replies[1]).toMatch(inLine(SAYS.receivedAmount('KES 1,500.00'), SAYS.paidAfterAll));
    expect(replies).toHaveLength(2);
  });

  it('a PIN prompt paid with another amount is flagged for review with both figures, never simply called paid', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 150 });
    const [reply] = await repliesOf(rig, card, 1, SAYS.underReview);
    expect(reply).toContain(SAYS.reviewBeforeDelivery);
    expect(reply).toContain(SAYS.paidInPartFor('KES 150.00', 'KES 1,500.00'));
    expect(reply).not.toMatch(/KES [\d,.]+\*? paid/);
    expect(rig.readCard(card)).not.toContain(SAYS.paid);
    expect(rig.readCard(card)).toContain(SAYS.paidInPart('KES 150.00', 'KES 1,500.00'));
  });

  it('a PIN prompt paid in another currency is flagged for review too', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 1500, currency: 'USD' });
    const [reply] = await repliesOf(rig, card, 1, SAYS.underReview);
    expect(reply).toContain(SAYS.paidInsteadOf('USD 1,500.00', 'KES 1,500.00'));
  });

  it('a PIN prompt that was paid and then reversed is announced to the whole channel', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    const replies = await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
    expect(replies[1]).toContain(SAYS.paidBackAmount('KES 1,500.00'));
    expect(replies[1]).toContain('(also sent to the channel)');
  });

  it('a PIN prompt to Uganda is in Ugandan shillings, without decimals', async () => {
    const { card } = await sendPrompt(rig, {
      msisdn: '0752 345 678',
      payment_method: 'AirtelUG',
      amount: '45,000',
    });
    expect(rig.provider.prompts).toMatchObject([
      { msisdn: '256752345678', payment_method: 'AirtelUG', amount: 45_000, currency: 'UGX' },
    ]);
    expect(rig.readCard(card)).toContain(':hourglass_flowing_sand: UGX 45,000 · ');
    expect(rig.readCard(card)).toContain(SAYS.payByHandAirtel('AIRTELUG'));
  });

  it('a PIN prompt whose notification is lost is found paid by a check', async () => {
    // Before the prompt, for the same reason as below.
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(reference);
    await rig.idle();
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(21_000);
    const [paid] = await repliesOf(rig, card, 1, SAYS.paid);
    expect(paid).toContain(SAYS.receivedAmount('KES 1,500.00'));
  });

  it('a PIN prompt that nobody pays is checked ever more rarely, and Teller says when it stops', async () => {
    // Before the prompt: on a slow machine its first check could else be over by then.
    rig.clock.hold();
    const { card } = await sendPrompt(rig);
    const statusRequests = () => rig.provider.requestsTo('getTransactionStatus').length;
    const minute = 60_000;
    let expected = 0;
    for (const wait of [20_000, 25_000, 45_000, 90_000, 7 * minute, 50 * minute, 300 * minute]) {
      rig.clock.advance(wait + 100);
      expected += 1;
      await until(() => statusRequests() === expected);
      await rig.idle();
    }
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(18 * 60 * minute);
    const [ended] = await repliesOf(rig, card, 1, SAYS.notAnswered);
    expect(ended).toContain(SAYS.stoppedAsking);
    rig.clock.advance(48 * 60 * minute);
    await rig.idle();
    expect(statusRequests()).toBe(expected + 1);
    expect(rig.replies(card)).toHaveLength(1);
  });
});

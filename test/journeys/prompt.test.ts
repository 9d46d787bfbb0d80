import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('a PIN prompt', () => {
  // SPEC.md: pin-prompt-sent-paid
  it('a PIN prompt is sent, paid, and announced in the thread and to the channel', async () => {
    const { card, reference } = await sendPrompt(rig, { first_name: 'Jane', last_name: 'Wanjiru' });
    expect(rig.provider.prompts).toMatchObject([
      { msisdn: '254712345678', payment_method: 'MpesaKE', amount: 1500, currency: 'KES', id: reference },
    ]);

    await rig.provider.customer.pay(reference);
    const [paid, ...more] = await repliesOf(rig, card, 1, '00 paid ·');
    const { confirmation_code } = rig.provider.find(reference)?.payment ?? {};
    expect(paid).toContain(
      `:white_check_mark: KES 1,500.00 paid by Jane Wanjiru for Two bags of flour · M-PESA ${confirmation_code} · from 2547xxx`,
    );
    expect(paid).toContain('(also sent to the channel)');
    expect(more).toEqual([]);
    expect(rig.readCard(card)).toContain(`M-PESA \`${confirmation_code}\``);
  });

  // SPEC.md: pin-prompt-shows-card
  it('the card of a PIN prompt shows what a customer needs who gets no prompt, and never the whole phone number', async () => {
    const { card, reference } = await sendPrompt(rig);
    const shown = rig.readCard(card);
    expect(shown).toContain(':hourglass_flowing_sand: KES 1,500.00 · Two bags of flour\n');
    expect(shown).toMatch(/No prompt\? Paybill 220222 · account \w+\n/);
    expect(shown).toContain('+254 7•• ••• 678 · M-PESA, waiting for the PIN\n');
    expect(shown).toContain(`${reference} · `);
    expect(rig.readModal()).toContain('No prompt? Paybill *220222*');
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
    expect(posted?.args['text']).toContain(': Sending.');
    expect(card.metadata).toEqual({ event_type: 'teller_order', event_payload: { reference, news: 'card' } });
  });

  // SPEC.md: pin-prompt-declined-says
  it('a declined PIN prompt says why and what to do next, and is announced all the same when it is paid later', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.decline(reference, { payment_status_code: 'request_terminated_by_user' });
    const [declined] = await repliesOf(rig, card, 1, '00 not paid');
    expect(declined).toContain('The customer declined the prompt.');
    expect(declined).toContain('press Send again');
    expect(declined).not.toContain('(also sent to the channel)');

    rig.clock.advance(5_000);
    await rig.provider.customer.pay(reference);
    const replies = await repliesOf(rig, card, 2, '00 paid ·');
    expect(replies[1]).toContain('KES 1,500.00 paid after all');
    expect(replies).toHaveLength(2);
  });

  it('a PIN prompt paid with another amount is flagged for review with both figures, never simply called paid', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 150 });
    const [reply] = await repliesOf(rig, card, 1, ':warning: Paid');
    expect(reply).toContain('Please review before you deliver');
    expect(reply).toContain(':warning: Paid KES 150.00 of KES 1,500.00 for');
    expect(reply).not.toMatch(/KES [\d,.]+\*? paid/);
    expect(rig.readCard(card)).not.toContain('00 paid ·');
    expect(rig.readCard(card)).toContain('Paid KES 150.00 of KES 1,500.00');
  });

  // SPEC.md: paid-another-currency-flagged
  it('a PIN prompt paid in another currency is flagged for review too', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 1500, currency: 'USD' });
    const [reply] = await repliesOf(rig, card, 1, ':warning: Paid');
    expect(reply).toContain(':warning: Paid USD 1,500.00 instead of KES 1,500.00 for');
  });

  it('a PIN prompt that was paid and then reversed is announced to the whole channel', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, '00 paid ·');
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    const replies = await repliesOf(rig, card, 2, '00 paid back');
    expect(replies[1]).toContain('KES 1,500.00 paid back');
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
    expect(rig.readCard(card)).toContain('Business name AIRTELUG · reference ');
  });

  // SPEC.md: whose-notification-lost-found
  it('a PIN prompt whose notification is lost is found paid by a check', async () => {
    // Before the prompt, for the same reason as below.
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(reference);
    await rig.idle();
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(21_000);
    const [paid] = await repliesOf(rig, card, 1, '00 paid ·');
    expect(paid).toContain('KES 1,500.00 paid');
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
    const [ended] = await repliesOf(rig, card, 1, 'not answered');
    expect(ended).toContain('stopped asking about this order');
    rig.clock.advance(48 * 60 * minute);
    await rig.idle();
    expect(statusRequests()).toBe(expected + 1);
    expect(rig.replies(card)).toHaveLength(1);
  });
});

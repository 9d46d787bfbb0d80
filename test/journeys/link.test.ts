import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, repliesOf, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('a payment link', () => {
  it('a payment link is created, opened and paid by the customer on its page, and announced in the thread', async () => {
    const { card, reference } = await createLink(rig);
    const { redirectUrl } = linkOf(card.channel, card.ts);
    expect(rig.readCard(card)).toContain('[open_payment_page]');

    const page = await fetch(redirectUrl);
    expect(await page.text()).toContain('KES 2500');
    await rig.provider.customer.pay(reference);
    const [paid] = await repliesOf(rig, card, 1, SAYS.paid);
    expect(paid).toContain(SAYS.receivedAmount('KES 2,500.00'));
    expect(rig.readCard(card)).not.toContain('[open_payment_page]');
  });

  it('a payment link can be copied right after it was made, and shared by WhatsApp with the customer’s number', async () => {
    const { card } = await createLink(rig, { phone_number: '0722 000 111' });
    const { redirectUrl } = linkOf(card.channel, card.ts);
    expect(rig.readModal()).toContain(redirectUrl);
    await rig.agent.click(rig.slack.modal(rig.agent.id) ?? card, 'share_whatsapp');
    await until(() => rig.readModal().includes('[open_whatsapp]'));
    const share = buttonUrl(rig.slack.modal(rig.agent.id)?.blocks, 'open_whatsapp');
    expect(share.origin + share.pathname).toBe('https://wa.me/254722000111');
    expect(share.searchParams.get('text')).toBe(
      SAYS.pleasePayHere('Duka la Amina', 'KES 2,500.00', 'School fees', redirectUrl),
    );
  });

  it('a payment link brings the customer back to a plain page, upon which Teller checks the order at once even when the notification is lost', async () => {
    const { card, reference } = await createLink(rig);
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(reference);
    const { order_tracking_id } = rig.provider.find(reference) ?? {};
    const page = await fetch(
      `${rig.botUrl}/paid?OrderTrackingId=${order_tracking_id}&OrderMerchantReference=${reference}`,
    );
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('Duka la Amina');
    expect(html).not.toContain(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
  });

  it('a payment link in another currency shows that currency', async () => {
    await openForm(rig, 'link 12.50 USD Consulting');
    await rig.agent.submit();
    const { card } = await theCard(rig, SAYS.waitingForPayment);
    expect(rig.readCard(card)).toContain(SAYS.linkWaits('USD 12.50', 'Consulting'));
    expect(rig.provider.orders()).toMatchObject([{ amount: 12.5, currency: 'USD' }]);
  });
});

describe('a recurring payment link', () => {
  it('a recurring payment link announces each charge once in its thread, though the charges bring tracking ids never seen before', async () => {
    const { card, reference } = await createLink(rig, {
      frequency: 'MONTHLY',
      start_date: '2031-01-15',
      end_date: '2031-12-15',
      account_number: 'SUBSCRIBER-7',
    });
    expect(rig.readCard(card)).toContain(SAYS.firstToLastDay('15 Jan 2031', '15 Dec 2031'));
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.chargesPaidSum('1', '12', 'KES 2,500.00'));

    const first = await rig.provider.customer.charge(reference);
    await repliesOf(rig, card, 2, SAYS.chargesPaidSum('2', '12', 'KES 5,000.00'));
    const second = await rig.provider.customer.charge(reference);
    await repliesOf(rig, card, 3, SAYS.chargesPaidSum('3', '12', 'KES 7,500.00'));
    expect(
      new Set([
        first.order_tracking_id,
        second.order_tracking_id,
        rig.provider.find(reference)?.order_tracking_id,
      ]).size,
    ).toBe(3);
    expect(rig.provider.notifications.at(-1)).toMatchObject({ type: 'RECURRING', reference: 'SUBSCRIBER-7' });

    // The same notification again, and again: nothing is announced twice.
    await rig.provider.notify(first.order_tracking_id, { type: 'RECURRING', copies: 5 });
    await rig.provider.notify(second.order_tracking_id, { type: 'RECURRING', copies: 5 });
    rig.clock.advance(30_000);
    await rig.provider.notify(second.order_tracking_id, { type: 'RECURRING', copies: 5 });
    await until(() => rig.provider.requestsTo('getTransactionStatus').length >= 4);
    await rig.idle();
    const replies = rig.replies(card);
    expect(replies).toHaveLength(3);
    expect(replies[1]).toContain(SAYS.receivedCharge('KES 2,500.00'));
    expect(replies[2]).toContain(SAYS.receivedCharge('KES 2,500.00'));
    expect(replies[1]).toContain(SAYS.chargeBracket(reference));
    expect(codeIn(replies[1])).not.toBe(codeIn(replies[2]));
  });

  it('a recurring payment link uses the reference as account number when none is given', async () => {
    const { reference } = await createLink(rig, {
      frequency: 'WEEKLY',
      start_date: '2031-01-15',
      end_date: '2031-12-15',
    });
    const [request] = rig.provider.requestsTo('submitOrder');
    expect(request?.body).toMatchObject({ account_number: reference });
  });

  it('a notification of a charge that the service does not know as one of this order is not believed', async () => {
    const { card, reference } = await createLink(rig, {
      frequency: 'WEEKLY',
      start_date: '2031-01-15',
      end_date: '2031-12-15',
    });
    const other = await createLink(rig);
    await rig.provider.customer.pay(other.reference, { notify: false });
    const foreign = '11111111-2222-4333-8444-555555555555';
    await fetch(
      `${rig.ipnUrl}?OrderTrackingId=${foreign}&OrderMerchantReference=${reference}&OrderNotificationType=RECURRING`,
    );
    await until(() => rig.provider.requestsTo('getTransactionStatus').length >= 1);
    rig.clock.advance(300_000);
    await rig.idle();
    expect(rig.replies(card)).toEqual([]);
  });
});

function linkOf(channel: string, ts: string): { redirectUrl: string } {
  const [card] = rig.slack.thread(channel, ts);
  return { redirectUrl: buttonUrl(card?.blocks, 'open_payment_page').href };
}

function buttonUrl(blocks: unknown, actionId: string): URL {
  const found = new RegExp(`"action_id":"${actionId}"[^}]*\\}[^}]*"url":"([^"]+)"`).exec(
    JSON.stringify(blocks),
  );
  if (!found?.[1]) throw new Error(`no button ${actionId} with an address`);
  return new URL(found[1]);
}

function codeIn(reply: string | undefined): string | undefined {
  return SAYS.codeOfCharge.exec(reply ?? '')?.[1];
}

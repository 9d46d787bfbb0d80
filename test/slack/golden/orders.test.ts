// What people see while they request a payment, and what follows.
import { golden } from './stage.ts';

golden('forms', async (s) => {
  const { leads, partners } = s.rig.slack.channels;
  await s.type('prompt');
  await s.submit('three wrong fields', { msisdn: '12', amount: 'much', description: 'Flour', id: 'a b' });
  const description = '4242 4242 4242 4242';
  await s.submit('a card number', { msisdn: '0712345678', amount: '1500', description, id: null });
  await s.submit('another network', { msisdn: '0733123456', description: 'Flour' });
  await s.choose('another network while typing', s.modal(), 'msisdn', '0712345678');
  await s.submit('right', { msisdn: '0712345678', first_name: 'Jane', last_name: 'Wanjiru' });
  await s.type('prompt 0712345678 1500 Flour');
  await s.submit('the same prompt once more');
  await s.submit('the same prompt, without the tick');
  for (const words of [
    '0712345678 1.500 Flour',
    'prompt 12 @ 500 flour 0712345678',
    'prompt +256772345678 1500 Flour 12345678901',
    'prompt 0201234567 1500 KES Flour',
    'prompt Jane 1500 Milk',
    'link 2500 jane@example.com School fees',
    'link 0772123456 2500 UGX Fees 300 or 400',
  ])
    await s.type(words);
  await s.type('link 2500 School fees');
  await s.press('More', s.modal(), 'more_fields');
  await s.submit('wrong fields behind More', { phone_number: '12', valid_until: '2020-01-01' });
  await s.choose('monthly', s.modal(), 'frequency', 'MONTHLY');
  const days = { start_date: '2030-02-01', end_date: '2030-01-20' };
  await s.submit('wrong days', { email_address: 'jane@example.com', phone_number: null, ...days });
  await s.submit('monthly', { end_date: '2030-12-01', account_number: 'GYM-7' });
  await s.pay('the first month');
  await s.type('link 100 Tea');
  await s.press('More', s.modal(), 'more_fields');
  await s.choose('a channel without Teller', s.modal(), 'channel', leads);
  await s.submit('a channel without Teller');
  await s.choose('a shared channel', s.modal(), 'channel', partners);
  await s.type('prompt 0712345678 1500 Flour, without Teller', s.agent, leads);
  await s.type('link 1500 Flour, shared with others', s.agent, partners);
  await s.step('Shortcut send_prompt', () => s.agent.shortcut('send_prompt'));
  await s.search('jan');
  await s.choose('Jane', s.modal(), 'customer', 'Jane Wanjiru · +254 7•• ••• 678');
  await s.submit('a wrong amount for Jane', { amount: 'much', description: 'Tea' });
  await s.choose('nobody', s.modal(), 'customer', null);
  await s.step('Shortcut create_link', () => s.agent.shortcut('create_link'));
});

golden('order', async (s) => {
  const { customer, faults } = s.rig.provider;
  await s.request('prompt 0712345678 1500 Flour', { first_name: 'Jane' });
  const first = s.order();
  await s.step('The customer declines', () => customer.decline(first));
  await s.press('Send again', s.card(), 'send_again');
  await s.submit('once more');
  await s.pay('less', { amount: 1000 });
  const short = s.card();
  await s.press('Request the remaining', short, 'ask_for_rest');
  await s.submit('the remaining 500');
  await s.pay('the remaining 500');
  await s.pay('the declined prompt too', { amount: 1500 }, first);
  await s.quietly(() => s.request('prompt 0722000001 800 Sugar'));
  await s.pay('more', { amount: 900 });
  await s.press('Accept as paid, by an agent', s.card(), 'accept_as_paid');
  await s.press('Accept as paid', s.card(), 'accept_as_paid', '', s.approver);
  await s.menu('New prompt for this customer', s.card(), 'ask_again');
  await s.menu('History', s.card(), 'history');
  await s.quietly(() => s.request('prompt 0722000002 250 Salt'));
  await s.press('Check now', s.card(), 'check_order');
  await s.press('Cancel', s.card(), 'cancel_order');
  await s.step('It is paid all the same', () => customer.pay(s.order()));
  await s.step('It goes back', () => customer.reverse(s.order()));
  faults.lostAnswer({ operation: 'push', times: 1 });
  faults.notFound({ operation: 'getTransactionByMerchantReference', times: 1 });
  await s.request('prompt 0722000003 99 Tea');
  await s.pass('a minute', 60_000);
  faults.refuse(
    { message: 'Amount exceeds limit', code: 'amount_exceeds_default_limit' },
    { times: 1, operation: 'push' },
  );
  await s.request('prompt 0722000004 99 Tea');
  faults.refuse({ message: 'Out of order' }, { operation: 'submitOrder', times: 1 });
  await s.request('link 99 Tea');
  faults.down({ operation: 'submitOrder', times: 3 });
  await s.request('link 98 Tea');
});

golden('resends', async (s) => {
  const { customer } = s.rig.provider;
  await s.quietly(async () => {
    await s.request('prompt 0712345678 1500 Flour');
    await s.step('The customer declines', () => customer.decline(s.order()));
  });
  const declined = s.card();
  await s.quietly(async () => {
    await s.press('Send again', declined, 'send_again');
    await s.submit('once more');
  });
  await s.pressOld('Send again', declined, 'send_again');
  await s.pay('less', { amount: 1000 });
  const short = s.card();
  await s.pressOld('Send again, after it was paid less', declined, 'send_again');
  await s.press('Accept as paid', short, 'accept_as_paid', '', s.approver);
  await s.pressOld('Accept as paid once more', short, 'accept_as_paid', s.approver);
  await s.pressOld('Accept as paid, by the other approver', short, 'accept_as_paid', s.otherApprover);
  await s.pressOld('Request the remaining', short, 'ask_for_rest');
  await s.pressOld('Send again, after it was accepted', declined, 'send_again');
  await s.quietly(async () => {
    await s.request('prompt 0722000001 800 Sugar');
    await s.pay('less for Sugar', { amount: 300 });
  });
  const sugar = s.card();
  await s.press('Request the remaining 500', sugar, 'ask_for_rest');
  await s.submit('another amount', { amount: '600' });
  await s.submit('the remaining 500', { amount: '500' });
  await s.pressOld('Accept as paid, while the remaining is requested', sugar, 'accept_as_paid', s.approver);
});

golden('recurring', async (s) => {
  const { customer } = s.rig.provider;
  const days = { start_date: '2030-01-15', end_date: '2030-12-15' };
  await s.type('link 3000 Gym');
  await s.choose('monthly', s.modal(), 'frequency', 'MONTHLY');
  await s.submit('monthly', { ...days, account_number: 'GYM-7' });
  const link = s.order();
  await s.pay('the first month');
  await s.pass('to February', 32 * 24 * 3_600_000, 4);
  await s.step('A charge', () => customer.charge(link));
  await s.pass('ten seconds', 10_000);
  await s.step('A charge is declined', () => customer.charge(link, { declined: true }));
  await s.pass('ten seconds more', 10_000);
  await s.step('A charge of less', () => customer.charge(link, { amount: 2000 }));
  await s.press('Accept as paid', s.reply(s.card()), 'accept_as_paid', '', s.approver);
  await s.pass('to April', 60 * 24 * 3_600_000, 6);
});

golden('share', async (s) => {
  await s.request('link 2500 jane@example.com School fees', {
    phone_number: '0712345678',
    first_name: 'Jane',
  });
  await s.press('Share by WhatsApp in the form', s.modal(), 'share_whatsapp');
  await s.press('Show QR code in the form', s.modal(), 'show_qr');
  await s.press('Share by WhatsApp', s.card(), 'share_whatsapp');
  await s.choose('Swahili', s.answer(), 'language', 'sw');
  await s.choose('French', s.answer(), 'language', 'fr');
  await s.press('Show QR code', s.card(), 'show_qr');
  await s.pay('the link');
  await s.press('Send receipt', s.card(), 'send_receipt');
  await s.choose('receipt in Swahili', s.answer(), 'language', 'sw');
  await s.choose('receipt in French', s.answer(), 'language', 'fr');
});

// What people see of requests that somebody has to approve.
import { makeExternally } from '#test/journeys/agent.ts';
import { golden } from './stage.ts';

golden('approval', async (s) => {
  const { approver, otherApprover } = s;
  await s.request('prompt 0712345678 60000 Generator');
  await s.step('The approver opens Home', () => approver.openHome());
  await s.press('Decline', s.card(), 'decline', '', approver);
  await s.submit('no reason', { reason: ' ' }, approver);
  await s.submit('a reason', { reason: 'The price list says 55,000' }, approver);
  await s.request('link 70000 Roof');
  await s.press('Approve, by an agent', s.card(), 'approve');
  await s.press('Approve', s.direct(approver), 'approve', '', approver);
  await s.request('prompt 0712345678 80000 Pump');
  await s.press('Withdraw, by an approver', s.card(), 'withdraw', '', approver);
  await s.press('Withdraw', s.card(), 'withdraw');
  await s.request('prompt 0712345678 90000 Tank', {}, approver);
  await s.press('Approve the own request', s.card(), 'approve', '', approver);
  await s.pass('eleven minutes', 11 * 60_000);
  await s.press('Approve late', s.card(), 'approve', '', otherApprover);
  await s.press('Send now, by somebody else', s.card(), 'send_now');
  await s.press('Send now', s.card(), 'send_now', '', approver);
  await s.request('prompt 0712345678 95000 Tank');
  await s.pass('a day', 24 * 3_600_000);
});

golden('refund', async (s) => {
  const { approver, otherApprover, rig } = s;
  const { customer, operator, faults } = rig.provider;
  const code = () => String(rig.provider.refunds().at(-1)?.confirmation_code);
  await s.quietly(async () => {
    await s.request('prompt 0712345678 1500 Flour', { first_name: 'Jane' });
    await s.pay('Flour');
  });
  await s.menu('Refund', s.card(), 'refund_order');
  await s.submit('the whole', { remarks: 'Wrong size' });
  await s.press('Approve', s.reply(s.card()), 'approve', '', approver);
  await s.pass('a minute', 60_000);
  await s.step('Pesapal refunds', () => operator.approve(code()));
  await s.type(`refund ${s.order()}`);
  await s.type('refund');
  await s.type('refund NOSUCH99');

  await s.quietly(async () => {
    await s.request('link 2500 School fees', { first_name: 'Amos' });
    await s.pay('School fees by card', { payment_method: 'Visa' });
  });
  await s.menu('Refund of a card payment', s.card(), 'refund_order');
  await s.submit('too much', { amount: '3000', remarks: 'Left early' });
  await s.submit('a part', { amount: '1000', remarks: 'Left early' });
  await s.press('Decline', s.reply(s.card()), 'decline', '', approver);
  await s.submit('the reason', { reason: 'Too late' }, approver);
  await s.menu('Refund again', s.card(), 'refund_order');
  await s.submit('the rest', { amount: '2500', remarks: 'Left early' });
  faults.lostAnswer({ operation: 'requestRefund', times: 2 });
  await s.press('Approve, and the answer is lost', s.reply(s.card()), 'approve', '', approver);
  await s.pass('a minute, and the answer is lost again', 60_000);
  await s.press('It was refunded, by an agent', s.reply(s.card()), 'refund_done');
  await s.press('It wasn’t refunded', s.reply(s.card()), 'refund_not_done', '', otherApprover);

  await s.quietly(async () => {
    await s.request('prompt 0712345678 700 Milk');
    await s.pay('Milk');
  });
  await s.menu('Refund of Milk', s.card(), 'refund_order');
  await s.submit('Milk', { remarks: 'Sour' });
  await s.press('Withdraw', s.reply(s.card()), 'withdraw');
  await s.menu('Refund of Milk again', s.card(), 'refund_order');
  await s.submit('Milk again', { remarks: 'Sour' });
  await s.step('It goes back meanwhile', () => customer.reverse(s.order()));

  await customer.pay(await makeExternally(rig, 'SHOP-7', 750));
  await s.type('refund SHOP-7');
  await s.type('refund SHOP-7', approver);
  await s.submit('the external payment', { remarks: 'Shop closed' }, approver);
  await s.press('Approve', s.reply(s.card()), 'approve', '', otherApprover);
  await s.pass('three days', 3 * 24 * 3_600_000);
});

golden('refused', async (s) => {
  const { approver, otherApprover, rig } = s;
  const { operator, faults } = rig.provider;
  const ask = async (what: string) => {
    await s.quietly(async () => {
      await s.request(`prompt 0712345678 ${what}`);
      await s.pay(what);
      await s.menu(what, s.card(), 'refund_order');
    });
    await s.submit(`the refund of ${what}`, { remarks: 'Wrong size' });
    return s.reply(s.card());
  };
  faults.refuse({ message: 'Refund not allowed' }, { operation: 'requestRefund', times: 1 });
  const first = await ask('1500 Flour');
  await s.press('Approve', first, 'approve', '', approver);
  await s.pressOld('Approve once more', first, 'approve', approver);
  await s.pressOld('Approve, by the other', first, 'approve', otherApprover);
  await s.pressOld('Withdraw', first, 'withdraw');
  await s.menu('Refund again', s.card(), 'refund_order');
  await s.submit('the refund again', { remarks: 'Wrong size' });
  await s.press('Approve the second', s.reply(s.card()), 'approve', '', approver);
  await s.step('Pesapal rejects it', () =>
    operator.reject(String(rig.provider.refunds().at(-1)?.confirmation_code)),
  );
  await s.pass('thirty days', 31 * 24 * 3_600_000, 31);
  await s.press('It was refunded', s.reply(s.card()), 'refund_done', '', otherApprover);
  await ask('700 Milk');
  await s.pass('a day without an answer', 25 * 3_600_000, 5);
});

golden('erase', async (s) => {
  const { approver, rig } = s;
  await s.quietly(async () => {
    await s.request('prompt 0712345678 1500 Flour', { first_name: 'Zawadi', last_name: 'Nyambura' });
    await s.pay('Flour');
    await s.request('prompt 0712345678 900 Sugar', { first_name: 'Zawadi' });
  });
  await s.type('forget 0712345678');
  await s.type('forget', approver);
  await s.type('forget 0799999999', approver);
  await s.type('forget Zawadi', approver);
  await s.type('forget 0712345678', approver);
  await s.submit('the erasure', {}, approver);
  await s.pass('a minute', 60_000);
  await s.step('Direct message: forget 0712345678', () =>
    approver.say(rig.slack.dmOf(approver.id), 'forget 0712345678'),
  );
  await s.press('the form', s.direct(approver), 'forget', undefined, approver);
});

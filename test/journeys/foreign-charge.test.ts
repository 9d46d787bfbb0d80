// Whoever knows the address of notifications can name any charge: a charge counts only for the link that the provider's record names.
import { expect, it } from 'vitest';
import { createMonthlyLink, openForm, repliesOf, submitLink, theCard } from './agent.ts';
import { startRig, until } from './rig.ts';

it('Foreign charge: it is not announced or counted for the link that is named', async () => {
  const rig = await startRig();
  try {
    const named = await createMonthlyLink(rig, { account_number: 'NAMED-1' });
    await rig.provider.customer.pay(named.reference);
    await repliesOf(rig, named.card, 1, '1 of 12');
    rig.agent.close();
    await openForm(rig, 'link 700 Rent');
    const yearly = { frequency: 'YEARLY', start_date: '2031-01-15', end_date: '2033-01-15' };
    await submitLink(rig, { ...yearly, account_number: 'OTHER-2' });
    await until(() => rig.cards().length === 2);
    const other = await theCard(rig, '700.00');
    await until(() => rig.provider.find(other.reference) !== undefined);
    await rig.provider.customer.pay(other.reference);
    await repliesOf(rig, other.card, 1, '1 of 3');

    const { order_tracking_id: foreign } = await rig.provider.customer.charge(other.reference, {
      notify: false,
    });
    const asked = () =>
      rig.provider
        .requestsTo('getTransactionStatus')
        .filter(({ query }) => JSON.stringify(query).includes(foreign)).length;
    await fetch(
      `${rig.ipnUrl}?OrderTrackingId=${foreign}&OrderMerchantReference=NAMED-1&OrderNotificationType=RECURRING`,
    );
    await until(() => asked() > 0);
    await rig.idle();
    expect(rig.replies(named.card)).toHaveLength(1);
    expect(rig.readCard(named.card)).toContain('1 of 12');
  } finally {
    await rig.stop();
  }
});

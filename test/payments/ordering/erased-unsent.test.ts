// RETENTION_DAYS and an order that ended before it was requested: its checks are over, and it waits for its erasing alone.
import { expect, test } from 'vitest';
import * as paths from '#test/provider/scripted-service.ts';
import { CREATED, type OrderingRig, promptDraft, refusal, startRig } from './rig.ts';

const DAY_MS = 24 * 60 * 60_000;

/** An order that was not sent for this reason, once its form has let go of it. */
async function unsent(spoil: (rig: OrderingRig) => void, retentionDays?: number) {
  const rig = await startRig(undefined, retentionDays === undefined ? {} : { retentionDays });
  spoil(rig);
  const customer = { firstName: 'Zawadi' };
  const { reference } = await rig.create(promptDraft('INV-1', { typedReference: true, customer }));
  const order = await rig.ordering.submitOrder(reference);
  expect(order).toMatchObject({ state: 'not_sent', customer });
  expect(order).not.toHaveProperty('requestedAt');
  await rig.checks.stop();
  return { rig, order };
}

function withoutCard({ slack }: OrderingRig) {
  slack.post = async () => Promise.reject(new Error('Slack is down'));
}

test.each<[string, (rig: OrderingRig) => void]>([
  ['its card could not be posted', withoutCard],
  [
    'the notification address could not be registered',
    ({ service }) => service.on(paths.REGISTER, refusal('down')),
  ],
  ['its reference is taken', ({ service }) => service.on(paths.BY_REFERENCE, { json: CREATED })],
])(
  'an order that was not sent because %s has its customer erased when its days are over',
  async (_, spoil) => {
    const { rig, order } = await unsent(spoil, 31);
    expect(await rig.orders.nextDue('check')).toBe(order.changedAt + 31 * DAY_MS);
    rig.clock.advance(31 * DAY_MS);
    await rig.runChecks();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'not_sent', erasedBy: 'teller', customer: {} });
  },
);

test('an order that was not sent is due for nothing where customers are kept', async () => {
  const { rig } = await unsent(withoutCard);
  expect(await rig.orders.nextDue('check')).toBeUndefined();
});

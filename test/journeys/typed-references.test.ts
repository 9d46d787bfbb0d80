// A reference that somebody typed, and that another system of the merchant uses too.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { makeExternally, openForm, theCard } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('Typed reference: another system’s later payment does not pay a refused prompt', async () => {
  rig.provider.faults.refuse(
    { code: 'amount_exceeds_default_limit', message: 'Too much' },
    { operation: 'push', times: 1 },
  );
  await openForm(rig, 'prompt 0712345678 1500 Flour');
  await rig.agent.submit({ id: 'INV-7' });
  const { card } = await theCard(rig, SAYS.notSent);
  const elsewhere = await makeExternally(rig, 'INV-7', 1500);
  await rig.provider.customer.pay(elsewhere);
  await fetch(`${rig.ipnUrl}?OrderTrackingId=${elsewhere}&OrderMerchantReference=INV-7`);
  rig.clock.advance(10 * 60_000);
  await rig.idle();
  expect(rig.readCard(card)).toContain(SAYS.notSent);
  expect(rig.replies(card).join()).not.toContain(SAYS.received);
});

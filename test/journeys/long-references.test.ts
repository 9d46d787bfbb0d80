// A recurring link whose reference is as long as it may be: the replies about its charges do all that they do of others.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMonthlyLink, shownTo } from './agent.ts';
import { refundForm, replyWith, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

const LONG = `MEMBERSHIP-${'2031-'.repeat(7)}0042`;

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

it('its charges are paid back and looked into by buttons, where a menu cannot hold so long a reference', async () => {
  const sent = await createMonthlyLink(rig, { id: LONG });
  expect(sent.reference).toBe(LONG);
  await rig.provider.customer.pay(LONG);
  await until(() => rig.readCard(sent.card).includes('1 of 12 paid'));
  rig.agent.close();
  rig.clock.advance(Date.parse('2031-01-15T09:00:00Z') - rig.clock.now());
  await rig.provider.customer.charge(LONG);
  await until(() => rig.readCard(sent.card).includes('2 of 12 paid'));
  await rig.agent.click(replyWith(rig, sent.card, 'a charge of'), 'history');
  await until(() => shownTo(rig).at(-1)?.includes('History of a charge of'));
  await rig.agent.click(replyWith(rig, sent.card, 'a charge of'), 'refund_order');
  await refundForm(rig);
  expect(rig.readModal().split('\n')).toContain(`Reference: ${LONG}`);
});

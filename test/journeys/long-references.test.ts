// A recurring link whose reference is as long as it may be: the replies about its charges do all that they do of others.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
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
  await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('1', '12')));
  rig.agent.close();
  rig.clock.advance(Date.parse('2031-01-15T09:00:00Z') - rig.clock.now());
  await rig.provider.customer.charge(LONG);
  await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('2', '12')));
  await rig.agent.click(replyWith(rig, sent.card, SAYS.chargeOf), 'history');
  await until(() => shownTo(rig).at(-1)?.includes(SAYS.historyOfChargeStart));
  await rig.agent.click(replyWith(rig, sent.card, SAYS.chargeOf), 'refund_order');
  await refundForm(rig);
  expect(rig.readModal().split('\n')).toContain(SAYS.referenceLine(LONG));
});

// Between a request and its approval something may happen that keeps the order from being sent.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { makeElsewhere, openForm, type Sent, submitLink, theCard } from './agent.ts';
import { APPROVERS_ENV, approver, startApproversRig } from './approvers.ts';
import { newest, openAgain, sendDeclined } from './resend.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

async function waiting(words: string, values = {}): Promise<Sent> {
  await openForm(rig, words);
  await submitLink(rig, values);
  const sent = await theCard(rig, SAYS.waitsForApproval);
  rig.agent.close();
  return sent;
}

const limited = (env: Record<string, string>) => rig.restartWith({ ...APPROVERS_ENV, ...env });

it.each<[string, () => Promise<Sent>]>([
  [
    'the method takes less by then',
    async () => {
      const sent = await waiting('prompt 0712345678 60000 Generator');
      await limited({ METHOD_LIMITS: 'MpesaKE 50000' });
      return sent;
    },
  ],
  [
    'another system has its reference by then',
    async () => {
      const sent = await waiting('prompt 0712345678 60000 Generator', { id: 'INV-7' });
      await makeElsewhere(rig, 'INV-7', 60_000);
      return sent;
    },
  ],
  [
    'its first day is over',
    async () => {
      await limited({ APPROVAL_ABOVE: 'KES 1000' });
      rig.clock.advance(Date.parse('2031-01-10T20:00:00Z') - rig.clock.now());
      await rig.idle();
      const monthly = { frequency: 'MONTHLY', start_date: '2031-01-11', end_date: '2031-12-10' };
      const sent = await waiting('link 60000 School fees', monthly);
      rig.clock.advance(4 * 60 * 60_000);
      await rig.idle();
      return sent;
    },
  ],
  [
    'the order that it is sent again for is paid by then',
    async () => {
      const first = await sendDeclined(rig);
      await limited({ APPROVAL_ABOVE: 'KES 1000' });
      await openAgain(rig, newest(rig, first.card));
      await rig.agent.submit();
      await until(() => rig.cards().length === 2);
      const sent = await theCard(rig, SAYS.waitsForApproval);
      await rig.provider.customer.pay(first.reference, { notify: false });
      return sent;
    },
  ],
])('Approval: nothing is sent when %s', async (_, ask) => {
  const sent = await ask();
  const before = rig.provider.orders().length;
  await approver(rig).click(newest(rig, sent.card), 'approve');
  await until(() => rig.readCard(sent.card).includes(SAYS.notSent));
  rig.clock.advance(60_000);
  await rig.idle();
  expect(rig.provider.orders()).toHaveLength(before);
});

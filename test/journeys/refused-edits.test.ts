// Slack refuses an edit for a while, with a code that says nothing of what lasts: what was to be shown is shown later.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createMonthlyLink, sendPrompt } from './agent.ts';
import { paidShort, recordSays } from './balances.ts';
import {
  cardsOf,
  checkFile,
  confirm,
  manyRows,
  pass,
  readBulk,
  referencesOf,
  untilBulkSays,
} from './bulks.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

const DAY = 24 * 60 * 60;
const REFUSED = { kind: 'error', code: 'update_failed' } as const;

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('the card of a recurring link counts a charge, although the link itself changed days before', async () => {
  const { card, reference } = await createMonthlyLink(rig);
  rig.agent.close();
  await rig.provider.customer.pay(reference);
  await until(() => rig.readCard(card).includes(SAYS.chargesPaid('1', '12')));
  await pass(rig, 5 * DAY, DAY);
  rig.slack.faults.always('chat.update', REFUSED);
  await rig.provider.customer.charge(reference);
  await until(() => rig.replies(card).length === 2);
  await rig.idle();
  expect(rig.readCard(card)).toContain(SAYS.chargesPaid('1', '12'));
  rig.slack.faults.off();
  await pass(rig, 900, 60);
  expect(rig.readCard(card)).toContain(SAYS.chargesPaid('2', '12'));
});

it('the message of a bulk counts a payment that comes days after its end', async () => {
  await checkFile(rig, manyRows(2));
  await confirm(rig);
  await untilBulkSays(rig, SAYS.promptsDone('2'));
  const [card] = cardsOf(rig);
  const [reference = ''] = referencesOf(rig);
  if (!card) throw new Error('no row has a card');
  await pass(rig, 2 * DAY, DAY / 12);
  rig.slack.faults.always('chat.update', REFUSED);
  await rig.provider.customer.pay(reference);
  await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.received)));
  await pass(rig, 60, 15);
  expect(readBulk(rig)).not.toContain(SAYS.countPaid('1'));
  rig.slack.faults.off();
  await pass(rig, 1_800, 60);
  expect(readBulk(rig)).toContain(SAYS.countPaidSum('1', 'KES 100.00'));
});

it('an order can be accepted as paid although Slack lets nobody edit its card, which goes on naming less', async () => {
  const sent = await paidShort(rig, await sendPrompt(rig), 175);
  rig.slack.faults.always('chat.update', { kind: 'error', code: 'edit_window_closed' });
  await recordSays(rig, sent, 1000);
  await until(() =>
    rig.replies(sent.card).some((reply) => reply.includes(SAYS.paidNot('KES 1,000.00', 'KES 175.00'))),
  );
  await rig.idle();
  expect(rig.readCard(sent.card)).toContain(SAYS.paidInPartOf('KES 175.00'));
  await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
  const answers = () => rig.slack.ephemerals(rig.agent.id);
  await until(() => answers().at(-1)?.text.includes(SAYS.amountHasCome('KES 1,000.00')));
  const [answer] = answers().slice(-1);
  await rig.agent.click(answer ?? sent.card, 'accept_as_paid');
  await until(() => rig.replies(sent.card).some((reply) => reply.includes(SAYS.acceptedByCapital)));
});

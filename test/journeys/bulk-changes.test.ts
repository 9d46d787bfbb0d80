// What changes between the check of a file and the moment at which a row is sent.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt } from './agent.ts';
import { bulkMessageIn, checkFile, confirm, pass, sendFirstRow, THREE_ROWS, untilBulkSays } from './bulks.ts';
import { type Rig, startRig, until } from './rig.ts';
import { tickBoxOf } from './tick-box.ts';
import { fail } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it.each([
  ['lets the prompt through that was there', false, 2, SAYS.countWaiting('1')],
  ['lets no prompt through whose customer has paid since', true, 1, SAYS.countFailed('1')],
] as const)('Bulk: a tick %s', async (_, isPaid, prompts, said) => {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  await checkFile(rig, 'phone,amount,description\n0712345678,1500,Flour');
  const view = rig.slack.modal(rig.agent.id) ?? fail('no form');
  if (isPaid) {
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes(':white_check_mark:'));
  }
  await confirm(rig, tickBoxOf(view));
  await untilBulkSays(rig, said);
  await pass(rig, 30, 5);
  expect(rig.provider.prompts).toHaveLength(prompts);
});

it('Bulk: a row whose card is being posted when somebody presses Stop is not sent', async () => {
  const posts = Promise.withResolvers<void>();
  const message = await sendFirstRow(rig, THREE_ROWS, () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', until: posts.promise });
  });
  const before = rig.slack.callsTo('chat.postMessage').length;
  await until(() => {
    rig.clock.advance(1_000);
    return rig.slack.callsTo('chat.postMessage').length > before;
  });
  await rig.agent.click(bulkMessageIn(rig) ?? message, 'stop_bulk', { isOld: true });
  await until(() => JSON.stringify(bulkMessageIn(rig)).includes(`<@${rig.agent.id}>`));
  posts.resolve();
  await untilBulkSays(rig, '2 not sent');
  expect(rig.provider.prompts).toHaveLength(1);
});

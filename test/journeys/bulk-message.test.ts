// The message of many orders at once and the file with the results, when somebody deletes the message or Slack takes neither.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  bulkMessageIn,
  cardsOf,
  checkFile,
  confirm,
  manyRows,
  pass,
  readBulk,
  referencesOf,
  untilBulkSays,
  untilRows,
} from './bulks.ts';
import { renderMessage } from './reading.ts';
import { newest, openAgain, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

async function send(rows: number): Promise<void> {
  await checkFile(rig, manyRows(rows));
  await confirm(rig);
}

/** What stands in the channel and in the direct messages, with its threads. */
const everything = () =>
  [rig.slack.channels.sales, rig.slack.dmOf(rig.agent.id)]
    .flatMap((channel) => rig.slack.messages(channel))
    .flatMap(({ channel, ts }) => rig.slack.thread(channel, ts));
const files = () => everything().flatMap((one) => one.files ?? []);
const notUploaded = () =>
  everything()
    .map((one) => renderMessage(one))
    .filter((text) => text.includes(SAYS.resultsNotUploaded));

/** Until the prompts have stopped ringing and more. */
const untilResults = () => pass(rig, 600, 15);

describe('a bulk whose message somebody deletes', () => {
  it('has it posted anew while rows are sent, so that anybody who may act can still stop it', async () => {
    await send(40);
    const { channel, ts } = await untilRows(rig, 2);
    rig.slack.deleteMessage(channel, ts);
    await pass(rig, 15);
    const message = bulkMessageIn(rig);
    expect(readBulk(rig)).toContain('[stop_bulk]');
    if (message) await rig.agent.click(message, 'stop_bulk');
    await untilBulkSays(rig, SAYS.stoppedBy);
  });

  it('has it posted anew for the file with the results, also when all rows were sent before', async () => {
    await send(4);
    const { channel, ts } = await untilRows(rig, 2);
    await untilBulkSays(rig, SAYS.promptsDone('4'));
    rig.slack.deleteMessage(channel, ts);
    await untilResults();
    expect(files()).toHaveLength(1);
    expect(readBulk(rig)).toContain(SAYS.promptsDone('4'));
  });

  it('stays without it once the file with the results has come', async () => {
    await send(1);
    await untilResults();
    expect(files()).toHaveLength(1);
    const message = bulkMessageIn(rig);
    if (message) rig.slack.deleteMessage(message.channel, message.ts);
    await rig.provider.customer.pay(referencesOf(rig)[0] ?? '');
    await pass(rig, 60, 5);
    expect(bulkMessageIn(rig)).toBeUndefined();
  });
});

it('the message of a bulk is edited again after an edit whose answer was lost, also back to what it said before', async () => {
  rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
  const notFound = rig.provider.faults.notFound();
  await send(1);
  await untilBulkSays(rig, SAYS.countWaiting('1'));
  rig.slack.faults.always('chat.update', { kind: 'lostAnswer' });
  // The pauses between its tries are longer where more of them fail before that.
  await untilBulkSays(rig, SAYS.countFailed('1'), 1_800, 10);
  // Nothing can be shown while the provider finds the row after all.
  rig.slack.faults.off();
  rig.slack.faults.always('chat.update', { kind: 'http500' });
  notFound.end();
  await rig.provider.notify(referencesOf(rig)[0] ?? '');
  await until(() => cardsOf(rig).flatMap((one) => rig.replies(one)).length === 2);
  await pass(rig, 30, 5);
  rig.slack.faults.off();
  await untilBulkSays(rig, SAYS.countWaiting('1'), 1_800, 30);
});

it.each(['was not answered', 'was declined', 'was cancelled'])(
  'the message of a bulk counts a payment days later of a prompt that %s',
  async (how) => {
    await send(2);
    await untilBulkSays(rig, SAYS.promptsDone('2'));
    const [card] = cardsOf(rig);
    const [reference = ''] = referencesOf(rig);
    if (!card) throw new Error('no row has a card');
    if (how === 'was declined') await rig.provider.customer.decline(reference);
    if (how === 'was cancelled') await rig.agent.click(card, 'cancel_order');
    await untilResults();
    await pass(rig, 2 * 24 * 3600, 2 * 3600);
    // As their cards say.
    expect(readBulk(rig)).toContain(
      how === 'was not answered' ? SAYS.countNotAnswered('2') : SAYS.countNotAnswered('1'),
    );
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes(SAYS.paidAmount('00')));
    await pass(rig, 60, 15);
    expect(readBulk(rig)).toContain(SAYS.countPaidSum('1', 'KES 100.00'));
  },
);

it('the message of a bulk names the order that a row was sent again as, also when no row had been sent', async () => {
  rig.provider.faults.refuse({ message: 'Not today' }, { operation: 'push', times: 1 });
  await send(1);
  await untilBulkSays(rig, SAYS.countFailed('1'));
  await untilResults();
  rig.agent.close();
  const [card] = cardsOf(rig);
  if (!card) throw new Error('the row has no card');
  await openAgain(rig, newest(rig, card));
  const again = await submitAgain(rig);
  await untilBulkSays(rig, SAYS.resentAsWaiting(again.reference));
  await rig.provider.customer.pay(again.reference);
  await untilBulkSays(rig, SAYS.resentAsPaid(again.reference));
});

describe('the file with the results of a bulk', () => {
  it.each([
    ['asks to go slower', { kind: 'rateLimited', retryAfterSeconds: 3 }],
    ['loses the answer', { kind: 'lostAnswer' }],
  ] as const)('is said once not to have come, also when Slack %s as that is said', async (_, fault) => {
    rig.slack.faults.always('files.completeUploadExternal', {
      kind: 'error',
      code: 'file_uploads_disabled',
    });
    await send(1);
    await untilBulkSays(rig, SAYS.bulkDone);
    rig.slack.faults.next('chat.postMessage', fault);
    await untilResults();
    expect(notUploaded()).toEqual([expect.stringContaining(SAYS.cardsSay)]);
  });

  it('is said not to have come when the app lacks the scope for it, with the scope', async () => {
    await rig.stop();
    rig = await startRig({}, { withoutScope: 'files:write' });
    await send(1);
    await untilResults();
    expect(notUploaded()).toEqual([expect.stringContaining(SAYS.scopeMissingWrite('files:write'))]);
  });

  it('goes with the message to whoever began it when the channel is archived right before', async () => {
    await send(1);
    await untilBulkSays(rig, SAYS.bulkDone);
    await pass(rig, 12);
    rig.slack.archive(rig.slack.channels.sales);
    await untilResults();
    const direct = rig.slack.messages(rig.slack.dmOf(rig.agent.id));
    expect(direct.map((one) => renderMessage(one))).toEqual([expect.stringContaining(SAYS.promptsDone('1'))]);
    expect(files()).toHaveLength(1);
  });
});

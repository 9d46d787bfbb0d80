// Many orders with one file, while the provider or Slack is busy or away, or the channel goes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOrder, SAYS } from '#test/slack/text/phrases.ts';
import {
  bulkMessageIn,
  cardsOf,
  checkFile,
  confirm,
  manyRows,
  pass,
  passAtMost,
  readBulk,
  referencesOf,
  resultsIn,
  sendFirstRow,
  THREE_ROWS,
  untilBulkSays,
  untilRows,
} from './bulks.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';
import { fail } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

async function send(content = THREE_ROWS): Promise<void> {
  await checkFile(rig, content);
  await confirm(rig);
}

const pushes = () => rig.provider.requestsTo('push').length;
const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id));

it('a bulk whose file its owner deletes in Slack once it was checked is sent as it was checked', async () => {
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'bulk');
  await until(() => rig.readModal().includes('== bulk =='));
  const id = rig.agent.upload({ name: 'customers.csv', content: THREE_ROWS });
  await rig.agent.submit({ file: [id] });
  await until(() => rig.readModal().includes(SAYS.bulkPromptsAsked('3')));
  rig.slack.deleteFile(id);
  await confirm(rig);
  expect(await untilBulkSays(rig, SAYS.promptsDone('3'))).toContain(SAYS.countWaiting('3'));
});

describe('a bulk while the payment service is not well', () => {
  it('a row that the service refuses as too frequent waits and is sent once, and the rows behind it wait as well', async () => {
    rig.provider.faults.refuse({ httpStatus: 429, message: 'Too many' }, { operation: 'push', times: 3 });
    await send();
    await until(async () => {
      await pass(rig, 1);
      return cardsOf(rig).length > 0;
    });
    await pass(rig, 5);
    expect(cardsOf(rig)).toHaveLength(1);
    const done = await untilBulkSays(rig, SAYS.promptsDone('3'));
    expect(done).toContain(SAYS.countWaiting('3'));
    expect(rig.provider.orders()).toHaveLength(3);
    expect(pushes()).toBe(6);
  });

  it.each([
    ['cannot be reached', {}, 2],
    ['takes no prompts though it answers', { operation: 'push' }, 3],
  ] as const)(
    'while the service %s for some minutes at most one row is given up; the others are sent when it is well',
    async (_, limits, begun) => {
      await sendFirstRow(rig, manyRows(4), () => {
        rig.provider.faults.refuse({ httpStatus: 409, message: 'Too many' }, limits);
      });
      await pass(rig, 300, 5);
      expect(cardsOf(rig)).toHaveLength(begun);
      rig.provider.faults.clear();
      const done = await untilBulkSays(rig, SAYS.promptsDone('4'), 200);
      expect(done).toContain(SAYS.countWaitingFailed('3', '1'));
      expect(done).toContain(SAYS.providerBusy);
      expect(rig.provider.orders()).toHaveLength(3);
    },
  );

  it.each([
    ['to be requested again', 'push', ''],
    ['to be asked about under its own reference', 'getTransactionByMerchantReference', 'A-1'],
  ] as const)(
    'a row that waits %s when Teller stops is sent once by the next Teller',
    async (_, operation, id) => {
      rig.provider.faults.refuse({ httpStatus: 429, message: 'Too many' }, { operation });
      await send(`phone,amount,description,reference\n0733000001,20,Tea,${id}`);
      const before = rig.provider.requestsTo(operation).length;
      await until(async () => {
        await pass(rig, 1);
        return rig.provider.requestsTo(operation).length > before;
      });
      await rig.stopBot();
      rig.provider.faults.clear();
      rig.clock.advance(5 * 60_000);
      await rig.startBot();
      await untilBulkSays(rig, SAYS.countWaiting('1'));
      // The order is taken up by one worker, and the message is written by another.
      await until(() => rig.provider.prompts.length > 0);
      expect(await untilBulkSays(rig, SAYS.promptsDone('1'))).not.toContain(SAYS.failed);
      await rig.idle();
      expect(rig.provider.prompts).toHaveLength(1);
    },
  );

  it('a row that waits to be requested again when somebody presses Stop is not sent, counts as such, and can be sent again alone', async () => {
    const message = await sendFirstRow(rig, THREE_ROWS, () => {
      rig.provider.faults.refuse({ httpStatus: 429, message: 'Too many' }, { operation: 'push' });
    });
    await until(async () => {
      await pass(rig, 1);
      return pushes() > 1;
    });
    await rig.agent.click(message, 'stop_bulk', { isOld: true });
    await untilBulkSays(rig, SAYS.stoppedBy);
    rig.provider.faults.clear();
    expect(await untilBulkSays(rig, SAYS.countWaitingNotSent('1', '2'))).not.toContain(SAYS.failed);
    await rig.provider.customer.pay(referencesOf(rig)[0] ?? '');
    await pass(rig, 150, 15);
    expect(rig.provider.prompts).toHaveLength(1);
    const card = cardsOf(rig)[1] ?? fail('no card');
    expect(renderMessage(card)).toContain(SAYS.stoppedBeforeRow);
    expect(renderMessage(card)).toContain('[send_again]');
    expect(resultsIn(rig)).toEqual([expect.stringMatching(inOrder(SAYS.stoppedBeforeRow, SAYS.notSentTurn))]);
  });

  it('a row whose answer is lost is not sent again, and the next rows go on', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    await send();
    const done = await untilBulkSays(rig, SAYS.promptsDone('3'), 200);
    expect(done).toContain(SAYS.countWaiting('3'));
    expect(rig.provider.orders()).toHaveLength(3);
    expect(pushes()).toBe(3);
  });
});

describe('a bulk while Slack is not well', () => {
  it('rows wait while their cards cannot be posted, and at most one is given up', async () => {
    await send(manyRows(4));
    await untilRows(rig, 1);
    rig.slack.faults.always('chat.postMessage', { kind: 'reset' });
    rig.slack.faults.always('chat.update', { kind: 'reset' });
    await passAtMost(rig, 60);
    rig.slack.faults.off();
    const done = await untilBulkSays(rig, SAYS.promptsDone('4'), 300);
    expect(done).toContain(SAYS.countWaitingFailed('3', '1'));
    expect(rig.provider.orders()).toHaveLength(3);
  });

  it.each([
    ['limits', { kind: 'rateLimited', retryAfterSeconds: 60 }],
    ['takes no', { kind: 'http500' }],
  ] as const)(
    'rows wait while Slack %s posts though it takes edits, and at most one is given up',
    async (_, fault) => {
      await send(manyRows(6));
      await untilRows(rig, 1);
      rig.slack.faults.always('chat.postMessage', fault);
      await passAtMost(rig, 100);
      rig.slack.faults.off();
      const done = await untilBulkSays(rig, SAYS.promptsDone('6'), 300);
      expect(done).toContain(SAYS.countWaitingFailed('5', '1'));
      expect(rig.provider.orders()).toHaveLength(5);
    },
  );

  it.each([
    ['lost', { kind: 'lostAnswer' }],
    ['cut off before', { kind: 'reset' }],
    ['refused as too frequent', { kind: 'rateLimited', retryAfterSeconds: 3 }],
  ] as const)('its message and its file are posted once when the answer to each is %s', async (_, fault) => {
    rig.slack.faults.next('chat.postMessage', fault);
    rig.slack.faults.next('files.completeUploadExternal', fault);
    await send();
    await untilBulkSays(rig, SAYS.bulkDone, 200);
    for (const reference of referencesOf(rig)) await rig.provider.customer.pay(reference);
    await untilBulkSays(rig, SAYS.countPaid('3'), 200);
    await pass(rig, 60);
    expect(rig.cards().filter(({ metadata }) => metadata?.event_payload['news'] === 'bulk')).toHaveLength(1);
    expect(resultsIn(rig)).toHaveLength(1);
  });

  it('when the channel is archived it stops, and the person who asked hears directly what was sent', async () => {
    await send();
    await untilRows(rig, 1);
    rig.slack.archive(rig.slack.channels.sales);
    await until(async () => {
      await pass(rig, 1);
      return direct().some((one) => renderMessage(one).includes(SAYS.cannotPostAnyMore));
    });
    expect(rig.provider.orders().length).toBeLessThan(3);
    await pass(rig, 400, 10);
    const [message, ...more] = direct().filter(({ metadata }) => metadata?.event_payload['news'] === 'bulk');
    expect(more).toHaveLength(0);
    const files = rig.slack
      .thread(message?.channel ?? '', message?.ts ?? '')
      .flatMap((one) => one.files ?? []);
    expect(files).toHaveLength(1);
  });

  it('after standing still for more than an hour it does not go on by itself, and Stop says that it has ended', async () => {
    await send(manyRows(4));
    const message = await untilRows(rig, 1);
    await rig.stopBot();
    rig.clock.advance(61 * 60_000);
    await rig.startBot();
    const said = await untilBulkSays(rig, SAYS.stalledForHour);
    expect(said).toContain(SAYS.notSent);
    expect(rig.provider.orders()).toHaveLength(cardsOf(rig).length);
    expect(readBulk(rig)).not.toContain('[stop_bulk]');
    await rig.agent.click(message, 'stop_bulk', { isOld: true });
    await pass(rig, 5);
    const answers = rig.slack.ephemerals(rig.agent.id).map((one) => renderMessage(one));
    expect(answers.join()).toContain(SAYS.nothingToStop);
    expect(readBulk(rig)).toBe(said);
  });

  it('one that waits behind another for more than an hour does not stand still, and goes on when that one is stopped', async () => {
    await send(manyRows(8));
    const first = await untilRows(rig, 1);
    rig.agent.close();
    await send('phone,amount,description\n0733000001,20,Tea');
    for (let stops = 0; stops < 2; stops += 1) {
      rig.provider.faults.refuse({ httpStatus: 409, message: 'Too many' });
      await pass(rig, 40 * 60, 600);
      rig.provider.faults.clear();
      const sent = rig.provider.orders().length;
      for (let seconds = 0; seconds < 120 && rig.provider.orders().length === sent; seconds += 1)
        await pass(rig, 1);
    }
    await rig.agent.click(first, 'stop_bulk', { isOld: true });
    await untilBulkSays(rig, SAYS.promptsDone('1'), 60);
  });

  it('is taken up where it was after a restart, and sends no row twice', async () => {
    await send(manyRows(5));
    await untilRows(rig, 2);
    await rig.stopBot();
    await rig.startBot();
    await untilBulkSays(rig, SAYS.promptsDone('5'));
    expect(rig.provider.orders()).toHaveLength(5);
    expect(pushes()).toBe(5);
    expect(bulkMessageIn(rig)).toBeDefined();
  });
});

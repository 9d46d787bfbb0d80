// Many orders with one file: chosen, checked, confirmed, sent one after the other, counted in one message.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACK_MS } from '#test/patience.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answersTo } from './agent.ts';
import {
  bulkMessageIn,
  cardsOf,
  checkFile,
  confirm,
  manyRows,
  pass,
  readBulk,
  referencesOf,
  resultsIn,
  THREE_ROWS,
  untilBulkSays,
  untilRows,
} from './bulks.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { newest, openAgain, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002', APPROVAL_ABOVE: 'KES 50000, USD 500' });
});
afterEach(() => rig.stop());

const brian = () => rig.slack.person(rig.slack.users.secondAgent);
const sales = () => rig.slack.channels.sales;

async function send(content = THREE_ROWS, values = {}): Promise<void> {
  await checkFile(rig, content, values);
  await confirm(rig);
}

describe('a bulk of prompts', () => {
  it('is checked, confirmed once, sent row after row, and its message counts what is paid', async () => {
    const shown = await checkFile(rig, THREE_ROWS);
    expect(shown).toContain(SAYS.bulkPromptsAsked('3'));
    expect(shown).toContain(SAYS.sumInRows('KES 1,849.00', '3 rows'));
    expect(shown).toContain('+254 7•• ••• 678');
    expect(shown).toContain(SAYS.fileIsYours);
    expect(rig.provider.orders()).toHaveLength(0);
    await confirm(rig);
    const done = await untilBulkSays(rig, SAYS.promptsDone('3'));
    expect(done).toContain('3 of 3');
    expect(done).toContain(SAYS.countWaiting('3'));
    expect(done).not.toContain('[stop_bulk]');
    expect(rig.provider.orders().map(({ msisdn, amount }) => [msisdn, amount])).toEqual([
      ['254712345678', 1500],
      ['254722000001', 250],
      ['254733000002', 99],
    ]);
    const [first = '', second = ''] = referencesOf(rig);
    await rig.provider.customer.pay(first);
    await untilBulkSays(rig, SAYS.countPaidSum('1', 'KES 1,500.00'));
    await rig.provider.customer.decline(second);
    const message = await untilBulkSays(rig, SAYS.countFailed('1'));
    expect(message).toContain('Row 3');
    expect(message).toContain(SAYS.customerDeclined);
  });

  it('names the order with which a failed row was sent again, and how that one stands, so that nobody chases a customer who has paid', async () => {
    await send();
    await untilBulkSays(rig, SAYS.promptsDone('3'));
    rig.agent.close();
    const [first = ''] = referencesOf(rig);
    await rig.provider.customer.decline(first);
    await untilBulkSays(rig, SAYS.rowDeclined(first));
    const [card] = cardsOf(rig);
    if (!card) throw new Error('there is no card');
    await openAgain(rig, newest(rig, card));
    const again = await submitAgain(rig);
    await untilBulkSays(rig, SAYS.rowResentAsWaiting(first, again.reference));
    await rig.provider.customer.pay(again.reference);
    await untilBulkSays(rig, SAYS.rowResentAsPaid(first, again.reference));
  });

  it('a row that was paid with another amount is counted as one to review, and its money is not among what is paid', async () => {
    await send();
    await untilBulkSays(rig, SAYS.bulkDone);
    const [first = '', second = ''] = referencesOf(rig);
    await rig.provider.customer.pay(first);
    await rig.provider.customer.pay(second, { amount: 40 });
    const message = await untilBulkSays(rig, SAYS.countToReview('1'));
    expect(message).toContain(SAYS.countPaidSumWaitingReview('1', 'KES 1,500.00', '1', '1'));
  });

  it('goes on without a second prompt in the same second, and its rows’ paid replies stay in their threads', async () => {
    await send();
    await untilBulkSays(rig, SAYS.bulkDone);
    const times = rig.provider.orders().map(({ createdAt }) => createdAt);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(900);
    const [first = ''] = referencesOf(rig);
    await rig.provider.customer.pay(first);
    const [card] = cardsOf(rig);
    await until(() => card && rig.replies(card).length > 0);
    expect(rig.slack.messages(sales()).filter(({ thread_ts, ts }) => thread_ts && thread_ts !== ts)).toEqual(
      [],
    );
  });

  it('ends with one file that says what became of each row, once the prompts have been answered', async () => {
    await send();
    await untilBulkSays(rig, SAYS.bulkDone);
    const [first = '', second = ''] = referencesOf(rig);
    await rig.provider.customer.pay(first);
    await rig.provider.customer.decline(second);
    await untilBulkSays(rig, SAYS.countFailed('1'));
    expect(resultsIn(rig)).toHaveLength(0);
    await untilBulkSays(rig, SAYS.bulkDone, 1);
    for (let minute = 0; minute < 8; minute += 1) {
      rig.clock.advance(60_000);
      await rig.idle();
    }
    await until(() => resultsIn(rig).length > 0);
    const [titles, ...rows] = readCsv((resultsIn(rig)[0] ?? '').slice(1));
    expect(titles).toEqual(['Row', 'Reference', 'Link', 'Outcome']);
    expect(rows.map(([row, reference, , outcome]) => [row, reference, outcome])).toEqual([
      ['2', first, 'Paid'],
      ['3', second, SAYS.notPaidCause],
      ['4', referencesOf(rig)[2], SAYS.noPinYetCapital],
    ]);
    rig.clock.advance(60_000);
    await rig.idle();
    expect(resultsIn(rig)).toHaveLength(1);
  });

  it('is asked for in the audit record by the person who confirmed it, as each of its orders is', async () => {
    goToNoon(rig);
    await send();
    await untilBulkSays(rig, SAYS.bulkDone);
    const said = await answersTo(rig, `history ${referencesOf(rig)[0]}`);
    await until(() => said().includes(SAYS.requestedPayment(`@${rig.agent.id}`)));
    await brian().command(sales(), '/pay', 'report audit');
    await until(() => String(rig.slack.files().at(-1)?.content).includes('begun_bulk'));
    expect(String(rig.slack.files().at(-1)?.content)).toContain(`${sales()} 3 prompt `);
  });
});

describe('a bulk of links', () => {
  it('makes a link for each row and says them in its file at once', async () => {
    await checkFile(rig, `${THREE_ROWS}\n0711000003,12.50,Oil,Zuri,USD`.replace('name', 'name,currency'), {
      kind: 'link',
    });
    expect(rig.readModal()).toContain(SAYS.bulkLinksAsked('4'));
    expect(rig.readModal()).toContain(SAYS.sumInRows('USD 12.50', '1 row'));
    await confirm(rig);
    await untilBulkSays(rig, SAYS.linksDone('4'));
    await until(() => {
      rig.clock.advance(1_000);
      return resultsIn(rig).length > 0;
    });
    const [, ...rows] = readCsv((resultsIn(rig)[0] ?? '').slice(1));
    expect(rows.map(([, , link]) => link)).toEqual(
      referencesOf(rig).map((reference) =>
        expect.stringContaining(rig.provider.find(reference)?.order_tracking_id ?? ''),
      ),
    );
    expect(rows.map(([, , , outcome]) => outcome)).toEqual(Array(4).fill(SAYS.waitingForPaymentNow));
  });
});

describe('confirming and stopping', () => {
  it('the same form confirmed twice makes one bulk', async () => {
    await checkFile(rig, THREE_ROWS);
    await Promise.all([rig.agent.submit(), rig.agent.submit()]);
    await untilBulkSays(rig, SAYS.bulkDone);
    expect(rig.provider.orders()).toHaveLength(3);
    expect(rig.cards().filter(({ metadata }) => metadata?.event_payload['news'] === 'bulk')).toHaveLength(1);
  });

  it('anybody who may act can stop it; what was sent stays, and the second who presses reads who was first', async () => {
    await send();
    const message = await untilRows(rig, 1);
    await Promise.all([brian().click(message, 'stop_bulk'), rig.agent.click(message, 'stop_bulk')]);
    const stopped = await untilBulkSays(rig, SAYS.stoppedBy);
    expect(stopped).toMatch(new RegExp(SAYS.countWaitingNotSent('[12]', '[12]')));
    const sent = rig.provider.orders().length;
    expect(sent).toBeLessThan(3);
    await pass(rig, 5);
    expect(rig.provider.orders()).toHaveLength(sent);
    const answers = [rig.agent, brian()].map((person) =>
      rig.slack
        .ephemerals(person.id)
        .map((one) => renderMessage(one))
        .join(),
    );
    expect(answers.filter((answer) => answer.includes(SAYS.stoppedStays))).toHaveLength(1);
    expect(answers.filter((answer) => answer.includes(SAYS.alreadyStopped))).toHaveLength(1);
  });

  it.each([
    ['stopped', SAYS.promptsStopped('60')],
    ['sent', SAYS.promptsDone('2')],
  ] as const)(
    'a form whose first answer Slack lost says that by now all is %s when it is confirmed once more',
    async (how, said) => {
      await rig.stop();
      rig = await startRig({}, { socket: true, ackMs: ACK_MS });
      await checkFile(rig, manyRows(how === 'stopped' ? 60 : 2));
      const cut = Promise.withResolvers<void>();
      rig.slack.faults.next('conversations.info', { kind: 'slow', until: cut.promise });
      const asked = rig.slack.callsTo('conversations.info').length;
      const submitted = rig.agent.submit();
      await until(() => rig.slack.callsTo('conversations.info').length > asked);
      rig.slack.faults.always('apps.connections.open', { kind: 'reset' });
      rig.slack.sockets.cut();
      cut.resolve();
      await submitted;
      expect(rig.readModal()).toContain(SAYS.tryAgain);
      rig.slack.faults.off();
      await until(() => {
        rig.clock.advance(500);
        return rig.slack.sockets.count() > 0 && readBulk(rig) !== '';
      });
      const message = bulkMessageIn(rig);
      if (message && how === 'stopped') await brian().click(message, 'stop_bulk', { isOld: true });
      await untilBulkSays(rig, said);
      // Slack waits for an answer no longer than in earnest: on a busy machine it may lose this one too.
      const isLost = () => rig.readModal().includes(SAYS.tryAgain);
      await until(async () => !isLost() || (await rig.agent.submit()).problem === undefined);
      await until(() => rig.readModal().includes(said));
    },
  );

  it('a guest can neither begin nor stop one', async () => {
    const grace = rig.slack.person(rig.slack.users.guest);
    await grace.command(sales(), '/pay', 'bulk');
    await until(() => rig.slack.ephemerals(grace.id).some(({ text }) => text.includes(SAYS.onlyFullMembers)));
    await send();
    const message = await untilRows(rig, 1);
    await grace.click(message, 'stop_bulk');
    await until(() => rig.slack.ephemerals(grace.id).length === 2);
    await untilBulkSays(rig, SAYS.promptsDone('3'));
    expect(readBulk(rig)).not.toContain(SAYS.stopped);
  });

  it('in a direct message the word bulk is answered with a button that opens the form', async () => {
    await rig.agent.say(rig.slack.channels.dm, 'bulk');
    await until(() => rig.slack.messages(rig.slack.channels.dm).length > 1);
    const offer = rig.slack.messages(rig.slack.channels.dm).at(-1);
    if (!offer) throw new Error('there is no answer');
    await rig.agent.click(offer, 'bulk');
    await until(() => rig.readModal().includes('== bulk =='));
  });
});

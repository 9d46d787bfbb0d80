// Approvers take the audit record as a file: what is in it, who gets it, and that nobody can fill it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { press, repliesOf, sendPrompt } from './agent.ts';
import { hashOfLine } from './audit-chain.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
/** The only approver, who need not be one of those who may act. */
let brian: Person;
beforeEach(async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002', ALLOWED_USERGROUPS: 'U0AGENT001' });
  goToNoon(rig);
  brian = rig.slack.person(rig.slack.users.secondAgent);
});
afterEach(() => rig.stop());

const sales = () => rig.slack.channels.sales;
const type = (words: string, person = rig.agent) => person.command(sales(), '/pay', words);
const noted = (text: string, person = rig.agent) =>
  until(() => rig.slack.ephemerals(person.id).some((one) => renderMessage(one).includes(text)));

type Row = Record<string, string>;

/** The lines of a new file, and its last one. */
async function record(): Promise<{ rows: Row[]; head: Row }> {
  const before = rig.slack.files().length;
  await type('report audit', brian);
  await until(() => rig.slack.files().length > before && rig.slack.files().at(-1)?.content !== undefined);
  const [titles = [], ...lines] = readCsv(String(rig.slack.files().at(-1)?.content).slice(1));
  const rows = lines.map((line) =>
    Object.fromEntries(titles.map((title, index) => [title, line[index] ?? ''])),
  );
  return { rows: rows.slice(0, -1), head: rows.at(-1) ?? {} };
}

const auditEventsIn = (rows: readonly Row[]) => rows.map(({ Action, Who }) => `${Who} ${Action}`);

describe('the audit record', () => {
  it('says that its file did not come, and names no file of payments', async () => {
    const fault = { kind: 'error', code: 'file_uploads_disabled' } as const;
    rig.slack.faults.always('files.completeUploadExternal', fault);
    await type('report audit', brian);
    await noted(SAYS.auditFileRefused, brian);
  });

  it('comes once, with its file, when Slack’s word about its message is lost', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    const { head } = await record();
    expect(head).not.toEqual({});
    const direct = rig.slack.messages(rig.slack.dmOf(brian.id));
    expect(direct.filter(({ user }) => user === rig.slack.botUserId)).toHaveLength(1);
  });

  it('is sent to approvers as a file that chains every line and ends with the head', async () => {
    const { card, reference } = await sendPrompt(rig);
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    const { rows, head } = await record();
    const direct = rig.slack.dmOf(brian.id);
    const [message] = rig.slack.messages(direct);
    expect(message?.text).toContain(SAYS.auditTitle);
    expect(message && renderMessage(message)).toContain(SAYS.auditLinesFor('3'));
    expect(rows).toMatchObject([
      { Who: 'U0AGENT001', Name: 'Amina Agent', Action: 'asked', Order: reference, Outcome: 'sending' },
      { Who: 'U0AGENT001', Action: 'cancelled', Order: reference, Outcome: 'cancelled' },
      { Who: 'U0AGENT002', Action: 'exported_audit', Order: '' },
    ]);
    let previous = '';
    for (const {
      Number: seq,
      'Time (ms)': at,
      Who: who = '',
      Action: event = '',
      Order,
      Outcome: outcome = '',
      Hash,
    } of rows) {
      const order = Order ?? '';
      previous = hashOfLine(previous, { seq: Number(seq), at: Number(at), who, event, order, outcome });
      expect(Hash).toBe(previous);
    }
    expect(head).toMatchObject({ Number: '3', Action: 'head', Hash: previous });
    expect(JSON.stringify(message?.blocks)).toContain(previous);
    await noted(SAYS.auditInDirect, brian);
  });

  it('has who searched by a customer’s data, took a report, and switched alerts or the digest, and none of the words', async () => {
    const { card, reference } = await sendPrompt(rig, { first_name: 'Wanjiru', last_name: 'Kamau' });
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await type('find wanjiru');
    await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
    await type('report');
    await until(() => rig.slack.files().length === 1);
    await type('alerts on');
    await type('digest daily 18:00');
    for (const switched of [SAYS.alertsChanged, SAYS.digestChanged])
      await until(() => rig.slack.messages(sales()).some(({ text }) => text.includes(switched)));
    const { rows } = await record();
    expect(rows.map(({ Action, Outcome }) => `${Action}: ${Outcome}`)).toEqual(
      expect.arrayContaining([
        'searched: 1',
        expect.stringMatching(/^exported_report: \d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d all 1$/),
        `switched_alerts: ${sales()} on`,
        `switched_digest: ${sales()} daily 18:00`,
      ]),
    );
    expect(JSON.stringify(rows)).not.toMatch(/wanjiru|kamau|712345678|flour/i);
  });

  it('is refused to everybody else, and every refusal is a line, once a minute for each thing', async () => {
    await type('report audit');
    await noted(SAYS.auditApprovers);
    const { guest } = rig.slack.users;
    const stranger = rig.slack.person(guest);
    for (let presses = 0; presses < 5; presses += 1) await type('open', stranger);
    await type('find 1500', stranger);
    await until(() => rig.slack.ephemerals(guest).length === 6);
    rig.clock.advance(61_000);
    await type('open', stranger);
    await until(() => rig.slack.ephemerals(guest).length === 7);
    const { rows } = await record();
    expect(rows.filter(({ Action }) => Action === 'refused')).toMatchObject([
      { Who: 'U0AGENT001', Outcome: 'not_approver: command report' },
      { Who: guest, Outcome: 'guest: command open' },
      { Who: guest, Outcome: 'guest: command find' },
      { Who: guest, Outcome: 'guest: command open' },
    ]);
    expect(auditEventsIn(rows)).not.toContain('U0AGENT001 exported_audit');
  });

  it('has the order of a button that a guest pressed, and its history says so', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    const stranger = rig.slack.person(rig.slack.users.guest);
    await press(rig, card, 'cancel_order', stranger);
    await until(() => rig.slack.ephemerals(stranger.id).length === 1);
    const { rows } = await record();
    expect(rows.find(({ Action }) => Action === 'refused')).toMatchObject({
      Who: stranger.id,
      Order: reference,
      Outcome: 'guest: cancel_order',
    });
    await type(`history ${reference}`);
    await noted(SAYS.auditRefused);
  });

  it('takes the periods of other reports, and says of a wrong one what is wrong', async () => {
    await sendPrompt(rig);
    await type('report audit 2020-01', brian);
    await until(() => rig.slack.messages(rig.slack.dmOf(brian.id)).length === 1);
    const [message] = rig.slack.messages(rig.slack.dmOf(brian.id));
    expect(message && renderMessage(message)).toContain(SAYS.auditLines('0', 'January 2020'));
    await type('report audit someday', brian);
    await noted(SAYS.periodUnknown, brian);
  });
});

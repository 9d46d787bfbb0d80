// Reports: whose they are, where they may be posted and how often, and what people read when Slack takes no part of one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { payFor, sendPrompt } from './agent.ts';
import { goToNoon } from './noon.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE_MS = 60_000;

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  goToNoon(rig);
  await payFor(rig, await sendPrompt(rig));
  rig.clock.advance(MINUTE_MS);
});
afterEach(() => rig.stop());

const sales = () => rig.slack.channels.sales;
const direct = () => rig.slack.dmOf(rig.agent.id);
const noted = () => rig.slack.ephemerals(rig.agent.id);
const reportsIn = (channel: string) =>
  rig.slack.messages(channel).filter(({ metadata }) => metadata?.event_payload['reference'] === 'report');
const threadOf = ({ channel, ts }: Message) => rig.slack.thread(channel, ts);
const read = (message: Message) => renderMessage(message, { nameOf: rig.slack.nameOf });

/** Types `/pay report …`, and waits for the report with its file. */
async function report(words = 'today', channel = sales()): Promise<Message> {
  const before = reportsIn(direct()).length;
  await rig.agent.command(channel, '/pay', `report ${words}`);
  await until(() => reportsIn(direct()).length > before);
  const message = reportsIn(direct()).at(-1);
  if (!message) throw new Error('there is no report');
  await until(() => threadOf(message).length > 1);
  await rig.idle();
  return message;
}

describe('posting a report to its channel', () => {
  const share = (message: Message, by = rig.agent) => by.click(message, 'share_report');

  it('Post to channel: two people at once, and one again, post one report', async () => {
    const message = await report();
    const before = noted().length;
    await Promise.all([share(message), share(message)]);
    await until(() => noted().length >= before + 2);
    await share(message);
    await until(() => noted().length === before + 3);
    await rig.idle();
    const [posted, ...others] = reportsIn(sales());
    expect(others).toEqual([]);
    expect(posted && threadOf(posted).length).toBe(2);
    const link = `/p${posted?.ts.replace('.', '')}`;
    for (const answer of noted().slice(before)) expect(JSON.stringify(answer)).toContain(link);
  });

  it('Post to channel: a report can be posted again after a minute', async () => {
    const message = await report();
    await share(message);
    await until(() => reportsIn(sales()).length === 1);
    await rig.idle();
    rig.clock.advance(MINUTE_MS + 1_000);
    await share(message);
    await until(() => reportsIn(sales()).length === 2);
  });

  it('Post to channel: a report whose answer Slack loses is there once, with its file', async () => {
    const message = await report();
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await share(message);
    await until(() => reportsIn(sales()).some((posted) => threadOf(posted).length === 2));
    await rig.idle();
    expect(reportsIn(sales())).toHaveLength(1);
  });

  it('Post to channel: a report that Slack refused can be posted with the next press', async () => {
    const message = await report();
    const before = noted().length;
    rig.slack.faults.next('chat.postMessage', { kind: 'error', code: 'restricted_action' });
    await share(message);
    await until(() => noted().length === before + 1);
    expect(reportsIn(sales())).toEqual([]);
    await share(message);
    await until(() => reportsIn(sales()).length === 1);
  });

  it('Post to channel: a report of one person stays that person’s', async () => {
    await share(await report('today me'));
    await until(() => reportsIn(sales()).length === 1);
    expect(reportsIn(sales()).map(read)).toEqual([expect.stringContaining(SAYS.paymentsOf)]);
  });

  it.each<[string, () => void]>([
    ['Teller has left', () => rig.slack.remove(sales(), rig.slack.botUserId)],
    ['is archived', () => rig.slack.archive(sales())],
    [
      'people of another workspace read by now',
      () => {
        const { id } = rig.slack.addUser({ name: 'nia', team_id: 'T0NORTH', is_stranger: true });
        rig.slack.invite(sales(), id);
      },
    ],
  ])('Post to channel: nothing is posted in a channel that %s', async (_what, change) => {
    const message = await report();
    change();
    const before = noted().length;
    await share(message);
    await until(() => noted().length > before);
    await rig.idle();
    expect(reportsIn(sales())).toEqual([]);
  });

  it('Post to channel: not offered in a direct message or to another workspace', async () => {
    const [here, there] = [await report(), await report('today', rig.slack.channels.partners)];
    rig.agent.say(direct(), 'report today');
    await until(() => reportsIn(direct()).length === 3);
    const offered = reportsIn(direct()).map((one) => JSON.stringify(one.blocks).includes('share_report'));
    expect([here, there]).toHaveLength(2);
    expect(offered).toEqual([true, false, false]);
  });
});

describe('what a report is about', () => {
  it.each(['me', 'today by me', '<@AGENT> today', 'today of <@AGENT|amina>', '<@AGENT> me'])(
    'Report: “%s” has the payments of one person',
    async (words) => {
      const message = await report(words.replace('AGENT', rig.agent.id));
      expect(read(message)).toContain(SAYS.paymentsOf);
    },
  );

  it.each(['<@U0A> <@U0B>', 'today by <@U0A> and me', '2026-02-30', '2020-01-02..2020-01-01', '9000-01'])(
    'Report: “%s” is answered in words, and nothing is posted',
    async (words) => {
      const before = noted().length;
      await rig.agent.command(sales(), '/pay', `report ${words}`);
      await until(() => noted().length > before);
      await rig.idle();
      expect([reportsIn(direct()), rig.slack.files()]).toEqual([[], []]);
    },
  );
});

describe('a report that Slack does not take', () => {
  it.each<[string, Fault]>([
    ['limited', { kind: 'rateLimited', retryAfterSeconds: 30 }],
    ['refused', { kind: 'error', code: 'restricted_action' }],
  ])('Report: one that is %s is answered once, and is nowhere', async (_what, fault) => {
    const before = noted().length;
    rig.slack.faults.always('chat.postMessage', fault);
    await rig.agent.command(sales(), '/pay', 'report today');
    await until(() => noted().length > before);
    await rig.idle();
    expect(noted()).toHaveLength(before + 1);
    expect(reportsIn(direct())).toEqual([]);
  });

  it.each<[string, Fault, string]>([
    ['files.getUploadURLExternal', { kind: 'error', code: 'missing_scope' }, 'files:write'],
    ['files.getUploadURLExternal', { kind: 'rateLimited', retryAfterSeconds: 90 }, 'limiting'],
    ['upload', { kind: 'http500' }, 'file'],
    ['files.completeUploadExternal', { kind: 'error', code: 'file_not_found' }, 'file_not_found'],
  ])('Report: a file that fails at %s (%j) is named in its thread', async (step, fault, words) => {
    rig.slack.faults.always(step, fault);
    const message = await report();
    const [, note, ...more] = threadOf(message);
    expect([note?.files, more]).toEqual([undefined, []]);
    expect(note && renderMessage(note)).toContain(words);
  });
});

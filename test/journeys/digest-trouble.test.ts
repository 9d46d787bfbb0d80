// Digests when Slack loses answers, asks to wait, has closed the channel or shares it with others, and when Teller is ended.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { digestChannels } from './digest-channels.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE_MS = 60_000;

let rig: Rig;
let channels: ReturnType<typeof digestChannels>;
let sales: string;
beforeEach(async () => {
  rig = await startRig();
  channels = digestChannels(rig);
  sales = rig.slack.channels.sales;
  await advance(channels.untilTime('12:00'));
  await channels.set(sales, 'daily 18:00');
});
afterEach(() => rig.stop());

async function advance(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await rig.idle();
}

/** Lets time pass until `check` holds, and then some more, so that every retry has had its turn. */
async function passUntil(check: () => boolean): Promise<void> {
  await until(async () => {
    await advance(10_000);
    return check();
  });
  for (let more = 0; more < 4; more += 1) await advance(10_000);
}

/** What Teller tells the agent directly. */
const directly = () =>
  rig.slack
    .messages(rig.slack.dmOf(rig.agent.id))
    .map((message) => renderMessage(message, { nameOf: rig.slack.nameOf }));

describe('a digest', () => {
  it.each<Fault>([
    { kind: 'lostAnswer' },
    { kind: 'http500AfterWork' },
    { kind: 'http500' },
    { kind: 'reset' },
    { kind: 'rateLimited', retryAfterSeconds: 3 },
    { kind: 'error', code: 'internal_error' },
    { kind: 'tokenRevoked' },
  ])('is in its channel once when Slack answers with $kind', async (fault) => {
    rig.slack.faults.next('chat.postMessage', fault, 2);
    rig.clock.advance(channels.untilTime('18:00'));
    await passUntil(() => channels.digests(sales).length > 0);
    expect(channels.digests(sales)).toHaveLength(1);
  });

  it('whose post got no answer is looked for by the next process, also when the clock was set back', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await advance(channels.untilTime('18:00'));
    await until(() => channels.digests(sales).length === 1);
    await rig.stopBot();
    rig.clock.advance(-30 * MINUTE_MS);
    await rig.startBot();
    for (let step = 0; step < 6; step += 1) await advance(10 * MINUTE_MS);
    expect(channels.digests(sales)).toHaveLength(1);
  });

  it('that cannot be posted in one channel delays no other channel', async () => {
    const finance = rig.slack.channels.finance;
    rig.slack.invite(finance, rig.slack.botUserId);
    await channels.set(finance, 'daily 18:00');
    rig.slack.faults.next('chat.postMessage', { kind: 'rateLimited', retryAfterSeconds: 1_200 });
    await advance(channels.untilTime('18:00'));
    const count = () => channels.digests(sales).length + channels.digests(finance).length;
    await until(() => count() === 1);
    // At once: in steps of ten seconds it could take a slow machine longer than anybody waits here.
    await advance(1_200_000);
    await passUntil(() => count() === 2);
    expect([channels.digests(sales).length, channels.digests(finance).length]).toEqual([1, 1]);
  });

  it('is switched off when its channel is gone, and who set it is told so once', async () => {
    rig.slack.archive(sales);
    await advance(channels.untilTime('18:00'));
    await until(() => directly().some((text) => text.includes(SAYS.digestSwitchedOff)));
    await advance(24 * 60 * MINUTE_MS);
    expect(directly().filter((text) => text.includes(SAYS.digestSwitchedOff))).toHaveLength(1);
  });

  it('is switched off when people of another workspace read its channel by now', async () => {
    rig.slack.invite(sales, rig.slack.users.stranger);
    await advance(channels.untilTime('18:00'));
    await until(() => directly().some((text) => text.includes(SAYS.strangersRead)));
    await advance(24 * 60 * MINUTE_MS);
    expect(channels.digests(sales)).toEqual([]);
  });

  it.each<Fault>([{ kind: 'http500' }, { kind: 'reset' }, { kind: 'rateLimited', retryAfterSeconds: 3 }])(
    'goes on when Slack once answers with $kind who reads its channel',
    async (fault) => {
      rig.slack.faults.next('conversations.info', fault);
      rig.clock.advance(channels.untilTime('18:00'));
      await passUntil(() => channels.digests(sales).length + directly().length > 0);
      expect(directly()).toEqual([]);
      expect(channels.digests(sales)).toHaveLength(1);
    },
  );

  it('waits until Slack says who reads its channel', async () => {
    rig.slack.invite(sales, rig.slack.users.stranger);
    rig.slack.faults.always('conversations.info', { kind: 'http500' });
    rig.clock.advance(channels.untilTime('18:00'));
    for (let more = 0; more < 6; more += 1) await advance(10_000);
    rig.slack.faults.off();
    await passUntil(() => directly().some((text) => text.includes(SAYS.strangersRead)));
    expect(channels.digests(sales)).toEqual([]);
  });
});

// Alerts of a channel that is gone are switched off by several processes on one store: told once, and what is chosen anew stays.
import { expect, onTestFinished, test } from 'vitest';
import type { Leases } from '#lib/with-lease.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createAlertChannels } from '#slack/delivery/alert-channels.ts';
import type { Found } from '#slack/delivery/outbound.ts';
import { createSwitchOffAlerts } from '#slack/delivery/switch-off.ts';
import type { AlertChannel } from '#slack/text/alerts.ts';
import { openStore } from '#store/open.ts';

/** Alerts are on in C1 since a moment ago. `told`: the direct messages that say they are off. `lines`: of the audit record. */
async function start() {
  const clock = createMovingClock();
  const store = await openStore('sqlite::memory:', { clock });
  onTestFinished(() => store.close());
  const alertChannels = createAlertChannels({ ...store, clock });
  const told: string[] = [];
  const lines: string[] = [];
  await alertChannels.set('C1', 'on', 'U1');
  const [setting] = await alertChannels.list();
  if (!setting) throw new Error('alerts are off');
  clock.advance(1_000);

  function startProcess(
    own: { leases?: Leases; afterSearch?: () => Promise<void>; afterPost?: () => Promise<void> } = {},
  ): (setting: AlertChannel) => Promise<unknown> {
    const { gone } = createSwitchOffAlerts({
      alertChannels,
      leases: own.leases ?? store.leases,
      clock,
      recorder: { record: async ({ who, outcome }) => void lines.push(`${who} ${outcome}`) },
      outboundFor: (confirm) => ({
        async findOwn() {
          const messages = new Map(told.map((news) => [news, '1.1']));
          await own.afterSearch?.();
          return { status: 'found', channel: 'D1', messages, texts: new Map() } satisfies Found;
        },
        async postToPerson(_, { metadata }) {
          await confirm();
          told.push(metadata.news);
          await own.afterPost?.();
          return { status: 'posted', channel: 'D1', ts: '1.1' };
        },
      }),
    });
    return gone;
  }

  return { clock, leases: store.leases, alertChannels, setting, told, lines, startProcess };
}

test('alerts that two processes find to be off at the same moment are told to be off once, with one line in the record', async () => {
  const { leases, alertChannels, setting, told, lines, startProcess } = await start();
  const bothAreAtIt = Promise.withResolvers<void>();
  let searches = 0;
  const own = {
    leases: {
      ...leases,
      async acquire(...lease: Parameters<Leases['acquire']>) {
        const token = await leases.acquire(...lease);
        if (token === undefined) bothAreAtIt.resolve();
        return token;
      },
    },
    async afterSearch() {
      searches += 1;
      if (searches === 2) bothAreAtIt.resolve();
      await bothAreAtIt.promise;
    },
  };
  const [one, other] = [startProcess(own), startProcess(own)];
  expect(await Promise.all([one(setting), other(setting)])).toEqual([undefined, undefined]);
  expect(told).toEqual([`alerts_off-${setting.since}`]);
  expect(lines).toEqual(['teller C1 off']);
  expect(await alertChannels.list()).toEqual([]);
});

test('alerts are not told to be off again by a process that stood still while another told it', async () => {
  const { clock, leases, setting, told, lines, startProcess } = await start();
  const other = startProcess();
  let isStanding = false;
  const stalled = startProcess({
    // It renews nothing meanwhile.
    leases: { ...leases, renew: async (...lease) => !isStanding && leases.renew(...lease) },
    async afterSearch() {
      isStanding = true;
      clock.advance(9_000);
      await other(setting);
      isStanding = false;
    },
  });
  expect(await stalled(setting)).toBeUndefined();
  expect([told.length, lines.length]).toEqual([1, 1]);
});

test.each(['before', 'after'] as const)(
  'alerts that somebody switches on anew %s it is told that they are off stay on',
  async (when) => {
    const { alertChannels, setting, told, lines, startProcess } = await start();
    const switchOn = () => alertChannels.set('C1', 'on', 'U2');
    const gone = startProcess(when === 'after' ? { afterPost: switchOn } : {});
    if (when === 'before') await switchOn();
    expect(await gone(setting)).toBeUndefined();
    expect(await alertChannels.of('C1')).toMatchObject({ mode: 'on', by: 'U2' });
    expect([told.length, lines]).toEqual([when === 'after' ? 1 : 0, []]);
  },
);

// Teller as a process of its own on a store with orders of before: it indexes them while it serves, says how far that is,
// and goes on after it was killed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { startProviderSandbox } from '#sandbox/provider/provider.ts';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import { openStore } from '#store/open.ts';
import { shownTo } from './journeys/agent.ts';
import { insist } from './journeys/insist.ts';
import { until } from './journeys/rig.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './store/redis-server.ts';
import { unindexRedis } from './store/redis-subject.ts';
import { sampleOrder } from './store/sample-order.ts';
import { unindexFile } from './store/sqlite-subject.ts';
import { start } from './teller-process.ts';

/** At most fifty at once with pauses of 50 ms: there is time to look and to kill. */
const ORDERS = 3_000;
const SAID = 'Older orders are being indexed for searches: ';

async function sqlite() {
  const folder = await mkdtemp(join(tmpdir(), 'teller-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  return { url: `sqlite:${file}`, unindex: async () => unindexFile(file) };
}

async function redis() {
  const server = await startRedis();
  onTestFinished(() => server.remove());
  return { url: server.url, unindex: () => unindexRedis(server) };
}

async function surroundings(storeUrl: string) {
  const [provider, slack] = await Promise.all([
    startProviderSandbox(),
    startSlackSandbox({ signingSecret: 'stand-in', botToken: 'xoxb-stand-in', appToken: 'xapp-stand-in' }),
  ]);
  onTestFinished(async () => void (await Promise.all([provider.stop(), slack.stop()])));
  const settings = {
    SLACK_BOT_TOKEN: 'xoxb-stand-in',
    SLACK_APP_TOKEN: 'xapp-stand-in',
    SLACK_API_URL: slack.apiUrl,
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: 'https://teller.test',
    PORT: '0',
    STORE_URL: storeUrl,
  };
  return { slack, settings };
}

type Teller = ReturnType<typeof start>;

/** How many are indexed, by each line of the log. */
const steps = (teller: Teller) =>
  [...teller.log().matchAll(new RegExp(`${SAID}(\\d+) of (\\d+)`, 'g'))].map(([, indexed]) =>
    Number(indexed),
  );

async function left(teller: Teller): Promise<number> {
  const metrics = await (await fetch(`${await teller.url()}/metrics`)).text();
  return Number(/^teller_unindexed_orders (\d+)$/m.exec(metrics)?.[1]);
}

describe.skipIf(NO_REDIS)(`a process that finds orders of before${LEFT_OUT}`, () => {
  it.each([
    ['SQLite', sqlite],
    ['Redis', redis],
  ] as const)(
    'on %s it is ready, indexes them, says in log, metric and answers how far it is, and goes on after a kill',
    async (_, place) => {
      const { url, unindex } = await place();
      const store = await openStore(url, { clock: systemClock });
      const orders = Array.from({ length: ORDERS }, (__, at) =>
        sampleOrder(`A-${at}`, { createdAt: at, customer: { firstName: 'Jane' } }),
      );
      for (let from = 0; from < ORDERS; from += 500)
        await store.orders.saveTogether(
          orders.slice(from, from + 500).map((order) => ({ order, isNew: true })),
        );
      await store.orders.search([], { limit: 1 });
      await store.close();
      await unindex();
      const { slack, settings } = await surroundings(url);
      const agent = slack.person(slack.users.agent);
      /** The answer, once it has these words. */
      const find = async (words: string) => {
        const before = shownTo({ slack, agent }).length;
        const answer = () => shownTo({ slack, agent }).slice(before).join();
        const ask = () => agent.command(slack.channels.sales, '/pay', 'find jane');
        await insist(ask, answer, () => answer().includes(words));
        return answer();
      };

      const first = start(settings);
      await until(() => slack.sockets.count() > 0 && steps(first).length > 1);
      await find(FIND_TEXT.indexing);
      expect((await first.ask('/readyz')).status).toBe(200);
      expect(await left(first)).toBeGreaterThan(0);
      first.child.kill('SIGKILL');
      await first.ended;
      const reached = steps(first).at(-1) ?? 0;
      expect(reached).toBeGreaterThan(0);

      const second = start(settings);
      await until(() => steps(second).at(-1) === ORDERS);
      expect(steps(second)[0]).toBeGreaterThanOrEqual(reached);
      expect(await left(second)).toBe(0);
      await until(() => slack.sockets.count() > 0);
      const answer = await find('10 payments found');
      expect(answer).not.toContain(FIND_TEXT.indexing);
    },
    120_000,
  );
});

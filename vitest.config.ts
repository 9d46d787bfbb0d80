import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { isShort } from './test/proofs/how-many.ts';

/** What needs a Redis server, a browser, processes of its own, or much time: `npm test` leaves these out, CI runs them. */
const SLOW = [
  'test/**/*redis*.test.ts',
  'test/**/*.browser.test.ts',
  'test/**/*.slow.test.ts',
  'test/bench/**/*.test.ts',
  'test/proofs/**/*.test.ts',
];
/**
 * What a short run leaves out, because other files in it try the same in another way: more kills, stops and faults of the store,
 * the contract of the stores on a cluster too, and most stories of the page in a browser.
 */
const LEFT_OUT_OF_SHORT = [
  'test/journeys/{approvers-told-crash,crash-steps,crash-resends,digest-crash}.slow.test.ts',
  'test/journeys/{bulk,bulk-store-down,digest,replicas,store-goes-down,stands-still}.redis.test.ts',
  'test/maintenance/copy-crash.redis.test.ts',
  'test/store/redis-{cluster,cluster-failover}.test.ts',
  'test/proofs/failover/*.test.ts',
  'test/sandbox/page/{bulk,customer,customer-select,direct-message,find,foreign-text}.browser.test.ts',
  'test/sandbox/page/{keyboard,menu,refunds,report,slips,to-customer,workspace}.browser.test.ts',
  'test/sandbox/page/{at-a-glance,pictures-*}.browser.test.ts',
];
/** What people live through must be the same whichever way Slack reaches the bot. */
const JOURNEYS = 'test/journeys/**/*.test.ts';
/** The main stories of each job: `npm test` tells these over HTTP, and the project `journeys` tells all others. */
const CORE_JOURNEYS = [
  // Prompts and links.
  'test/journeys/{prompt,first-words,forms,prefilling,never-twice}.test.ts',
  'test/journeys/{link,recurring,cancel,send-again,share-whatsapp,show-qr,send-receipt}.test.ts',
  // Payments, and what goes wrong.
  'test/journeys/{review,paid-twice,unanswered,restart,wire}.test.ts',
  // Search, lists and reports.
  'test/journeys/{find,find-by-reference,find-places,find-permissions,home,open-all,history,report}.test.ts',
  // Refunds, approvals, many orders at once.
  'test/journeys/{refunds,refund-decisions,approvals,bulk}.test.ts',
  // Channels, other ways in, and who may.
  'test/journeys/{alerts,digest,settings,direct-messages,mentioned-people,steps}.test.ts',
  'test/journeys/{forget,audit,who-may,signatures,metrics}.test.ts',
];
/** Commands, forms, buttons, menus, shortcuts, mentions, direct messages, Home and steps. */
const SHORT_OVER_SOCKET = [
  'test/journeys/{socket,prompt,link,forms,never-twice}.test.ts',
  'test/journeys/{cancel,find-by-reference,find-permissions,direct-messages,home,steps,alerts}.test.ts',
  'test/journeys/{approvals,approvers-home,audit,order-menu}.test.ts',
];

// Megabytes of a worker's heap. Where a machine has much memory V8 collects so late that all workers together fill it, and then
// everything on it stands still for minutes. Some proofs need about a thousand.
setFlagsFromString('--max-old-space-size=1500');

export default defineConfig({
  test: {
    globalSetup: 'test/in-memory.ts',
    setupFiles: 'test/same-inputs.ts',
    // Generous, so that a busy machine is no reason to fail: what waits for a condition ends when that is true.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // Bots that run in threads and processes of their own start in half of the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    // No module has state, so files can share what is loaded. That saves more than half of the time.
    isolate: false,
    pool: 'threads',
    // `npm test` has two for each processor, because its tests also wait for a socket or a clock. The others run processes of
    // their own beside them.
    maxWorkers: Math.ceil(availableParallelism() * (process.argv.includes('fast') ? 2 : 1.5)),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/!(journeys)/**/*.test.ts', 'test/*.test.ts', ...CORE_JOURNEYS],
          exclude: [...configDefaults.exclude, ...SLOW],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [JOURNEYS],
          exclude: [...configDefaults.exclude, ...SLOW, ...CORE_JOURNEYS],
        },
      },
      // What the proofs try in full takes minutes for each of them.
      {
        extends: true,
        test: {
          name: 'slow',
          include: SLOW,
          exclude: [...configDefaults.exclude, ...(isShort ? LEFT_OUT_OF_SHORT : [])],
          testTimeout: isShort ? 120_000 : 3_600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'socket',
          // A short run has each kind of request over the socket; the other journeys it has over HTTP.
          include: isShort ? SHORT_OVER_SOCKET : [JOURNEYS],
          env: { JOURNEYS_OVER: 'socket' },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // The last one runs in a browser, where this cannot count.
      exclude: [
        'src/main.ts',
        'src/doctor/main.ts',
        'src/maintenance/main.ts',
        'src/sandbox/main.ts',
        'src/sandbox/page/web/**',
      ],
      reporter: ['text-summary', 'html'],
    },
  },
});

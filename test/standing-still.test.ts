// A process stands still for longer than its lease, another one does the same work meanwhile, and then the first one goes on: it
// overwrites nothing of the other's, and posts nothing a second time.
import { describe, expect, onTestFinished, test } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import { createBulkStore } from '#payments/bulk/bulk-store.ts';
import { summed } from '#payments/bulk/progress.ts';
import type { Bulk } from '#payments/bulk/stored-bulk.ts';
import { createForgetJobs, type ForgetJob } from '#payments/finding/forget-jobs.ts';
import { createIpnKeys } from '#payments/status/ipn-keys.ts';
import { createIpnRegistration } from '#payments/status/ipn-registration.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createAlertChannels } from '#slack/delivery/alert-channels.ts';
import { createBulkMessages } from '#slack/delivery/bulk-message.ts';
import { createForgetRounds } from '#slack/delivery/forget-rounds.ts';
import type { Outbound, Posted } from '#slack/delivery/outbound.ts';
import { createPostOnce } from '#slack/tasks/post-once.ts';
import { openStore } from '#store/open.ts';
import type { KeyValueStore, Store } from '#store/store.ts';

type Process = Pick<Store, 'leases' | 'keyValues'>;

/** `first` stands still once, right after it has read from the store while `meanwhile` is set; `other` never does. */
async function twoProcesses() {
  const clock = createMovingClock();
  const store = await openStore('sqlite::memory:', { clock });
  onTestFinished(() => store.close());
  let meanwhile: (() => Promise<unknown>) | undefined;
  let standing: Promise<void> | undefined;

  async function standStill(): Promise<void> {
    const happens = meanwhile;
    if (!happens) return;
    meanwhile = undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    standing = promise;
    clock.advance(LEASE_MS + 1);
    await happens();
    resolve();
  }
  const first: Process = {
    leases: {
      ...store.leases,
      async renew(...lease) {
        await standing;
        return store.leases.renew(...lease);
      },
    },
    keyValues(name): KeyValueStore {
      const values = store.keyValues(name);
      return {
        set: (...entry) => values.set(...entry),
        delete: (key) => values.delete(key),
        async get(key) {
          const value = await values.get<never>(key);
          await standStill();
          return value;
        },
      };
    },
  };
  return {
    clock,
    store,
    first,
    other: store as Process,
    standStill,
    /** What happens while `first` stands still. */
    meanwhile(happens: () => Promise<unknown>) {
      meanwhile = happens;
    },
  };
}

const JOB: ForgetJob = { id: 'job', by: 'U9', at: 1, left: [], erased: 3, kept: [], files: [] };

describe('a process that stood still for longer than its lease', () => {
  test('does not take back the alerts that another one has switched on', async () => {
    const { clock, first, other, meanwhile } = await twoProcesses();
    const alertsOf = ({ leases, keyValues }: Process) => createAlertChannels({ keyValues, leases, clock });
    meanwhile(() => alertsOf(other).set('C2', 'on', 'U2'));
    await alertsOf(first).set('C1', 'on', 'U1');
    expect((await alertsOf(other).list()).map(({ channel }) => channel)).toEqual(['C1', 'C2']);
  });

  test('does not forget the key of notifications that another one has recorded', async () => {
    const { clock, store, first, other, meanwhile } = await twoProcesses();
    const keysOf = (key: string, { leases, keyValues }: Process) =>
      createIpnKeys({ key, keyValues: keyValues('ipn-keys'), leases, digest: store.digest, clock });
    meanwhile(() => keysOf('new-key', other).remember());
    await keysOf('old-key', first).remember();
    expect(await keysOf('old-key', other).standingOf('new-key')).toBe('accepted');
    expect(await keysOf('new-key', other).standingOf('old-key')).toBe('accepted');
  });

  test('does not register the address again that another one has registered', async () => {
    const { clock, first, other, meanwhile } = await twoProcesses();
    const registered: string[] = [];
    const registrationOf = (name: string, { leases, keyValues }: Process) =>
      createIpnRegistration({
        client: {
          async registerIpn() {
            registered.push(name);
            return { ipn_id: `id of ${name}`, url: '', created_date: '' } as never;
          },
          getIpnList: async () => [],
        },
        ...{ keyValues: keyValues('ipn'), leases, clock, baseUrl: 'https://service', url: 'https://u' },
        ...{ method: 'GET', stopping: new AbortController().signal },
      });
    let isHeld = false;
    const held: Process = {
      ...first,
      leases: {
        ...first.leases,
        async acquire(...lease) {
          const token = await first.leases.acquire(...lease);
          if (!isHeld) meanwhile(() => registrationOf('other', other).ensure());
          isHeld = true;
          return token;
        },
      },
    };
    expect(await registrationOf('first', held).ensure()).toBe('id of other');
    expect(registered).toEqual(['other']);
  });

  test('does not lose the customer whom another one has begun to erase', async () => {
    const { clock, first, other, meanwhile } = await twoProcesses();
    const jobsOf = ({ leases, keyValues }: Process) =>
      createForgetJobs({ keyValues: keyValues('forgetting'), leases, clock });
    // The first read of `begin` holds no lease yet.
    let reads = 0;
    const jobs = jobsOf({
      ...first,
      keyValues: (name) => ({
        set: (...entry) => other.keyValues(name).set(...entry),
        delete: (key) => other.keyValues(name).delete(key),
        get: (key) => {
          reads += 1;
          return (reads === 1 ? other : first).keyValues(name).get(key);
        },
      }),
    });
    meanwhile(() => jobsOf(other).begin({ ...JOB, id: 'of other' }));
    await jobs.begin(JOB);
    expect((await jobsOf(other).all()).map(({ id }) => id).sort()).toEqual(['job', 'of other']);
  });

  test('does not lose the file of many orders that another one keeps until it is confirmed', async () => {
    const { clock, store, first, other, meanwhile } = await twoProcesses();
    const bulksOf = ({ leases, keyValues }: Process) =>
      createBulkStore({ keyValues: keyValues('bulks'), leases, digest: store.digest, clock });
    const bulk = (id: string) => ({ id, state: 'checked' }) as unknown as Bulk;
    meanwhile(() => bulksOf(other).keep(bulk('b2'), []));
    await bulksOf(first).keep(bulk('b1'), []);
    expect((await bulksOf(other).checked()).map(({ id }) => id).sort()).toEqual(['b1', 'b2']);
  });

  test('does not edit the message of many orders over what another one shows', async () => {
    const { clock, store, first, other, meanwhile, standStill } = await twoProcesses();
    const edits: string[] = [];
    function show(name: string, { leases, keyValues }: Process, state: object) {
      const bulks = createBulkStore({ keyValues: keyValues('bulks'), leases, digest: store.digest, clock });
      async function update(confirm: () => Promise<void>): Promise<Posted> {
        if (name === 'first') await standStill();
        await confirm();
        edits.push(name);
        return { status: 'posted', channel: 'C1', ts: '1.1' };
      }
      const messages = createBulkMessages({
        outboundFor: (confirm) => ({ update: () => update(confirm) }) as unknown as Outbound,
        ...{ bulks, clock, report: () => {} },
      });
      const message = { channel: 'C1', ts: '1.1', contentHash: '' };
      const bulk = { id: 'b1', kind: 'prompt', by: 'U1', rows: [], message, ...state } as unknown as Bulk;
      const onBusy = () => 'another one leads';
      return bulks.lead<unknown>(() => messages.show(bulk, summed([])), onBusy);
    }
    meanwhile(() => show('other', other, { state: 'ended', ending: 'stopped', stoppedBy: 'U2' }));
    expect(await show('first', first, { state: 'running' })).toBe('another one leads');
    expect(edits).toEqual(['other']);
  });

  test('does not post again what another one has shared with a channel', async () => {
    const { clock, store, first, other, meanwhile, standStill } = await twoProcesses();
    const posted: string[] = [];
    const share = (name: string, { leases, keyValues }: Process) =>
      createPostOnce({ keyValues: keyValues('shared'), leases, digest: store.digest, clock })(
        'C1',
        'report',
        async ({ confirm }): Promise<Posted> => {
          if (name === 'first') await standStill();
          await confirm();
          posted.push(name);
          return { status: 'posted', channel: 'C1', ts: '1.1' };
        },
      );
    const values = { ...first, keyValues: other.keyValues };
    meanwhile(() => share('other', other));
    expect(await share('first', values)).toEqual({ status: 'already_posted', channel: 'C1', ts: '1.1' });
    expect(posted).toEqual(['other']);
  });

  test.each(['reading what is to be erased', 'opening the direct message'])(
    'while %s does not tell again what another one has told of the end of erasing',
    async (where) => {
      const { clock, first, other, meanwhile, standStill } = await twoProcesses();
      const told: [news: string, ts: string][] = [];
      const stopping = new AbortController();
      onTestFinished(() => stopping.abort());
      function roundsOf(name: string, { leases, keyValues }: Process) {
        const jobs = createForgetJobs({ keyValues: keyValues('forgetting'), leases, clock });
        const found = { status: 'found', channel: 'D1', texts: new Map() } as const;
        const rounds = createForgetRounds({
          jobs,
          forget: async () => ({ status: 'missing' }) as never,
          outboundFor: (confirm) => ({
            findOwn: async () => ({ ...found, messages: new Map(told) }),
            async postToPerson(_, { metadata }) {
              if (name === 'first') await standStill();
              await confirm();
              told.push([metadata.news, '1.1']);
              return { status: 'posted', channel: 'D1', ts: '1.1' };
            },
          }),
          leases,
          clock,
          reporter: { failing: () => {}, working: () => {} },
        });
        return { jobs, run: () => void rounds.runForgetting(stopping.signal) };
      }
      const { jobs, run } = roundsOf('other', other);
      await jobs.begin(JOB);
      const isDone = async () => {
        clock.advance(1_000);
        return (await jobs.all()).length === 0;
      };
      meanwhile(async () => {
        run();
        await expect.poll(isDone).toBe(true);
      });
      const stood = where.startsWith('reading') ? first : { ...first, keyValues: other.keyValues };
      roundsOf('first', stood).run();
      // It leaves the list first, and then the store.
      const isGone = async () => (await isDone()) && !(await other.keyValues('forgetting').get('job'));
      for (let times = 0; times < 3; times += 1) await expect.poll(isGone).toBe(true);
      expect(told).toEqual([['job', '1.1']]);
    },
  );
});

// The alert mode of each channel: shared by all replicas, and no change is lost to another made at the same time.
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { createAlertChannels } from '#slack/delivery/alert-channels.ts';
import type { Store } from '#store/store.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

async function fresh() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  const over = (store: Store) => createAlertChannels({ ...store, clock: systemClock });
  return { subject, over, alerts: over(subject.store) };
}

describe('the alert mode of a channel', () => {
  test('the alert mode of a channel is off where nobody chose one', async () => {
    const { alerts } = await fresh();
    expect(await alerts.of('C1')).toEqual({ mode: 'off' });
    expect(await alerts.list()).toEqual([]);
  });

  test('the alert mode of a channel is the one that was chosen last, listed with who chose it and when', async () => {
    const { alerts } = await fresh();
    await alerts.set('C2', 'quiet', 'U1');
    await alerts.set('C1', 'quiet', 'U1');
    await alerts.set('C1', 'on', 'U2');
    expect(await alerts.of('C1')).toMatchObject({ mode: 'on' });
    expect(await alerts.of('C2')).toMatchObject({ mode: 'quiet' });
    const since = expect.any(Number);
    expect(await alerts.list()).toEqual([
      { channel: 'C1', mode: 'on', by: 'U2', since },
      { channel: 'C2', mode: 'quiet', by: 'U1', since },
    ]);
  });

  test('the alert mode of a channel is no longer listed once it is switched off', async () => {
    const { alerts } = await fresh();
    await alerts.set('C1', 'on', 'U1');
    await alerts.set('C1', 'off', 'U2');
    await alerts.set('C2', 'off', 'U2');
    expect(await alerts.list()).toEqual([]);
  });

  test('the alert mode of a channel survives a restart and is the same for another replica', async () => {
    const { subject, over, alerts } = await fresh();
    await alerts.set('C1', 'on', 'U1');
    expect(await over(await subject.another()).of('C1')).toMatchObject({ mode: 'on' });
    expect(await over(await subject.reopen()).of('C1')).toMatchObject({ mode: 'on' });
  });

  test('the alert mode of a channel is kept for every channel when two replicas change several at once', async () => {
    const { subject, over, alerts } = await fresh();
    const other = over(await subject.another());
    const channels = Array.from({ length: 12 }, (_, index) => `C${index}`);
    await Promise.all(
      channels.map((channel, index) => (index % 2 ? alerts : other).set(channel, 'on', 'U1')),
    );
    expect((await alerts.list()).map(({ channel }) => channel)).toEqual([...channels].sort());
  });

  test('the alert mode of a channel is set only after another replica’s lease is released, or has expired because that replica died', async () => {
    const { subject, alerts } = await fresh();
    await subject.store.leases.acquire('alerts', 10_000);
    const change = alerts.set('C1', 'on', 'U1');
    expect(await alerts.of('C1')).toEqual({ mode: 'off' });
    await subject.letTimePass(10_001);
    await change;
    expect(await alerts.of('C1')).toMatchObject({ mode: 'on' });
  });

  test('the alert mode of a channel cannot be set or read while the store is down', async () => {
    const { subject, alerts } = await fresh();
    await subject.breakDown();
    await expect(alerts.set('C1', 'on', 'U1')).rejects.toThrow();
    await expect(alerts.list()).rejects.toThrow();
  });
});

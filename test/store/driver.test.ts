// The SQLite driver by itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openSqliteDriver } from '#store/sqlite/open.ts';
import { driverContract } from './driver-contract.ts';

driverContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'teller-driver-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openSqliteDriver({ file: join(folder, 'teller.sqlite'), clock: systemClock });
});

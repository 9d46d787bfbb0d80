// The stores that keep-layout.ts wrote, and what must be in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { everythingOf } from '#test/maintenance/full-store.ts';
import { verified } from '#test/maintenance/verify-contract.ts';

const FOLDER = join(import.meta.dirname, 'kept');

export const KEPT_LAYOUTS: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sqlite.gz'))
  .map((name) => name.replace('.sqlite.gz', ''));

export const keptFile = (name: string): Buffer => gunzipSync(readFileSync(join(FOLDER, `${name}.sqlite.gz`)));

export function keptCommands(name: string): string[][] {
  const lines = readFileSync(join(FOLDER, `${name}.redis.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** A Teller of today starts on the store, and everything is there and where it belongs. */
export async function expectKept(name: string, kind: 'sqlite' | 'redis', url: string): Promise<void> {
  const store = await openStore(url, { clock: systemClock });
  await store.serve();
  await store.close();
  const kept = JSON.parse(readFileSync(join(FOLDER, `${name}.records.jsonl`), 'utf8'))[kind];
  const { leases: _, ...found } = await everythingOf(url);
  // JSON has no undefined.
  const plain = JSON.parse(
    JSON.stringify({ ...found, values: found.values.filter(({ endsAt }) => endsAt === undefined) }),
  );
  // The start ends claims on SQLite, so that what was claimed is due at once.
  expect(withoutTimesOfTurns(plain)).toEqual(withoutTimesOfTurns(kept));
  expect(await verified(url)).toMatchObject({ isGood: true });
}

type Kept = { orders: { turns: Record<string, { attempt: number }> }[] };

function withoutTimesOfTurns({ orders, ...rest }: Kept) {
  const attempts = (turns: Kept['orders'][number]['turns']) =>
    Object.entries(turns).map(([queue, { attempt }]) => [queue, attempt]);
  return { ...rest, orders: orders.map(({ turns, ...order }) => ({ ...order, turns: attempts(turns) })) };
}

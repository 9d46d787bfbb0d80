// Reads the audit record of a bot from its store.
import { systemClock } from '#lib/clock.ts';
import type { AuditLine } from '#orders/audit-line.ts';
import { openStore } from '#store/open.ts';

/** All lines, oldest first. */
export async function auditLines(storeUrl: string): Promise<AuditLine[]> {
  const store = await openStore(storeUrl, { clock: systemClock });
  try {
    const places = await store.audit.read({ after: 0, limit: 1_000 });
    return places.flatMap(({ line }) => line ?? []);
  } finally {
    await store.close();
  }
}

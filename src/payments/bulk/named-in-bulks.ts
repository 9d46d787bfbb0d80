// Which files of many customers name one customer, and until when: their rows are the only place beside orders that keeps
// customers. For erasing them: called by slack/erase/erase.ts and maintenance/forget.ts. All reject when the store is down.

import { emailTerm } from '#orders/search-terms.ts';
import type { Person } from '#payments/finding/customers.ts';
import type { NamingFile } from '#payments/finding/forget-jobs.ts';
import type { BulkStore } from './bulk-store.ts';
import type { BulkRow } from './stored-bulk.ts';

export type NamedInBulks = ReturnType<typeof createNamedInBulks>;

export function createNamedInBulks({
  list,
  checked,
  read,
  rowsOf,
  eraseRows,
}: Pick<BulkStore, 'list' | 'checked' | 'read' | 'rowsOf' | 'eraseRows'>) {
  return {
    /** The ids of the bulks that are being sent. */
    async beingSent(): Promise<readonly string[]> {
      const ids = await list();
      const bulks = await Promise.all(ids.map(read));
      return ids.filter((_, index) => bulks[index]?.state === 'running');
    },
    /** Those that are being sent, and those that wait to be confirmed. */
    async filesNaming(person: Person): Promise<readonly NamingFile[]> {
      const untilOf = new Map((await checked()).map(({ id, until }) => [id, until]));
      const found: NamingFile[] = [];
      for (const id of new Set([...(await list()), ...untilOf.keys()])) {
        const bulk = await read(id);
        if (!bulk || bulk.state === 'ended') continue;
        const rows = (await rowsOf(id)).filter((row) => names(row, person)).length;
        const until = bulk.state === 'checked' ? untilOf.get(id) : undefined;
        const { by, channel } = bulk;
        if (rows > 0) found.push({ by, channel, rows, ...(until !== undefined && { until }) });
      }
      return found;
    },
    /** Erases the rows of bulks that are over: a process that died in that moment has left them. */
    async eraseRowsOfOver(): Promise<void> {
      for (const id of await list()) {
        const bulk = await read(id);
        if (!bulk || bulk.state === 'ended') await eraseRows(id);
      }
    },
  };
}

function names({ prompt, customer }: BulkRow, person: Person): boolean {
  return person.is === 'number'
    ? [prompt?.msisdn, customer.phone].includes(person.msisdn)
    : customer.email !== undefined && emailTerm(customer.email) === emailTerm(person.text);
}

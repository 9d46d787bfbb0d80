// Pages of what is sorted: one more than a page has is read, and where the page ended is a text, from which the next one goes on.
import { z } from 'zod';
import { parseJson } from '#lib/text.ts';
import type { Position } from './driver.ts';

/** A page has up to `limit` (at least 1). Start without `after`; go on with the page's `next` until that is undefined. */
export type PageOptions = { readonly limit: number; readonly after?: string };

/** `after`: where a page ended; `day`: in the set of which day, where there is one for each. */
const cursor = z.object({
  after: z.object({ score: z.number(), key: z.string() }),
  day: z.string().exactOptional(),
});

/** `read` gets how many to find and where to begin. */
export async function readPage<Item extends Position & { readonly day?: string }>(
  { limit, after }: PageOptions,
  read: (start: Partial<z.output<typeof cursor>> & { limit: number }) => Promise<readonly Item[]>,
): Promise<{ readonly page: readonly Item[]; readonly next: string | undefined }> {
  const size = Math.max(1, Math.floor(limit));
  const start = after === undefined ? {} : cursor.safeParse(parseJson(after)).data;
  if (!start) throw new Error('A page can only go on from the `next` of the page before it.');
  const found = await read({ ...start, limit: size + 1 });
  const page = found.slice(0, size);
  const { score, key, day } = page.at(-1) ?? {};
  return { page, next: found.length > size ? JSON.stringify({ after: { score, key }, day }) : undefined };
}

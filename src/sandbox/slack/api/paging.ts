// Slack's pages: `limit` items at a time, and a cursor for the rest.

import type { Fields } from '#sandbox/slack/json.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { Args } from './args.ts';

export type Page<T> = { items: T[]; hasMore: boolean; metadata: Fields };

/** Cursors are opaque to callers; here they hold the offset. Refuses with invalid_cursor or invalid_limit. */
export function pageOf<T>(items: readonly T[], args: Args, defaultLimit: number): Page<T> {
  const limit = args.number('limit') ?? defaultLimit;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw new Refusal('invalid_limit');
  const start = offsetIn(args.text('cursor'));
  const end = start + limit;
  const hasMore = end < items.length;
  const cursor = hasMore ? Buffer.from(`offset:${end}`).toString('base64') : '';
  return { items: items.slice(start, end), hasMore, metadata: { next_cursor: cursor } };
}

function offsetIn(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  const offset = /^offset:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1];
  if (offset === undefined) throw new Refusal('invalid_cursor');
  return Number(offset);
}

// The record of what reached the provider over the wire and what went back, for tests to assert on and the demo to show.

import type { IncomingMessage } from 'node:http';
import { parseJson } from '#lib/text.ts';
import type { Answer } from './answers.ts';
import type { Operation } from './operations.ts';

export type WireRecord = {
  readonly at: number;
  readonly operation: Operation;
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** As received, except that the token is masked. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON; undefined if there was none. */
  readonly body: unknown;
  readonly rawBody: string;
  /** What was sent back; 'lost' if the caller never got it, undefined while the request is being served. */
  answer: { status: number; body: unknown } | 'lost' | undefined;
};

/** Where a request goes: the path below the base URL, and the query. */
export type Target = { path: string; query: URLSearchParams };

export type Wire = ReturnType<typeof createWire>;

export function createWire({ now }: { now: () => number }) {
  const requests: WireRecord[] = [];
  const listeners = new Set<(record: WireRecord) => void>();

  return {
    requests,

    arrived(operation: Operation, request: IncomingMessage, target: Target, rawBody: string): WireRecord {
      const { authorization, ...headers } = request.headers;
      const record: WireRecord = {
        at: now(),
        operation,
        method: request.method ?? '',
        path: target.path,
        query: Object.fromEntries(target.query),
        headers: authorization === undefined ? headers : { ...headers, authorization: 'Bearer ***' },
        body: parseJson(rawBody),
        rawBody,
        answer: undefined,
      };
      requests.push(record);
      return record;
    },

    ended(record: WireRecord, answer: Answer | 'lost'): void {
      record.answer = answer === 'lost' ? 'lost' : { status: answer.status, body: answer.body };
      for (const listener of listeners) listener(record);
    },

    /** Calls the listener whenever a request has ended; the returned function stops that. */
    onWire(listener: (record: WireRecord) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// What a request must pass before an operation sees it: a known path, the right method, a good token, a JSON body.

import { parseJson } from '#lib/text.ts';
import { type Answer, messageOnly, unauthorized } from './answers.ts';
import { OPERATION_TABLE, type Operation } from './operations.ts';
import type { Tokens } from './token.ts';

/** What an operation gets to see. */
export type Call = {
  query: URLSearchParams;
  /** The body's fields; empty when there is no body or it is not an object. */
  fields: Readonly<Record<string, unknown>>;
  malformedJson: boolean;
};

/** The operation behind a method and a path below the base URL, or the answer that turns the request away. */
export function operationAt(method: string, path: string): Operation | Answer {
  const row = OPERATION_TABLE.find((candidate) => candidate[2] === path);
  if (!row) return messageOnly(404, `No HTTP resource was found that matches the request URI '${path}'.`);
  if (row[1] === method) return row[0];
  return messageOnly(405, `The requested resource does not support http method '${method}'.`);
}

/** The answer to a request without a valid token or with another content type than JSON; undefined: it may go on. */
export function turnAway(
  operation: Operation,
  headers: { authorization?: string | undefined; contentType?: string | undefined },
  tokens: Pick<Tokens, 'judge'>,
): Answer | undefined {
  if (operation !== 'requestToken') {
    const judgement = tokens.judge(headers.authorization);
    if (judgement !== 'accepted') return unauthorized(operation, judgement);
  }
  const takesBody = OPERATION_TABLE.some(([name, method]) => name === operation && method === 'POST');
  if (!takesBody || /^application\/json\b/i.test(headers.contentType ?? '')) return undefined;
  const given = headers.contentType ?? 'null';
  return messageOnly(415, `The request entity's media type '${given}' is not supported for this resource.`);
}

export function readCall(query: URLSearchParams, rawBody: string): Call {
  const body = parseJson(rawBody);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return {
    query,
    fields: isObject ? (body as Record<string, unknown>) : {},
    malformedJson: rawBody !== '' && body === undefined,
  };
}

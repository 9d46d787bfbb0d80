// One request from its first byte to its last: the faults that strike before the work, the work, and those after it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { resetConnection } from '#sandbox/environment/reset-connection.ts';
import { type Answer, proxyPage, rateLimited, refusal, unauthorized } from './answers.ts';
import type { FaultTaker } from './faults.ts';
import { type Call, operationAt, readCall, turnAway } from './gate.ts';
import { pause } from './notifications.ts';
import type { Operation } from './operations.ts';
import { transactionNotFound } from './records.ts';
import type { Tokens } from './token.ts';
import type { Target, Wire } from './wire.ts';

type Handlers = Record<Operation, (call: Call) => Answer | Promise<Answer>>;

/** Node's longest timer: for as long as anybody will wait. */
const FOREVER_MS = 2 ** 31 - 1;

export function createExchange(deps: {
  handlers: Handlers;
  tokens: Pick<Tokens, 'judge'>;
  faults: FaultTaker;
  wire: Wire;
  stopping: AbortSignal;
}) {
  const { handlers, tokens, faults, wire, stopping } = deps;

  return async function exchange(request: IncomingMessage, response: ServerResponse, target: Target) {
    const operation = operationAt(request.method ?? '', target.path);
    const known = typeof operation === 'string';
    if (faults.take('down', known ? operation : undefined)) request.socket.destroy();
    else if (known) await serve(operation, request, response, target);
    else send(response, operation);
  };

  async function serve(
    operation: Operation,
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
  ): Promise<void> {
    const rawBody = await text(request);
    const record = wire.arrived(operation, request, target, rawBody);
    const answer = await answerTo(operation, request, readCall(target.query, rawBody));
    if (answer === 'lost' || response.destroyed || stopping.aborted) {
      resetConnection(request.socket);
      wire.ended(record, 'lost');
    } else if (faults.take('cutOff', operation)) {
      cutOff(response, answer);
      wire.ended(record, 'lost');
    } else {
      // Recorded first, so that a caller that has the answer also finds it in the record.
      wire.ended(record, answer);
      send(response, answer);
    }
  }

  async function answerTo(
    operation: Operation,
    request: IncomingMessage,
    call: Call,
  ): Promise<Answer | 'lost'> {
    const slow = faults.take('slow', operation);
    const beSlow = async () => void (slow && (await pause(slow.delay ?? 4000, stopping)));
    if (!slow?.afterWork) await beSlow();
    if (stopping.aborted || faults.take('reset', operation)) return 'lost';
    const hang = faults.take('hang', operation);
    const waitWithoutAnswer = async () => {
      await pause(hang?.limitMs ?? FOREVER_MS, stopping);
      return 'lost' as const;
    };
    if (hang && !hang.afterWork) return waitWithoutAnswer();

    const { authorization, 'content-type': contentType } = request.headers;
    const answer =
      insteadOf(operation, call) ??
      turnAway(operation, { authorization, contentType }, tokens) ??
      incomplete(operation, await handlers[operation](call));

    if (hang) return waitWithoutAnswer();
    if (slow?.afterWork) await beSlow();
    return faults.take('lostAnswer', operation) ? 'lost' : answer;
  }

  /** The answer of a fault that keeps a request from its operation. */
  function insteadOf(operation: Operation, { query }: Call): Answer | undefined {
    if (faults.take('unavailable', operation)) return proxyPage(503, '503 Service Temporarily Unavailable');
    if (faults.take('html', operation)) return proxyPage(200, 'We will be right back');

    const badToken = operation === 'requestToken' ? undefined : faults.take('unauthorized', operation);
    if (badToken) return unauthorized(operation, 'invalid', badToken.httpStatus);
    if (operation === 'registerIpn' && faults.take('rateLimited')) return rateLimited();

    const hidden = isLookup(operation) ? faults.take('notFound', operation) : undefined;
    if (hidden) return transactionNotFound(query, hidden.code);

    const { name, code, message, httpStatus = 200 } = faults.take('refuse', operation) ?? {};
    if (name === undefined) return undefined;
    const refused = refusal(operation, {
      error_type: 'api_error',
      ...(code !== undefined && { code }),
      ...(message !== undefined && { message }),
    });
    return { ...refused, status: httpStatus };
  }

  /** The answer of a fault that takes something out of it. */
  function incomplete(operation: Operation, answer: Answer): Answer {
    if (!isLookup(operation) || !faults.take('noTrackingId', operation)) return answer;
    const { order_tracking_id, ...body } = answer.body as Record<string, unknown>;
    return { ...answer, body };
  }
}

function isLookup(operation: Operation): boolean {
  return operation === 'getTransactionStatus' || operation === 'getTransactionByMerchantReference';
}

function send(response: ServerResponse, answer: Answer): void {
  const { type, bytes } = written(answer);
  response.writeHead(answer.status, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
}

/** Sends the headers and half of the body, then closes the connection. */
function cutOff(response: ServerResponse, answer: Answer): void {
  const { type, bytes } = written(answer);
  response.writeHead(answer.status, { 'content-type': type, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

function written({ body, contentType }: Answer): { type: string; bytes: Buffer } {
  const content = contentType ? String(body) : JSON.stringify(body);
  return { type: `${contentType ?? 'application/json'}; charset=utf-8`, bytes: Buffer.from(content) };
}

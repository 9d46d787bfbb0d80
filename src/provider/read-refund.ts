// Parses the answer to a refund request for client.ts: the cancellation shape of SPEC.md, in which some of the provider's
// pages call the status `error`.
import { z } from 'zod';
import type { ErrorKind, ProviderError } from './errors.ts';
import { isOk, readError, unreadable } from './read-error.ts';
import { text } from './responses.ts';
import type { Answer } from './transport.ts';

/**
 * `received`: the provider still has to carry it out. `received_already`: the refund of this payment was requested before,
 * by whomever. `refused`: nothing was requested. `message` is the provider's own, or its code; '' when it sent neither.
 */
export type RefundAnswer = {
  readonly status: 'received' | 'received_already' | 'refused';
  readonly message: string;
};

/** Throws ProviderError for an answer from which nobody can tell, and for an error that is not about this request. */
export function readRefund(answer: Answer): RefundAnswer {
  const said = refund.parse(answer.body);
  const statuses = [said.status, said.error].filter(isStatus);
  const fault = isStatus(said.error) && isOk(answer) ? undefined : readError(answer);
  const message = fault ? (fault.providerMessage ?? '') : answer.redact(said.message);
  const wasReceived = RECEIVED_ALREADY.test(message);
  if (fault && !isRefusal(fault) && !wasReceived) throw fault;
  const isRefused = fault !== undefined || statuses.some((status) => status !== '200');
  // Neither yes nor no, or both.
  if (isRefused === statuses.includes('200')) throw unreadable(answer, 'status');
  if (wasReceived) return { status: 'received_already', message };
  return { status: isRefused ? 'refused' : 'received', message };
}

/** `error` is '' when it is an object: then it is an error of the ordinary shape, which readError finds. */
const refund = z
  .object({ status: text, error: text, message: text })
  .catch({ status: '', error: '', message: '' });

const isStatus = (status: string) => /^(200|[45]\d\d)$/.test(status);

/** The one sentence that has a meaning of its own: its status is that of any refusal. */
const RECEIVED_ALREADY = /\b(received already|already (been )?received)\b/i;

/** Errors about this request, as against the token, the address, the number of requests or the provider as a whole. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(['declined', 'invalid_request', 'not_found', 'order_state']);

function isRefusal({ kind, outcome }: ProviderError): boolean {
  return outcome === 'refused' && REFUSALS.has(kind);
}

// Structured log lines on standard output. Secrets and phone numbers have no way into them.
import { randomBytes } from 'node:crypto';
import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Keys that must never be written, should they ever end up in a logged object (one level deep is what pino reaches). */
const SECRET = [
  'token',
  'authorization',
  'consumer_key',
  'consumer_secret',
  'msisdn',
  'phone',
  'phone_number',
  'email',
  'email_address',
];

/** `level` as in LOG_LEVEL. `known` are the secrets of this process: they are cut out of every line, whatever carries them. */
export function createLog(
  level: string,
  known: readonly string[] = [],
  destination?: DestinationStream,
): Log {
  const secrets = known.filter((secret) => secret.length >= 6);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
      hooks: { streamWrite: (line) => hide(line, secrets) },
      serializers: { err: (error: unknown) => describeError(error, MAX_CAUSES) },
    },
    destination ?? pino.destination(1),
  );
}

/** A short id that a person can read out, and that is found again in the log: "7f3a-91c2". */
export function makeIncident(): string {
  const hex = randomBytes(4).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/**
 * A phone number in most spellings: with a plus any country's, without one this region's and those that begin with 0.
 * Ids, times and decimals that have such digits inside are told apart by what stands around them.
 */
const PHONE_LIKE =
  /(?<![\w-]|\d[.,])(?:\+\d(?:[ ().-]{0,2}\d){7,14}|\(?(?:254|256|255|250|260|265|0)(?:[ ()-]{0,2}\d){8,10})(?!\w|-\w|[.,]\d)/g;

/** The service's tokens have its consumer key inside. */
const TOKEN_LIKE = /\beyJ[\w-]+(?:\.[\w-]+){1,2}/g;

/** Every text of a line, names included, and every number long enough for a phone. */
const PIECE = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.])\d{9,}(?![\w.])/g;

/** Each piece by itself and as it reads, so that no way of writing JSON hides anything and what comes out is JSON again. */
function hide(line: string, secrets: readonly string[]): string {
  return line.replace(PIECE, (piece) => {
    const text = String(JSON.parse(piece));
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, '[hidden]');
    clean = clean.replace(TOKEN_LIKE, '[hidden]').replace(PHONE_LIKE, '[phone]');
    return clean === text ? piece : JSON.stringify(clean);
  });
}

/** More causes than this are a ring. */
const MAX_CAUSES = 8;

/** Message, stack and the chain of causes; never the properties that libraries hang requests and headers on. */
function describeError(error: unknown, causesLeft: number): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...code,
    ...(error.cause === undefined || causesLeft === 0
      ? {}
      : { cause: describeError(error.cause, causesLeft - 1) }),
  };
}

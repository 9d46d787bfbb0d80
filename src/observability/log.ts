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
      serializers: { err: serializeError },
    },
    destination ?? pino.destination(1),
  );
}

/** A short id that a person can read out, and that is found again in the log: "7f3a-91c2". */
export function makeIncident(): string {
  const hex = randomBytes(4).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** Nine digits and more in a row, with or without a plus, are taken for a phone number; times and ids have separators. */
const PHONE_LIKE = /(?<![\w.:-])\+?(?:254|256|255|250|260|265|0)\d{8,10}(?![\w:-])/g;

function hide(line: string, secrets: readonly string[]): string {
  let clean = line.replace(PHONE_LIKE, '[phone]');
  for (const secret of secrets) clean = clean.replaceAll(secret, '[hidden]');
  return clean;
}

/** Message, stack and the chain of causes; never the properties that libraries hang requests and headers on. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...code,
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}

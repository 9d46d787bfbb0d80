// The log on standard output: one JSON object a line, or a plain line each on a terminal. Secrets, tokens, phone numbers
// and email addresses are cut out of every line.
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import pino, { type DestinationStream, type Logger } from 'pino';
import { z } from 'zod';

export type Log = Logger;

/** Keys whose values are never written, in a logged object and one level below (deeper pino does not look). */
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

/**
 * `level` as in LOG_LEVEL. `known` are this process's secrets, which are cut out of every line. `plain` writes for people
 * in place of JSON.
 */
export function createLog(
  level: string,
  known: readonly string[] = [],
  destination?: DestinationStream,
  plain: boolean = destination === undefined && isatty(1),
): Log {
  const secrets = known.filter((secret) => secret.length >= 6);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
      hooks: {
        streamWrite(line) {
          const hidden = hide(line, secrets);
          return plain ? plainLine(hidden) : hidden;
        },
      },
      serializers: { err: (error: unknown) => describeError(error, MAX_CAUSES) },
    },
    destination ?? standardOutput,
  );
}

/** pino's own throws where nobody catches it when the disk is full, and then repeats the write for ever as the process exits. */
const standardOutput: DestinationStream = {
  write(line) {
    for (let bytes = Buffer.from(line); bytes.length > 0; ) {
      try {
        bytes = bytes.subarray(writeSync(1, bytes));
      } catch (error) {
        // Its disk is full, or nobody reads the pipe any more: the line is left out, and Teller goes on.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        // A full pipe that does not wait by itself, such as one that Node also has as process.stderr.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_MS);
      }
    }
  },
};

/** How long a full pipe is left to its reader before the next try. */
const FULL_PIPE_MS = 5;

/** A new incident id such as "7f3a-91c2": short enough to read out, and found again in the log. */
export function makeIncident(): string {
  const hex = randomBytes(4).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/**
 * A phone number in most spellings: with a plus or 00 of any country, without one of this region or beginning with 0. The
 * lookarounds keep ids, times and decimals with such digits inside.
 */
const PHONE_LIKE =
  /(?<![\w-]|\d[.,])(?:(?:\+|00[ -]?)\d(?:[ ().-]{0,2}\d){7,14}|\(?(?:254|256|255|250|260|265|0)(?:[ ()-]{0,2}\d){8,10})(?!\w|-\w|[.,]\d)/g;

/** An email address, also as addresses of pages have it; the marks around it stay. The limits keep long texts quick to read. */
const EMAIL_LIKE =
  /[^\s<>,;:()[\]{}"'“”=|/?&@\\]{1,64}(?:@|%40)(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/gu;

/** Access tokens of the provider have the consumer key inside. */
const TOKEN_LIKE = /\beyJ[\w-]+(?:\.[\w-]+){1,2}/g;

/** Every text in a line of JSON, keys included, and every number long enough for a phone. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.])\d{9,}(?![\w.])/g;

/** Each text is parsed first, so that JSON's escapes hide nothing, and written again as JSON. */
function hide(line: string, secrets: readonly string[]): string {
  return line.replace(TEXT_OR_NUMBER, (piece) => {
    const text = String(JSON.parse(piece));
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, '[hidden]');
    clean = clean
      .replace(TOKEN_LIKE, '[hidden]')
      .replace(EMAIL_LIKE, '[email]')
      .replace(PHONE_LIKE, '[phone]');
    return clean === text ? piece : JSON.stringify(clean);
  });
}

/** An error with more causes than this is probably its own cause. */
const MAX_CAUSES = 8;

/** Message, stack and causes only: libraries put requests and headers into other properties. */
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

/** What log.ts writes; `time` is ISO 8601. */
const logged = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.string().default(''),
  incident: z.string().optional(),
  hint: z.string().optional(),
  err: z.looseObject({ message: z.string() }).optional().catch(undefined),
});

/** `line` is one JSON line of the log; the result says the same in one line, times in the machine's zone. */
function plainLine(line: string): string {
  const { level, time, msg, incident, hint, err, ...about } = logged.parse(JSON.parse(line));
  const isCalm = ['info', 'debug', 'trace'].includes(level);
  const parts = [
    new Date(time).toTimeString().slice(0, 8),
    ...(isCalm ? [] : [`${level}:`]),
    incident ? `${msg} (${incident})${err ? ':' : ''}` : `${msg}${err ? ':' : ''}`,
    ...(err ? [err.message] : []),
    ...(hint ? [hint] : []),
    ...(isCalm ? [] : Object.entries(about).map(([name, value]) => `${name}=${asText(value)}`)),
  ];
  // Text from outside must neither break the line nor command the terminal.
  return `${parts.join(' ').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')}\n`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// A log line for somebody who reads along on a terminal, in place of the JSON that machines read.
import { z } from 'zod';

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
export function plainLine(line: string): string {
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

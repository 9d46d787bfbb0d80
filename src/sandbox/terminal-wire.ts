// What went over the wire between Teller and the service, a line for each exchange and without secrets.
import type { NotificationResult } from './provider/notifications.ts';
import type { WireRecord } from './provider/wire.ts';

const LONGEST_LINE = 400;

/** The newest `count` of both directions, oldest first. */
export function wireLines(
  requests: readonly WireRecord[],
  notifications: readonly NotificationResult[],
  count: number,
): string[] {
  const exchanges = [
    ...requests.map((record) => ({ at: record.at, line: requestLine(record) })),
    ...notifications.map((result) => ({ at: result.at, line: notificationLine(result) })),
  ];
  return exchanges
    .sort((one, other) => one.at - other.at)
    .slice(-count)
    .map(({ line }) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
}

function requestLine({ method, path, query, body, answer }: WireRecord): string {
  const asked = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  const got =
    answer === undefined
      ? '… no answer yet'
      : answer === 'lost'
        ? '✗ the answer never arrived'
        : `→ ${answer.status} ${JSON.stringify(answer.body)}`;
  return masked(`Teller ${method} ${path}${asked}${sent} ${got}`);
}

function notificationLine({
  method,
  url,
  type,
  reference,
  order_tracking_id,
  attempt,
  answer,
}: NotificationResult): string {
  const got = answer === 'none' ? '✗ nobody answered' : `→ ${answer.status} ${JSON.stringify(answer.body)}`;
  const again = attempt > 1 ? ` (try ${attempt})` : '';
  return masked(
    `service ${method} ${new URL(url).pathname} ${type} ${reference} ${order_tracking_id}${again} ${got}`,
  );
}

/** Keys, tokens, and the part of the notification address that nobody may guess. */
function masked(line: string): string {
  return line
    .replace(/"(consumer_key|consumer_secret|token)":"[^"]*"/g, '"$1":"***"')
    .replace(/\/ipn\/[^/"?\s]+/g, '/ipn/***');
}

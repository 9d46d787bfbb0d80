// What went over the wire between Slack, Teller and the service: one line each, and the whole exchange on request.
import type { NotificationResult } from '#sandbox/provider/notifications.ts';
import type { WireRecord } from '#sandbox/provider/wire.ts';
import { asText } from '#sandbox/slack/json.ts';
import type { AckResult } from '#sandbox/slack/line.ts';
import type { ApiCall } from '#sandbox/slack/web-api.ts';
import type { Town } from '#sandbox/town.ts';
import { masked, maskedText } from './masking.ts';
import type { WireDetails, WireLine } from './screen.ts';

/** What a person's gesture sent to Teller, and how Teller took it. */
type Gesture = { readonly at: number; readonly what: string; readonly body: unknown; result?: AckResult };

export type WireLog = {
  /** The newest of all directions, oldest first. */
  lines(): WireLine[];
  details(id: string): WireDetails | undefined;
  /** Notes what Slack sends to Teller for a person, from the beginning to its answer. */
  gesture(what: string, body: unknown, work: Promise<AckResult>): Promise<AckResult>;
};

const MOST_LINES = 150;

export function createWireLog({ slack, provider, now }: Pick<Town, 'slack' | 'provider' | 'now'>): WireLog {
  const gestures: Gesture[] = [];
  const newest = <T>(list: readonly T[]) => {
    const start = Math.max(0, list.length - MOST_LINES);
    return list.slice(start).map((item, index) => [item, start + index] as const);
  };

  return {
    lines: () =>
      [
        ...newest(gestures).map(([item, index]) => gestureLine(item, `g${index}`)),
        ...newest(slack.calls).map(([item, index]) => callLine(item, `c${index}`)),
        ...newest(provider.requests).map(([item, index]) => requestLine(item, `r${index}`)),
        ...newest(provider.notifications).map(([item, index]) => notificationLine(item, `n${index}`)),
      ]
        .sort((one, other) => one.at - other.at)
        .slice(-MOST_LINES),

    details(id) {
      const index = Number(id.slice(1));
      const kinds: Record<string, () => WireDetails | undefined> = {
        g: () => gestureDetails(gestures[index]),
        c: () => callDetails(slack.calls[index]),
        r: () => requestDetails(provider.requests[index]),
        n: () => notificationDetails(provider.notifications[index]),
      };
      const found = kinds[id.charAt(0)]?.();
      return found && { sent: masked(found.sent), answer: masked(found.answer) };
    },

    async gesture(what, body, work) {
      const gesture: Gesture = { at: now(), what, body };
      gestures.push(gesture);
      const result = await work;
      // Slack's own client stopped it: nothing went over the wire.
      if (result.sent) gesture.result = result;
      else gestures.splice(gestures.indexOf(gesture), 1);
      return result;
    },
  };
}

function gestureLine({ at, what, result }: Gesture, id: string): WireLine {
  const base = { id, at, from: 'Slack', to: 'Teller', what };
  if (!result) return { ...base, outcome: '…', mood: 'waiting' };
  const outcome = result.problem ?? `${result.status} in ${result.ms} ms`;
  return { ...base, outcome, mood: result.problem ? 'bad' : 'good' };
}

function gestureDetails(gesture: Gesture | undefined): WireDetails | undefined {
  if (!gesture) return undefined;
  const { body, result } = gesture;
  return { sent: body, answer: result ? { status: result.status, body: readable(result.body) } : undefined };
}

function callLine({ at, method, args, answer }: ApiCall, id: string): WireLine {
  const about = [args.channel, args.user_id, args.user].map(asText).find(Boolean) ?? '';
  const base = { id, at, from: 'Teller', to: 'Slack', what: `${method} ${about}`.trim() };
  if (!answer) return { ...base, outcome: 'no answer', mood: 'bad' };
  return answer.ok === true
    ? { ...base, outcome: 'ok', mood: 'good' }
    : { ...base, outcome: asText(answer.error), mood: 'bad' };
}

function callDetails(call: ApiCall | undefined): WireDetails | undefined {
  return call && { sent: call.args, answer: call.answer ?? 'No answer arrived.' };
}

function requestLine({ at, method, path, query, answer }: WireRecord, id: string): WireLine {
  const asked = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const base = { id, at, from: 'Teller', to: 'service', what: maskedText(`${method} ${path}${asked}`) };
  if (answer === undefined) return { ...base, outcome: '…', mood: 'waiting' };
  if (answer === 'lost') return { ...base, outcome: 'answer lost', mood: 'bad' };
  const error = Object(answer.body).error;
  const code = error ? ` ${asText(Object(error).code)}` : '';
  return {
    ...base,
    outcome: `${answer.status}${code}`,
    mood: error || answer.status >= 400 ? 'bad' : 'good',
  };
}

function requestDetails(record: WireRecord | undefined): WireDetails | undefined {
  if (!record) return undefined;
  const { method, path, query, headers, body, answer } = record;
  const { authorization, 'content-type': type } = headers;
  const sent = {
    request: `${method} ${path}`,
    ...(Object.keys(query).length > 0 && { query }),
    headers: { ...(authorization && { authorization: 'Bearer •••' }), ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  };
  return { sent, answer: answer === 'lost' ? 'The answer never arrived.' : answer };
}

function notificationLine(result: NotificationResult, id: string): WireLine {
  const { at, method, url, type, reference, attempt, answer, accepted } = result;
  const again = attempt > 1 ? `, try ${attempt}` : '';
  return {
    id,
    at,
    from: 'service',
    to: 'Teller',
    what: maskedText(`${method} ${new URL(url).pathname} ${type} ${reference}${again}`),
    outcome: answer === 'none' ? 'nobody answered' : String(answer.status),
    mood: accepted ? 'good' : 'bad',
  };
}

function notificationDetails(result: NotificationResult | undefined): WireDetails | undefined {
  if (!result) return undefined;
  const { method, url, type, reference, order_tracking_id, attempt, answer } = result;
  return {
    sent: {
      request: `${method} ${url}`,
      attempt,
      OrderTrackingId: order_tracking_id,
      OrderMerchantReference: reference,
      OrderNotificationType: type,
    },
    answer: answer === 'none' ? 'Nobody answered.' : answer,
  };
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// What went over the wire between Slack, the bot and the provider: one line each, and the whole exchange on request.
import { parseJson } from '#lib/text.ts';
import type { Environment } from '#sandbox/environment/environment.ts';
import type { NotificationResult } from '#sandbox/provider/notifications.ts';
import type { WireRecord } from '#sandbox/provider/wire.ts';
import type { ApiCall } from '#sandbox/slack/api/web-api.ts';
import type { DeliveryRecord } from '#sandbox/slack/delivery/delivery.ts';
import type { Envelope } from '#sandbox/slack/delivery/envelope.ts';
import { asFieldsList, asText, isFields } from '#sandbox/slack/json.ts';
import { masked, maskedText } from './masking.ts';
import type { WireDetails, WireLine } from './screen.ts';

export type WireLog = {
  /** The newest of all directions, oldest first. */
  lines(): WireLine[];
  /** Without secrets. Undefined for an id that no line has. */
  details(id: string): WireDetails | undefined;
};

const MAX_LINES = 150;

export function createWireLog({ slack, provider }: Pick<Environment, 'slack' | 'provider'>): WireLog {
  const newest = <T>(list: readonly T[]) => {
    const start = Math.max(0, list.length - MAX_LINES);
    return list.slice(start).map((item, index) => [item, start + index] as const);
  };

  return {
    lines: () =>
      [
        ...newest(slack.deliveries).map(([item, index]) => deliveryLine(item, `d${index}`)),
        ...newest(slack.calls).map(([item, index]) => callLine(item, `c${index}`)),
        ...newest(provider.requests).map(([item, index]) => requestLine(item, `r${index}`)),
        ...newest(provider.notifications).map(([item, index]) => notificationLine(item, `n${index}`)),
      ]
        .sort((one, other) => one.at - other.at)
        .slice(-MAX_LINES),

    details(id) {
      const index = Number(id.slice(1));
      const kinds: Record<string, () => WireDetails | undefined> = {
        d: () => deliveryDetails(slack.deliveries[index]),
        c: () => callDetails(slack.calls[index]),
        r: () => requestDetails(provider.requests[index]),
        n: () => notificationDetails(provider.notifications[index]),
      };
      const found = kinds[id.charAt(0)]?.();
      return found && { sent: masked(found.sent), answer: masked(found.answer) };
    },
  };
}

function deliveryLine({ at, envelope, ack }: DeliveryRecord, id: string): WireLine {
  const again = envelope.retry ? `, try ${envelope.retry.num + 1}` : '';
  const base = { id, at, from: 'Slack', to: 'Teller', what: `${summaryOf(envelope)}${again}` };
  if (!ack) return { ...base, outcome: '…', mood: 'waiting' };
  const outcome = ack.problem ?? `${ack.status} in ${ack.ms} ms`;
  return { ...base, outcome, mood: ack.problem ? 'bad' : 'good' };
}

/** Slack's own names: the command, the type of an interaction with its callback or action id, the type of an event. */
function summaryOf({ kind, payload }: Envelope): string {
  if (kind === 'slash_commands') return `${asText(payload.command)} ${asText(payload.text)}`.trim();
  if (kind === 'events_api') return `event ${asText(isFields(payload.event) && payload.event.type)}`;
  const [action] = asFieldsList(payload.actions);
  const callbackId =
    asText(payload.callback_id) || asText(isFields(payload.view) && payload.view.callback_id);
  return `${asText(payload.type)} ${asText(action?.action_id) || callbackId}`.trim();
}

function deliveryDetails(record: DeliveryRecord | undefined): WireDetails | undefined {
  if (!record) return undefined;
  const { envelope, request, ack } = record;
  const { kind, payload } = envelope;
  const body = kind === 'interactive' ? { payload } : payload;
  const sent = request
    ? { request: `POST ${request.url}`, headers: request.headers, body }
    : { request: 'envelope over Socket Mode', type: kind, body: payload };
  return { sent, answer: ack && { status: ack.status, body: parseJson(ack.body) ?? ack.body } };
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
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const base = { id, at, from: 'Teller', to: 'service', what: maskedText(`${method} ${path}${search}`) };
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

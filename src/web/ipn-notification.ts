// Reads a notification request for ipn.ts and makes its answer. The provider sends the fields in the query, as JSON or as
// a form, and writes their names in different cases (PROVIDER-FACTS: all were seen).
import { z } from 'zod';

type IpnNotification = { trackingId: string; merchantReference: string; type: string };

/** Longer values are ignored: no id of the provider is this long. */
const MAX_LENGTH = 150;

/**
 * The notification in a request's query and body, or undefined when it names no order. The content-type header is not
 * used: integrators report JSON sent as text and forms sent as JSON.
 */
export function readIpnNotification(query: URLSearchParams, body: string): IpnNotification | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of [...entriesOf(body), ...query]) {
    // Half a character, which only JSON can bring, is no text that a store could keep.
    if (value && value.length <= MAX_LENGTH) fields.set(plainName(name), value.toWellFormed());
  }
  const trackingId = fields.get('ordertrackingid') ?? '';
  const merchantReference = fields.get('ordermerchantreference') ?? '';
  if (!trackingId || !merchantReference) return undefined;
  return { trackingId, merchantReference, type: fields.get('ordernotificationtype') || 'IPNCHANGE' };
}

/** The JSON that the provider expects (PROVIDER-FACTS, IPN): `status` is a number, the type is the one that it sent. */
export function ipnAnswer(notification: IpnNotification, status: 200 | 500): string {
  return JSON.stringify({
    orderNotificationType: notification.type,
    orderTrackingId: notification.trackingId,
    orderMerchantReference: notification.merchantReference,
    status,
  });
}

const FLAT = z.record(z.string(), z.unknown());

function entriesOf(body: string): [string, string][] {
  const text = body.trim();
  if (!text.startsWith('{')) return [...new URLSearchParams(text)];
  try {
    const object = FLAT.parse(JSON.parse(text));
    return Object.entries(object).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    );
  } catch {
    return [];
  }
}

function plainName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

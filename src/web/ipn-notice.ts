// Reads a notification however it comes: query, JSON or form, any casing of the names (PROVIDER-FACTS: all were seen).
import { z } from 'zod';

export type IpnNotice = { trackingId: string; merchantReference: string; type: string };

/** Longer than anything that the service could have made. */
const LONGEST = 150;

/**
 * The notice in a request's query and body, or undefined when it names no order. The body's declared type is a hint
 * only: integrators report JSON sent as text and forms sent as JSON.
 */
export function readIpnNotice(query: URLSearchParams, body: string): IpnNotice | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of [...entriesOf(body), ...query]) {
    if (value && value.length <= LONGEST) fields.set(plainName(name), value);
  }
  const trackingId = fields.get('ordertrackingid') ?? '';
  const merchantReference = fields.get('ordermerchantreference') ?? '';
  if (!trackingId || !merchantReference) return undefined;
  return { trackingId, merchantReference, type: fields.get('ordernotificationtype') || 'IPNCHANGE' };
}

/** Exactly what the service waits for (PROVIDER-FACTS, IPN): `status` is a number, the type is echoed. */
export function ipnAnswer(notice: IpnNotice, status: 200 | 500): string {
  return JSON.stringify({
    orderNotificationType: notice.type,
    orderTrackingId: notice.trackingId,
    orderMerchantReference: notice.merchantReference,
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

// Notifications of the provider as requests, one for each made order.
import { openName, trackingIdOf } from './made-orders.ts';
import { IPN_KEY } from './teller.ts';

export const NOTIFICATION_PATH = `/ipn/${IPN_KEY}`;

export function notificationOf(number: number): { trackingId: string; reference: string } {
  const reference = openName(number);
  return { trackingId: trackingIdOf(reference), reference };
}

/** `count` requests that go through the first `open` orders, again and again if need be. */
export function notificationRequests(count: number, open: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { trackingId, reference } = notificationOf(index % open);
    const query = `OrderTrackingId=${trackingId}&OrderMerchantReference=${reference}&OrderNotificationType=IPNCHANGE`;
    return `GET ${NOTIFICATION_PATH}?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  });
}

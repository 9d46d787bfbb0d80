// Tracking ids: the payment service's names of orders. Compared as text, so in one casing.

const TRACKING_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;

/** The first of what has the form of a tracking id in a text. */
export function trackingIdIn(text: string): string | undefined {
  return TRACKING_ID.exec(text)?.[0];
}

/** True for the form of a tracking id. References of other systems can have it too. */
export function isTrackingId(text: string): boolean {
  return trackingIdIn(text) === text;
}

/** The tracking id as orders are found by it; any other text stays as it is. */
export function canonicalTrackingId(text: string): string {
  return isTrackingId(text) ? text.toLowerCase() : text;
}

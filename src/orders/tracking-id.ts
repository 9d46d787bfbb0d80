// Tracking ids: the payment service's names of orders. Compared as text, so in one casing.

const TRACKING_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the form of a tracking id. References of other systems can have it too. */
export function isTrackingId(text: string): boolean {
  return TRACKING_ID.test(text);
}

/** The tracking id as orders are found by it; any other text stays as it is. */
export function canonicalTrackingId(text: string): string {
  return isTrackingId(text) ? text.toLowerCase() : text;
}

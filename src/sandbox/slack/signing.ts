// Slack's request signature, version v0: an HMAC of the timestamp and the raw body.
import { createHmac } from 'node:crypto';

/** The `x-slack-signature` header for a body sent at `timestamp` (seconds). */
export function signatureOf(body: string, timestamp: number | string, signingSecret: string): string {
  return `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}

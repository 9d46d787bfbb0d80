// Compares this machine's clock with Slack's and the provider's, whose answers carry the time.
import type { Clock } from '#lib/clock.ts';
import { type Diagnosis, good, warning, wrong } from '#lib/diagnosis.ts';

const TIMEOUT_MS = 5_000;
/** A few seconds are lost on the way and in whole seconds. Signatures of Slack fail at five minutes. */
const MAX_OFF_MS = 60_000;

/** `urls` are asked without a token; whatever they answer has the time in it. */
export async function inspectClock(urls: readonly string[], clock: Clock): Promise<Diagnosis[]> {
  const offsets = (await Promise.all(urls.map((url) => offsetOf(url, clock)))).filter(
    (ms) => ms !== undefined,
  );
  if (offsets.length === 0)
    return [
      warning(
        'The clock can’t be checked: neither Slack nor Pesapal answered with a time.',
        'Check the network first.',
      ),
    ];
  // One that differs alone is itself wrong.
  const off = offsets.reduce((least, ms) => (Math.abs(ms) < Math.abs(least) ? ms : least));
  if (Math.abs(off) <= MAX_OFF_MS) return [good('The clock is right to the minute.')];
  return [
    wrong(
      `This machine’s clock is ${inWords(off)} ${off > 0 ? 'ahead' : 'behind'}. Signatures and tokens fail.`,
      'Set the clock by a time server (NTP).',
    ),
  ];
}

/** How far our clock is ahead, in milliseconds; undefined when it is not known. Never rejects. */
async function offsetOf(url: string, clock: Clock): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const there = Date.parse(answer.headers.get('date') ?? '');
    await answer.body?.cancel().catch(() => {});
    return Number.isNaN(there) ? undefined : clock.now() - there;
  } catch {
    return undefined;
  }
}

function inWords(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  return minutes < 120 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.round(minutes / 60)} hours`;
}

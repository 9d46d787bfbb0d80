// Compares this machine's clock with Slack's and the payment service's: their answers say what time it is there.
import type { Clock } from '#lib/clock.ts';
import { type Diagnosis, good, warning, wrong } from '#lib/diagnosis.ts';
import { startLimit } from '#lib/timeout.ts';

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
        'It cannot be compared, because neither Slack nor the payment service says what time it is.',
        'See to the way out first.',
      ),
    ];
  // One that differs alone is itself wrong.
  const off = offsets.reduce((least, ms) => (Math.abs(ms) < Math.abs(least) ? ms : least));
  if (Math.abs(off) <= MAX_OFF_MS) return [good('It agrees with the outside to the minute.')];
  return [
    wrong(
      `This machine's clock is ${inWords(off)} ${off > 0 ? 'ahead' : 'behind'}: signatures and tokens fail.`,
      'Let the machine take its time from a time server (NTP).',
    ),
  ];
}

/** How far our clock is ahead, in milliseconds; undefined when it is not known. Never rejects. */
async function offsetOf(url: string, clock: Clock): Promise<number | undefined> {
  const { signal, end } = startLimit(TIMEOUT_MS);
  try {
    const answer = await fetch(url, { redirect: 'manual', signal });
    const there = Date.parse(answer.headers.get('date') ?? '');
    await answer.body?.cancel().catch(() => {});
    return Number.isNaN(there) ? undefined : clock.now() - there;
  } catch {
    return undefined;
  } finally {
    end();
  }
}

function inWords(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  return minutes < 120 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.round(minutes / 60)} hours`;
}

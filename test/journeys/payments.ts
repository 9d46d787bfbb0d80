// Several payments under one order: the provider's record shows only the newest of them.
import type { PayDetails } from '#sandbox/provider/customer.ts';
import { answerTo, type Sent, sendPrompt } from './agent.ts';
import type { Rig } from './rig.ts';

/** Receipts of M-PESA. */
export const FIRST = 'SJA1QWERTY';
export const SECOND = 'SJB2QWERTY';
export const THIRD = 'SJC3QWERTY';

type Named = Pick<Sent, 'reference'>;

/** The customer pays under this code, in full or as `how` says, and everything that follows from it is over. */
export async function paysWith(
  rig: Rig,
  { reference }: Named,
  confirmation_code: string,
  how: PayDetails = {},
): Promise<void> {
  rig.clock.advance(60_000);
  await rig.provider.customer.pay(reference, { again: true, confirmation_code, ...how });
  await rig.idle();
}

/** A prompt for KES 1,500 that was paid under the first code. */
export async function paidFirst(rig: Rig, how: PayDetails = {}): Promise<Sent> {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  await paysWith(rig, sent, FIRST, how);
  return sent;
}

/** Money goes back: of the newest payment, or of that with the code. `isNamed: false`: the record has no code. */
export async function isReversed(
  rig: Rig,
  { reference }: Named,
  how: { confirmation_code?: string; isNamed?: boolean } = {},
): Promise<void> {
  rig.clock.advance(60_000);
  await rig.provider.customer.reverse(reference, how);
  await rig.idle();
}

/** Many copies of the newest notification, and all checks of two days. */
export async function isRepeated(rig: Rig, { reference }: Named): Promise<void> {
  for (const wait of [60_000, 600_000, 3_600_000]) {
    rig.clock.advance(wait);
    await rig.provider.notify(reference, { copies: 3 });
    await rig.idle();
  }
}

/** The replies that name the code. */
export function repliesWith(rig: Rig, { card }: Pick<Sent, 'card'>, code: string): string[] {
  return rig.replies(card).filter((reply) => reply.includes(code));
}

/** Today's money, as Home and lists add it up. */
export function booked(rig: Rig): Promise<string> {
  return answerTo(rig, 'open');
}

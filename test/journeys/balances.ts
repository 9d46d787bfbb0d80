// An order that was paid short, and the order for its rest: for the journeys of reviews.

import { SAYS } from '#test/slack/text/phrases.ts';
import { type Sent, theCard } from './agent.ts';
import { newest } from './resend.ts';
import { type Rig, until } from './rig.ts';

/** Its customer pays `amount`, which is less than was asked for. */
export async function paidShort(rig: Rig, sent: Sent, amount: number): Promise<Sent> {
  await rig.provider.customer.pay(sent.reference, { amount });
  await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
  if (rig.readModal()) rig.agent.close();
  return sent;
}

/** Presses *Ask for the other …*, sends the form, and waits for the new card. */
export async function requestBalance(rig: Rig, { card }: Sent): Promise<Sent> {
  await rig.agent.click(newest(rig, card), 'ask_for_rest');
  await until(() => /== (send_prompt|create_link) ==/.test(rig.readModal()));
  const before = rig.cards().length;
  await rig.agent.submit();
  await until(
    () => rig.cards().length > before && (rig.readModal() === '' || rig.readModal().includes(SAYS.linkReady)),
  );
  rig.agent.close();
  return theCard(rig, SAYS.waiting);
}

/** The payment service reports its payment as gone back. */
export async function goesBack(rig: Rig, { card, reference }: Sent): Promise<void> {
  rig.clock.advance(60_000);
  await rig.provider.customer.reverse(reference);
  await until(() => rig.readCard(card).includes(SAYS.paidBack));
  await rig.idle();
}

/** More has come for the order than the provider said before; it notifies of that. */
export async function recordSays(rig: Rig, { reference }: Sent, amount: number): Promise<void> {
  recordGrows(rig, reference, amount);
  rig.clock.advance(60_000);
  await rig.provider.notify(reference);
}

/** The same, and nobody notifies of it. */
export function recordGrows(rig: Rig, reference: string, amount: number, code?: string): void {
  const changes = { amount, ...(code && { confirmation_code: code }) };
  Object.assign(rig.provider.find(reference)?.payment ?? {}, changes);
}

// Links with a deadline, and what Teller tells their agent directly: for the journeys of deadlines and reminders.
import { createLink, type Sent } from './agent.ts';
import { directTo } from './approvers.ts';
import { renderMessage } from './reading.ts';
import type { Rig } from './rig.ts';

/** Moves the clock to that time (UTC; clocks in Nairobi show three hours more). */
export async function goTo(rig: Rig, time: string): Promise<void> {
  rig.clock.advance(Date.parse(`${time}Z`) - rig.clock.now());
  await rig.idle();
}

/** Made on 10 January 2031, to be paid until the 14th, or `day`. */
export async function linkUntil(
  rig: Rig,
  day = '2031-01-14',
  values: Record<string, string> = {},
): Promise<Sent> {
  await goTo(rig, '2031-01-10T09:00');
  const sent = await createLink(rig, { valid_until: day, ...values });
  rig.agent.close();
  return sent;
}

/** What Teller has written to the rig's agent directly. */
export function directly(rig: Rig): string[] {
  return directTo(rig, rig.agent.id).map((message) => renderMessage(message));
}

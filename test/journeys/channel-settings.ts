// What people do with the settings of a channel, and what comes of them.
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

export const KAMPALA = { currency: 'UGX', payment_method: 'AirtelUG', branch: 'Kampala' };

/** What a channel has read of its settings. */
export function saidOfSettings(rig: Rig, channel = rig.slack.channels.sales): string[] {
  return rig.slack
    .messages(channel)
    .map((one) => renderMessage(one))
    .filter((text) => text.includes(SAYS.settingsChanged));
}

/** The branches that the provider has got, those of prompts first. */
export function branchesSent(rig: Rig): unknown[] {
  return (['push', 'submitOrder'] as const)
    .flatMap((operation) => rig.provider.requestsTo(operation))
    .map(({ body }) => (body as { branch?: string }).branch);
}

/** Types `/pay settings`, and waits for the form. */
export async function openSettings(
  rig: Rig,
  person = rig.agent,
  channel = rig.slack.channels.sales,
): Promise<void> {
  await person.command(channel, '/pay', 'settings');
  await until(() => rig.readModal(person).includes('== settings =='));
}

/** The same, and sends it. */
export async function setHabits(
  rig: Rig,
  values: Record<string, Typed>,
  person = rig.agent,
  channel = rig.slack.channels.sales,
): Promise<void> {
  await openSettings(rig, person, channel);
  const before = saidOfSettings(rig, channel).length;
  await person.submit(values);
  await until(() => saidOfSettings(rig, channel).length > before);
  await until(() => rig.readModal(person).includes(SAYS.settingsSaved));
  person.close();
}

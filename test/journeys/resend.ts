// What an agent does to send an order again.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { type Sent, sendPrompt, submitPrompt } from './agent.ts';
import { type Rig, until } from './rig.ts';

/** The card as it stands now: buttons that it has lost cannot be pressed on it. */
export function newest(rig: Rig, card: Message): Message {
  return rig.slack.thread(card.channel, card.ts).find(({ ts }) => ts === card.ts) ?? card;
}

export async function sendDeclined(rig: Rig): Promise<Sent> {
  const sent = await sendPrompt(rig, { first_name: 'Jane' });
  await rig.provider.customer.decline(sent.reference);
  await until(() => rig.readCard(sent.card).includes('[send_again]'));
  rig.agent.close();
  return sent;
}

/** Presses *Send again* on a card as it was, and waits for the form. */
export async function openAgain(rig: Rig, card: Message, person: Person = rig.agent): Promise<void> {
  await person.click(card, 'send_again', { isOld: true });
  await until(() => /== (send_prompt|create_link) ==/.test(rig.readModal(person)));
}

/** Submits the form for a prompt: it closes, and the next card waits for the customer. */
export function submitAgain(rig: Rig, person: Person = rig.agent): Promise<Sent> {
  return submitPrompt(rig, {}, { person });
}

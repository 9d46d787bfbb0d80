// A person types a whole order and sends its form as it opens. No step here depends on wording.
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import type { Sent } from './agent.ts';
import { type Rig, until } from './rig.ts';

/** Types `/pay …`, sends the form with `values`, and waits until everything that follows is over. */
export async function request(
  rig: Rig,
  words: string,
  { by = rig.agent, values = {} }: { by?: Rig['agent']; values?: Record<string, Typed> } = {},
): Promise<Sent> {
  const before = rig.provider.orders().length;
  await by.command(rig.slack.channels.sales, '/pay', words);
  await until(() => rig.slack.modal(by.id)?.submit);
  await by.submit(values);
  await until(() => rig.provider.orders().length > before);
  await rig.idle();
  if (rig.slack.modal(by.id)) by.close();
  const reference = String(rig.provider.orders().at(-1)?.id);
  const card = rig.cards().find(({ metadata }) => metadata?.event_payload['reference'] === reference);
  if (!card) throw new Error('the order has no card');
  return { card, reference };
}

/** The card as it stands now. */
export function cardOf(rig: Rig, { card }: Pick<Sent, 'card'>): Message {
  const [found] = rig.slack.thread(card.channel, card.ts);
  if (!found) throw new Error('the card is gone');
  return found;
}

/** The replies in its thread as Slack got them, oldest first. */
export function repliesTo(rig: Rig, { card }: Pick<Sent, 'card'>): Message[] {
  return rig.slack.thread(card.channel, card.ts).slice(1);
}

/** Does it a minute later, and waits for the next reply in the order's thread and all that follows. */
export async function follow(rig: Rig, sent: Sent, act: () => Promise<unknown>): Promise<Sent> {
  const before = repliesTo(rig, sent).length;
  rig.clock.advance(60_000);
  await rig.idle();
  await act();
  await until(() => {
    rig.clock.advance(500);
    return repliesTo(rig, sent).length > before;
  });
  await rig.idle();
  return sent;
}

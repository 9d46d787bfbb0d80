// People make orders from earlier ones: they send one again or ask for the rest, also two at the same moment, and accept
// another amount as paid.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import type { Course, Done } from './course.ts';
import type { Dice } from './dice.ts';
import type { Environment } from './environment.ts';
import type { Posts } from './posts.ts';
import type { Action } from './steps.ts';
import { closeAll, type Form, formOf, submitOpened } from './taking-orders.ts';

/** Sending again takes some requests to the provider; a payment that races it comes before, between or after them. */
const RACE_MS = 250;

export function createResendActions(deps: {
  environment: Environment;
  posts: Posts;
  dice: Dice;
  /** The customer pays the order within so many milliseconds. */
  race(trackingId: string, withinMs: number): Promise<void>;
}) {
  const { environment, posts, dice, race } = deps;
  const { slack, provider } = environment;

  /** The order's card as it stands, if it has this button or menu item and its channel is there. */
  function cardWith(reference: string, button: string): Message | undefined {
    const card = posts.cardOf(reference);
    const isThere = card && !environment.closed.has(card.channel);
    const message = isThere
      ? slack.thread(card.channel, card.ts).find(({ ts }) => ts === card.ts)
      : undefined;
    const shown = JSON.stringify(message?.blocks ?? []);
    return [`"${button}"`, `"${button}:${reference}"`].some((one) => shown.includes(one))
      ? message
      : undefined;
  }

  function referenceOn(card: Message): string {
    return String(card.metadata?.event_payload['reference']);
  }

  function newestWith({ references }: Course, button: string): Message | undefined {
    return references.map((reference) => cardWith(reference, button)).findLast((card) => card !== undefined);
  }

  /** Presses a button that opens a form; false when no form came. */
  async function open(person: Person, card: Message, button: string): Promise<boolean> {
    await closeAll(environment, person);
    await person.click(card, button, { isOld: true });
    return (await formOf(environment, person)) !== undefined;
  }

  /** All wait for their form, and then send it at the same moment. */
  async function sendForms(
    people: readonly Person[],
    card: Message,
    button: string,
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<Done> {
    const opened = await Promise.all(people.map((person) => open(person, card, button)));
    const ready = people.filter((_, index) => opened[index]);
    // From an old card that is usually a refusal, after which nobody tries again.
    if (ready.length === 0) return cardWith(referenceOn(card), button) ? 'not yet' : 'never';
    const [forms] = await Promise.all([
      Promise.all(ready.map((person) => submitOpened(environment, person))),
      meanwhile(),
    ]);
    await Promise.all(people.slice(1).map((person) => closeAll(environment, person)));
    return { forms: forms.filter((form): form is Form => form !== undefined) };
  }

  return {
    cardWith,

    async sendAgain(course: Course, action: Extract<Action, { do: 'send again' }>): Promise<Done> {
      const current = newestWith(course, 'send_again');
      course.oldCard ??= current && structuredClone(current);
      const card = (action.from === 'first card' ? course.oldCard : undefined) ?? current;
      if (!card || environment.closed.has(card.channel)) return 'not yet';
      const earlier = provider.find(course.references[0]);
      const people = action.people === 2 ? [course.agent, course.colleague] : [course.agent];
      return sendForms(people, card, 'send_again', async () => {
        if (action.racing && earlier) await race(earlier.order_tracking_id, RACE_MS);
      });
    },

    async endReview(course: Course, by: 'rest' | 'accepting' | 'both'): Promise<Done> {
      const { agent, colleague } = course;
      const card = newestWith(course, 'accept_as_paid');
      if (!card) return 'not yet';
      const accept = async () => {
        await new Promise((resolve) => setTimeout(resolve, dice.between(0, RACE_MS)));
        await colleague.click(card, 'accept_as_paid', { isOld: true });
      };
      const hasBalance = JSON.stringify(card.blocks).includes('"ask_for_rest"');
      if (by === 'accepting' || !hasBalance) {
        await Promise.all([accept(), agent.click(card, 'accept_as_paid', { isOld: true })]);
        return 'done';
      }
      return sendForms([agent], card, 'ask_for_rest', by === 'both' ? accept : undefined);
    },
  };
}

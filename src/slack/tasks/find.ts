// Look up a payment: by reference or tracking id, in an order's thread without a reference, or from any message.
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { canonicalReference } from '#orders/reference.ts';
import type { Finder } from '#payments/status/find.ts';
import { note } from '#slack/cards/blocks.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import { statusCard } from '#slack/cards/status.ts';
import { threadKey } from '#slack/delivery/order-card.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import type { Place } from '#slack/delivery/replies.ts';
import { formView, textField } from '#slack/forms/fields.ts';
import { FIND_TEXT } from '#slack/text/tasks.ts';
import type { KeyValueStore, OrderStore } from '#store/store.ts';

/** Longer than our references, because other systems of the merchant may have longer ones. */
const MAX_QUERY_LENGTH = 150;

export const FIND_TITLE = 'Look up a payment';

/** Tracking ids, and words that could be references; at most so many words of a message are looked up. */
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;
const WORD = /[A-Za-z0-9][A-Za-z0-9\-_.:]{2,49}/g;
const MAX_WORDS = 60;

/** `sharer`: who posts the answer for everybody; undefined when it is for one person. */
type Showing = { readonly canShare: boolean; readonly sharer?: string };

/** `none`: neither Teller nor the service has it. `not_asked`: the words cannot be a reference, and the answer says so. */
type Found = { readonly status: 'answered' | 'none' | 'not_asked'; readonly answer: MessageContent };

/** All that it does rejects when the store is down. */
export function createFindTask(deps: {
  client: WebClient;
  finder: Finder;
  orders: Pick<OrderStore, 'get'>;
  threads: Pick<KeyValueStore, 'get'>;
  outbound: Pick<Outbound, 'permalink'>;
  clock: Clock;
}) {
  const { client, finder, orders, threads, outbound, clock } = deps;

  async function cardUrlOf(order: Order): Promise<string | undefined> {
    const parent = order.chargeOf ? await orders.get(order.chargeOf) : order;
    return parent?.card && outbound.permalink(parent.card.channel, parent.card.ts);
  }

  async function find(query: string, how: Showing): Promise<Found> {
    if (!query) return { status: 'not_asked', answer: plainMessage(FIND_TEXT.noReference) };
    // An order of another system may have any id; only its length and white space can be checked.
    const isReference = !/\s/.test(query) || canonicalReference(query) !== undefined;
    if (query.length > MAX_QUERY_LENGTH || !isReference)
      return { status: 'not_asked', answer: plainMessage(FIND_TEXT.notAReference) };
    const result = await finder.findPayment(query);
    const cardUrl = result.status === 'ours' ? await cardUrlOf(result.order) : undefined;
    const answer = statusCard(result, { ...how, query, cardUrl, now: clock.now() });
    return { status: result.status === 'none' ? 'none' : 'answered', answer };
  }

  /** The reference or tracking id in a text; asks the store only. */
  async function namedIn(text: string): Promise<string | undefined> {
    // The whole text may be a reference that was written in two words.
    const whole = canonicalReference(text) ? [text] : [];
    const words = [...whole, ...new Set(text.match(WORD))].slice(0, MAX_WORDS);
    return (await finder.findOrderIn(words))?.reference ?? UUID.exec(text)?.[0];
  }

  return {
    /** The payment's current state, by its exact reference or tracking id. */
    status: async (text: string, how: Showing): Promise<MessageContent> =>
      (await find(text.trim(), how)).answer,
    /** The payment that a person's words name: alone, in quotes, or somewhere among other words. */
    async search(words: string, how: Showing): Promise<Found> {
      const quoted = withoutMarks(words.trim());
      if (!/\s/.test(quoted)) return find(quoted, how);
      return find((await namedIn(quoted)) ?? wordWithDigit(quoted) ?? quoted, how);
    },
    /** The reference or tracking id that a message is about: one in the text, even in the thread of another order. */
    async referenceFor(place: Place, text: string): Promise<string | undefined> {
      return (
        (await namedIn(text)) ??
        (place.threadTs && (await threads.get<string>(threadKey(place.channel, place.threadTs))))
      );
    },
    /** `place`: the thread that gets the answer; without one the form itself shows it. `warnings`: sentences above the field. */
    async openForm(
      triggerId: string,
      { place, warnings = [] }: { place?: Place; warnings?: readonly string[] } = {},
    ): Promise<void> {
      await client.views.open({
        trigger_id: triggerId,
        view: findForm(place ? JSON.stringify(place) : '', warnings),
      });
    },
  };
}

/** “is INV-9 paid?” → INV-9, which another system may have made. */
function wordWithDigit(words: string): string | undefined {
  return words
    .split(/\s+/)
    .map(withoutMarks)
    .find((word) => /\d/.test(word));
}

/** Without quotation and question marks around it. */
function withoutMarks(text: string): string {
  return text.replace(/^["'“”‘’«»`*~()[\]]+|["'“”‘’«»`*~()[\]?!,;]+$/g, '');
}

/** For where no message or thread says which payment it is. `memory` comes back with the submission. */
function findForm(memory: string, warnings: readonly string[]): ModalView {
  return formView({
    callbackId: 'look_up',
    title: FIND_TITLE,
    submit: 'Look up',
    close: 'Close',
    memory,
    blocks: [
      ...warnings.map(note),
      textField('id', {
        label: 'Reference or tracking id',
        hint: 'The order’s reference, or the payment service’s tracking id. Orders made elsewhere are found too.',
        placeholder: '7K3M9-QX2ZD',
        max: MAX_QUERY_LENGTH,
      }),
    ],
  });
}

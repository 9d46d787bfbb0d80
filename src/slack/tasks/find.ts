// Find a payment by whatever a customer quotes; in an order's thread without words, or from any message.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { codesIn } from '#orders/payments.ts';
import { canonicalReference, trackingIdIn } from '#orders/reference.ts';
import type { Finder } from '#payments/status/find.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { statusCard } from '#slack/cards/status.ts';
import { isCardStale, threadKey } from '#slack/delivery/order-card.ts';
import type { Place } from '#slack/delivery/outbound.ts';
import { findForm } from '#slack/forms/find-form.ts';
import { isPastedSms, readPastedSms, smsCodeIn } from '#slack/forms/pasted-sms.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { describeUnasked, FIND_TEXT, nothingFound } from '#slack/text/find.ts';
import { PERIOD_FAULTS } from '#slack/text/report.ts';
import type { KeyValueStore, OrderStore } from '#store/store.ts';
import { type Found, hasCode, notSearched, withDoubt, withNotes, withSentence } from './found.ts';
import { openForm } from './open-form.ts';
import { createSearchTask, type Searched } from './search.ts';

/** Longer than our references, because other systems of the merchant may have longer ones. */
const MAX_REFERENCE_LENGTH = 150;

/** Words that could be references, without the mark behind; at most so many of a message are looked up. */
const WORD = /[A-Za-z0-9][A-Za-z0-9\-_.:]{1,48}[A-Za-z0-9]/g;
/** Of forty references that Teller makes, one has no digit. */
const LETTERS_ALONE = /^[A-Za-z]{5}-[A-Za-z]{5}$/;
const MAX_WORDS = 60;

/**
 * `sharer`: who posts the answer for everybody. `isForAll`: others will read it, so it does not repeat the words. `place`:
 * where it will stand; in the thread of the order's card it is one line.
 */
type Showing = {
  readonly canShare: boolean;
  readonly sharer?: string;
  readonly isForAll?: boolean;
  readonly place?: Place | undefined;
};
type Asking = Showing & { readonly userId: string };

/** All that it does rejects when the store is down. */
export function createFindTask(
  deps: {
    client: WebClient;
    finder: Finder;
    orders: Pick<OrderStore, 'trigger'>;
    threads: Pick<KeyValueStore, 'get'>;
    clock: Clock;
  } & Parameters<typeof createSearchTask>[0],
) {
  const { finder, orders, threads, cardUrlOf, clock } = deps;
  const { search, isMore, more } = createSearchTask(deps);

  /** By an exact reference or tracking id. The service is asked, and a card that shows something else is redrawn. */
  async function findExactly(query: string, how: Showing): Promise<Found> {
    const result = await finder.findPayment(query);
    if (result.status === 'ours' && isCardStale(result.order))
      await orders.trigger('deliver', result.order.reference, clock.now());
    const cardUrl = result.status === 'ours' ? await cardUrlOf(result.order) : undefined;
    const isAtCard = result.status === 'ours' && isOwnThread(result.order, how.place);
    const answer = statusCard(result, { ...how, query, cardUrl, isAtCard, now: clock.now() });
    if (result.status === 'none') return { ...result, why: escapeMrkdwn(FIND_TEXT.none(query)), answer };
    if (result.status === 'unanswered')
      return { status: 'unanswered', why: escapeMrkdwn(describeUnasked(result.failure)), answer };
    const { payment } = result.status === 'elsewhere' ? result.transaction : {};
    const payments = result.status === 'ours' ? (result.order.payments ?? []) : payment ? [payment] : [];
    return { status: 'one', answer, codes: codesIn(payments) };
  }

  /** The reference or tracking id among `words`, or in the whole text; asks the store only. */
  async function namedIn(text: string, words: readonly string[]): Promise<string | undefined> {
    // The whole text may be a reference that was written in two words.
    const whole = canonicalReference(text) ? [text] : [];
    // Those that look like one come first, because a long message has more words than are looked up.
    const named = new Set([...whole, ...words.filter(isMarkedAsReference), ...words]);
    return (await finder.findOrderIn([...named].slice(0, MAX_WORDS)))?.reference;
  }

  /** The reference or tracking id that is anywhere in the text. */
  async function nameIn(text: string): Promise<string | undefined> {
    return (await namedIn(text, text.match(WORD) ?? [])) ?? trackingIdIn(text);
  }

  /** The order that is named, or whose thread it is. Beside an SMS: the payment that this confirms, else the order with a warning. */
  async function findNamed(named: string, text: string, asking: Asking): Promise<Found> {
    const code = smsCodeIn(text);
    // In "7K3M9QX2ZD confirmed?" a reference stands in its place.
    if (code === undefined || (await finder.findOrderIn([code]))) return findExactly(named, asking);
    const how = toCompare(asking);
    const found = await findExactly(named, how);
    if (hasCode(found, code)) return found;
    const confirmed = await firstFound([code], how);
    if (confirmed?.status === 'list') return confirmed;
    return confirmed && hasCode(confirmed, code)
      ? withSentence(FIND_TEXT.otherOrder, confirmed)
      : withDoubt(found, code);
  }

  async function answerTo(searched: Searched, asking: Asking): Promise<Found> {
    switch (searched.status) {
      case 'list':
        return searched;
      case 'one': {
        const found = await findExactly(searched.order.reference, asking);
        return asking.isForAll ? found : { ...found, answer: withNotes(found.answer, searched) };
      }
      case 'fault':
        return notSearched(searched.words.fault ? PERIOD_FAULTS[searched.words.fault] : FIND_TEXT.tooShort);
      case 'none':
        return answerNone(searched, asking);
    }
  }

  /** What Teller does not have may have been made elsewhere. */
  async function answerNone({ words }: Extract<Searched, { status: 'none' }>, how: Showing): Promise<Found> {
    const { reference } = words;
    const elsewhere =
      reference !== undefined && reference.length <= MAX_REFERENCE_LENGTH
        ? await findExactly(reference, how)
        : undefined;
    if (elsewhere?.status === 'one') return elsewhere;
    const nothing = nothingFound(words);
    const unasked = elsewhere?.status === 'unanswered' ? [elsewhere.why] : [];
    // Beside other words Teller may have what looks like a reference: a code whose payment they do not fit.
    // And a name alone is no reference.
    const isReference = words.conditions.length === 1 && /\d/.test(reference ?? '');
    const nowhere = elsewhere?.status === 'none' && isReference ? elsewhere.why : nothing;
    const why = [...(words.isCode ? [nothing, FIND_TEXT.codeNowhere] : [nowhere]), ...unasked].join(' ');
    const status = unasked.length > 0 ? 'unanswered' : 'none';
    return { status, why, answer: mrkdwnMessage(`${why} ${FIND_TEXT.tryAgain}`) };
  }

  async function findByWords(typed: string, asking: Asking): Promise<Found> {
    const text = withoutMarks(typed.trim());
    if (!text) return notSearched(FIND_TEXT.noWords);
    // Any word may be a reference. Among others only what looks like one is taken for it.
    const words = text.match(WORD) ?? [];
    const named = await namedIn(text, /\s/.test(text) ? words.filter(isMarkedAsReference) : [text]);
    if (named) return findNamed(named, text, asking);
    if (isPastedSms(text)) return findBySms(text, asking);
    return answerTo(await search(text, asking.userId), asking);
  }

  async function findBySms(text: string, asking: Asking): Promise<Found> {
    const { code, account, paid } = readPastedSms(text);
    const found = await firstFound([code, account, paid], asking);
    if (found) return withDoubt(found, code);
    return answerTo(await search(code ?? account ?? paid ?? text, asking.userId), asking);
  }

  /** The answer to the first of the queries that an order fits. */
  async function firstFound(queries: (string | undefined)[], asking: Asking): Promise<Found | undefined> {
    for (const query of queries.filter((each) => each !== undefined)) {
      const searched = await search(query, asking.userId);
      if (searched.status === 'one' || searched.status === 'list') return answerTo(searched, asking);
    }
    return undefined;
  }

  return {
    /** The payment's current state, by the reference or tracking id of a button. */
    status: async (reference: string, how: Showing): Promise<MessageContent> =>
      (await findExactly(reference, how)).answer,
    /** The payment with this reference or tracking id, which a person wrote. */
    findExactly,
    /** The payments that a person's words describe. `typed`: without Slack's wrapping. */
    search: findByWords,
    isMore,
    more,
    /** The order in whose thread it is. */
    orderOfThread,
    /** What a text names, even in the thread of another order; else that order. Undefined where it is neither. */
    async named(place: Place, text: string, asking: Asking): Promise<Found | undefined> {
      const named = (await nameIn(text)) ?? (await orderOfThread(place));
      return named === undefined ? undefined : findNamed(named, text, asking);
    },
    /**
     * What a message is about: the order that it names, that its SMS confirms, or whose thread it stands in. A string says
     * why nothing was found; undefined when there is nothing to search for.
     */
    async inMessage(place: Place, text: string, asking: Asking): Promise<Found | string | undefined> {
      const named = await nameIn(text);
      if (named) return findNamed(named, text, asking);
      const { code, account, paid } = readPastedSms(text);
      const how = code === undefined ? asking : toCompare(asking);
      const sure = await firstFound([code, account], how);
      if (sure) return withDoubt(sure, code);
      const own = await orderOfThread(place);
      if (own) return withDoubt(await findExactly(own, how), code);
      const likely = await firstFound([paid], how);
      return likely ? withDoubt(likely, code) : code && FIND_TEXT.codeNowhere;
    },
    /** `place`: the thread that gets the answer; without one the form itself shows it. `warnings`: sentences above the field. */
    async openForm(
      triggerId: string | undefined,
      { place, warnings = [] }: { place?: Place; warnings?: readonly string[] } = {},
    ): Promise<void> {
      await openForm(deps, triggerId, findForm(place ? JSON.stringify(place) : '', warnings));
    },
  };

  async function orderOfThread({ channel, threadTs }: Place): Promise<string | undefined> {
    return threadTs && threads.get<string>(threadKey(channel, threadTs));
  }
}

function isOwnThread({ card }: Order, place: Place | undefined): boolean {
  return card !== undefined && card.channel === place?.channel && card.ts === place.threadTs;
}

/** A code is compared with the whole payment, also in the thread of its card. */
function toCompare(asking: Asking): Asking {
  return { ...asking, place: undefined };
}

function isMarkedAsReference(word: string): boolean {
  return (/\d/.test(word) && /[A-Za-z_.:-]/.test(word)) || LETTERS_ALONE.test(word);
}

/** A single word without quotation and question marks around it; several are read with their marks. */
function withoutMarks(text: string): string {
  return /\s/.test(text) ? text : text.replace(/^["'“”‘’«»`*~()[\]]+|["'“”‘’«»`*~()[\]?!,;]+$/g, '');
}

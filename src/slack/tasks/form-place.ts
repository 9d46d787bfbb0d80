// Where an order's form opens: the channel that it suggests, whether Teller is in it, and what its orders start with.
import type { Clock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import { QUESTION_MS } from '#slack/access/permissions.ts';
import type { OrderHabitsOf } from '#slack/delivery/channel-settings.ts';
import { type FormStart, startOf } from '#slack/forms/form-start.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import type { KeyValueStore } from '#store/store.ts';
import type { FormOrders } from './form-orders.ts';

/** `channel` is undefined where none is known. */
type FormPlace = {
  readonly channel: string | undefined;
  readonly isOut: boolean;
  readonly start: FormStart;
};

/** Suggestions only: what cannot be read in time leaves the field empty, or as the merchant has it. Never rejects. */
export function createFormPlace(deps: {
  formOrders: Pick<FormOrders, 'accessTo'>;
  /** Slack user id → channel: what a form opened outside a channel suggests. */
  lastChannels: KeyValueStore;
  orderHabits: Pick<OrderHabitsOf, 'of'>;
  defaultCurrency: string;
  clock: Clock;
}) {
  const { formOrders, lastChannels, orderHabits, defaultCurrency, clock } = deps;

  function inTime<Value>(question: Promise<Value>): Promise<Value | undefined> {
    return withTimeout(clock, QUESTION_MS, question, undefined).catch(() => undefined);
  }

  async function placeIn(channel: string): Promise<FormPlace> {
    const [access, habits] = await Promise.all([
      formOrders.accessTo(channel),
      inTime(orderHabits.of(channel)),
    ]);
    return { channel, isOut: access === 'out', start: startOf(habits, defaultCurrency) };
  }

  /** `from`: the channel in which the person is, if any; a direct message between people, where Teller cannot be, counts as none. */
  return async (from: string | undefined, userId: string): Promise<FormPlace> => {
    if (from !== undefined) {
      const here = await placeIn(from);
      if (!here.isOut || !isDirectMessage(from)) return here;
    }
    const last = await inTime(lastChannels.get<string>(userId));
    const there = last === undefined ? undefined : await placeIn(last);
    // A suggestion, which nobody has chosen: where Teller is not there any more it says nothing.
    if (there && !there.isOut) return there;
    return { channel: undefined, isOut: false, start: startOf(undefined, defaultCurrency) };
  };
}

// Where an order's form opens: the channel that it suggests, whether Teller is in it, who else reads it, and what its orders start
// with.
import { type Clock, withTimeout } from '#lib/clock.ts';
import { type ChannelAccess, isReadByOthers, type ReadAccess } from '#slack/access/channel-access.ts';
import { QUESTION_MS } from '#slack/access/permissions.ts';
import type { OrderHabitsOf } from '#slack/delivery/channel-settings.ts';
import { type FormStart, startOf } from '#slack/forms/form-start.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import type { KeyValueStore } from '#store/store.ts';

/** `channel` is undefined where none is known. `access`: what Slack says of it, also where the form does not wait for that. */
type FormPlace = {
  readonly channel: string | undefined;
  readonly isOut: boolean;
  readonly isShared: boolean | undefined;
  readonly access?: Promise<ReadAccess>;
  readonly start: FormStart;
};

/** Suggestions only: what cannot be read in time leaves the field empty, or as the merchant has it. Never rejects. */
export function createFormPlace(deps: {
  channelAccess: Pick<ChannelAccess, 'read'>;
  /** Slack user id → channel: what a form opened outside a channel suggests. */
  lastChannels: KeyValueStore;
  orderHabits: Pick<OrderHabitsOf, 'of'>;
  defaultCurrency: string;
  clock: Clock;
}) {
  const { channelAccess, lastChannels, orderHabits, defaultCurrency, clock } = deps;

  function inTime<Value>(question: Promise<Value>): Promise<Value | undefined> {
    return withTimeout(clock, QUESTION_MS, question, undefined).catch(() => undefined);
  }

  async function placeIn(channel: string): Promise<FormPlace> {
    const access = channelAccess.read(channel);
    const [read, habits] = await Promise.all([inTime(access), inTime(orderHabits.of(channel))]);
    return {
      channel,
      isOut: read?.access === 'out',
      isShared: read && isReadByOthers(read),
      access,
      start: startOf(habits, defaultCurrency),
    };
  }

  /** `from`: the channel in which the person is, if any; a direct message between people, where Teller cannot be, counts as none. */
  return async (from: string | undefined, userId: string): Promise<FormPlace> => {
    if (from !== undefined) {
      const here = await placeIn(from);
      if (!here.isOut || !isDirectMessage(from)) return here;
    }
    const last = await inTime(lastChannels.get<string>(userId));
    const there = last === undefined ? undefined : await placeIn(last);
    // Nobody has chosen this channel, so the form says nothing when Teller has left it.
    if (there && !there.isOut) return there;
    return { channel: undefined, isOut: false, isShared: false, start: startOf(undefined, defaultCurrency) };
  };
}

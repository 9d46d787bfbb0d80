// The messages that were printed. Each has a short number for good, so that a person can point at it.
import type { Message } from './slack/model.ts';

export type PrintedMessages = {
  /** Keeps how a message reads now, and says how it read before, if it was known. */
  keep(message: Message, body: string): { number: number; before: string | undefined };
  /** By its number, or by a word that it holds, such as an order's reference: then the app's own oldest comes first. */
  meant(typed: string): Message | undefined;
  numberOf(channel: string, ts: string): number | undefined;
};

type Printed = { readonly number: number; readonly message: Message; readonly body: string };

export function createPrintedMessages(): PrintedMessages {
  const printed = new Map<string, Printed>();
  const keyOf = (channel: string, ts: string) => `${channel} ${ts}`;

  return {
    keep(message, body) {
      const key = keyOf(message.channel, message.ts);
      const known = printed.get(key);
      const number = known?.number ?? printed.size + 1;
      printed.set(key, { number, message, body });
      return { number, before: known?.body };
    },

    meant(typed) {
      const wanted = typed.toLowerCase();
      const all = [...printed.values()];
      const holding = all.filter(({ body }) =>
        body
          .toLowerCase()
          .split(/[^\w.:-]+/)
          .includes(wanted),
      );
      const found =
        all.find(({ number }) => String(number) === wanted.replace(/^\((.+)\)$/, '$1')) ??
        holding.find(({ message }) => message.bot_id !== undefined) ??
        holding[0];
      return found?.message;
    },

    numberOf: (channel, ts) => printed.get(keyOf(channel, ts))?.number,
  };
}

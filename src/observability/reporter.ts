// Logs errors that the code can do nothing about, each under an incident id that people are shown and can quote.
import { type Log, makeIncident } from './log.ts';

export type Reporter = {
  /** Logs `error` with `about` (no customer's data) and returns the incident id, such as "7f3a-91c2". Never throws. */
  error(error: unknown, about: Readonly<Record<string, unknown>>): string;
  /** Logs something for whoever runs Teller, without an incident; an error goes into `about.err`. Never throws. */
  warn(message: string, about?: Readonly<Record<string, unknown>>): void;
};

/** Logs how something stands when that changes, not at each try. */
export type StateReporter = {
  /**
   * Warns that `what` does not work: once, however often it is tried, and again only when the sentence has changed or
   * after `working`. The same sentence about something else is not repeated. Never throws.
   */
  failing(what: string, sentence: string, err?: unknown): void;
  /** Logs that `what` works: the first time, and when it was failing. Never throws. */
  working(what: string, sentence: string): void;
};

/** `hintOf` says what to do about an error where its own message does not. */
export function createReporter(
  log: Log,
  hintOf: (error: unknown) => string | undefined = () => undefined,
): Reporter & StateReporter {
  /** By what it is about: the sentence that was logged, or undefined while it works. */
  const faults = new Map<string, string | undefined>();

  /** Of the error, else of its cause. */
  function withHint(error: unknown): { hint?: string } {
    const hint = hintOf(error) ?? (error instanceof Error ? hintOf(error.cause) : undefined);
    return hint === undefined ? {} : { hint };
  }

  return {
    error(error, about) {
      const incident = makeIncident();
      log.error({ err: error, incident, ...withHint(error), ...about }, 'something went wrong');
      return incident;
    },
    warn(message, about = {}) {
      log.warn({ ...withHint(about['err']), ...about }, message);
    },
    failing(what, sentence, err) {
      const isKnown = [...faults.values()].includes(sentence);
      faults.set(what, sentence);
      if (!isKnown) log.warn(err === undefined ? {} : { err }, sentence);
    },
    working(what, sentence) {
      const wasWorking = faults.has(what) && faults.get(what) === undefined;
      faults.set(what, undefined);
      if (!wasWorking) log.info(sentence);
    },
  };
}

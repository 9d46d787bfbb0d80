// Logs errors that the code can do nothing about, each under an incident id that people are shown and can quote.
import { type Log, makeIncident } from './log.ts';

export type Reporter = {
  /** Logs `error` with `about` (no customer's data) and returns the incident id, such as "7f3a-91c2". Never throws. */
  error(error: unknown, about: Readonly<Record<string, unknown>>): string;
  /** Logs something for whoever runs Teller, without an incident; an error goes into `about.err`. Never throws. */
  warn(message: string, about?: Readonly<Record<string, unknown>>): void;
};

export function createReporter(log: Log): Reporter {
  return {
    error(error, about) {
      const incident = makeIncident();
      log.error({ err: error, incident, ...about }, 'something went wrong');
      return incident;
    },
    warn(message, about = {}) {
      log.warn(about, message);
    },
  };
}

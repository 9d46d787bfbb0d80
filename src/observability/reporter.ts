// Where faults go that nobody can put right at the spot: into the log, under a short id that a person can quote.
import { type Log, makeIncident } from './log.ts';

export type Reporter = {
  /** Logs `error` with `about` (no customer's data) and answers its incident id, such as "7f3a-91c2". Never throws. */
  error(error: unknown, about: Readonly<Record<string, unknown>>): string;
  /** Logs something that an operator may want to know, without an incident. Never throws. */
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

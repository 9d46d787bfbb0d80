// The faults that can be switched on between the provider and a merchant. Each fault can be limited to one
// operation and to a number of times, is switched at run time, and is listed with how often it has struck.

import type { Operation } from './operations.ts';

/** What each fault does, in words for a demo panel. */
export const FAULT_WORDS = {
  slow: 'Answers take six seconds',
  down: 'Pesapal can’t be reached',
  unavailable: 'A proxy answers 503 with a web page',
  html: 'A web page arrives instead of JSON',
  cutOff: 'The request takes effect, but its answer is cut off',
  reset: 'The connection breaks before the request takes effect',
  lostAnswer: 'The request takes effect, but its answer is lost',
  hang: 'Pesapal never answers',
  unauthorized: 'Valid tokens are refused',
  refuse: 'Requests are refused',
  notFound: 'Look-ups don’t find the order',
  noTrackingId: 'Look-ups leave out the tracking id',
  rateLimited: 'Pesapal refuses another notification URL so soon',
  noNotification: 'Notifications are lost',
  duplicateNotifications: 'Each notification arrives five times',
  notifyBeforeAnswer: 'The customer pays before Teller has its answer',
} as const;

export type FaultName = keyof typeof FAULT_WORDS;

type FaultLimits = { operation?: Operation; times?: number };

type Details = {
  /** So many milliseconds, or until this is settled. */
  delay?: number | Promise<unknown>;
  limitMs?: number;
  afterWork?: boolean;
  httpStatus?: 401 | 409 | 429 | 500 | 200;
  code?: string;
  message?: string;
  copies?: number;
};

type ActiveFault = Readonly<Details> & {
  readonly name: FaultName;
  readonly words: string;
  readonly operation: Operation | undefined;
  /** How often it has struck. */
  readonly hits: number;
  /** How often it will still strike; undefined: for as long as it is switched on. */
  readonly timesLeft: number | undefined;
  end(): void;
};

export type Faults = {
  /** Waits so many milliseconds, or until this is settled: before the work, or with `afterWork` between the work and its answer. */
  slow(delay: number | Promise<unknown>, limits?: FaultLimits & { afterWork?: boolean }): ActiveFault;
  down(limits?: FaultLimits): ActiveFault;
  unavailable(limits?: FaultLimits): ActiveFault;
  html(limits?: FaultLimits): ActiveFault;
  cutOff(limits?: FaultLimits): ActiveFault;
  reset(limits?: FaultLimits): ActiveFault;
  lostAnswer(limits?: FaultLimits): ActiveFault;
  /** Keeps the connection open without an answer until `limitMs` or stop; `afterWork` does the work first. */
  hang(limits?: FaultLimits & { limitMs?: number; afterWork?: boolean }): ActiveFault;
  /** Unless an operation is named, token issue is spared. */
  unauthorized(httpStatus?: 401 | 500 | 200, limits?: FaultLimits): ActiveFault;
  /** Refuses with this code and message; with neither, the error object has only its error_type. Under HTTP 200 unless said. */
  refuse(
    error: { code?: string; message?: string; httpStatus?: 200 | 409 | 429 | 500 },
    limits?: FaultLimits,
  ): ActiveFault;
  /** A refusal with a code and no words. */
  emptyMessage(code: string, limits?: FaultLimits): ActiveFault;
  notFound(limits?: FaultLimits & { code?: string }): ActiveFault;
  /** As in the published sample of the status record. */
  noTrackingId(limits?: FaultLimits): ActiveFault;
  rateLimited(limits?: Pick<FaultLimits, 'times'>): ActiveFault;
  noNotification(limits?: Pick<FaultLimits, 'times'>): ActiveFault;
  duplicateNotifications(copies: number, limits?: Pick<FaultLimits, 'times'>): ActiveFault;
  /** Limit it to submitOrder or push if need be: it strikes on each new order. */
  notifyBeforeAnswer(limits?: FaultLimits): ActiveFault;
  /** By name, for a panel of switches. */
  switchOn(name: FaultName, details?: FaultLimits & Details): ActiveFault;
  list(): readonly ActiveFault[];
  /** Switches off all faults of a name, or all. */
  clear(name?: FaultName): void;
};

export type FaultTaker = {
  /** The fault of this name that strikes now, if any; counts as one strike. */
  take(name: FaultName, operation?: Operation): ActiveFault | undefined;
};

export function createFaults(): Faults & FaultTaker {
  let active: Array<{ -readonly [Key in keyof ActiveFault]: ActiveFault[Key] }> = [];

  function switchOn(name: FaultName, details: FaultLimits & Details = {}): ActiveFault {
    const { operation, times, ...rest } = details;
    const fault = {
      ...rest,
      name,
      words: FAULT_WORDS[name],
      operation,
      hits: 0,
      timesLeft: times,
      end: () => {
        active = active.filter((other) => other !== fault);
      },
    };
    active.push(fault);
    return fault;
  }

  return {
    slow: (delay, limits) => switchOn('slow', { ...limits, delay }),
    down: (limits) => switchOn('down', limits),
    unavailable: (limits) => switchOn('unavailable', limits),
    html: (limits) => switchOn('html', limits),
    cutOff: (limits) => switchOn('cutOff', limits),
    reset: (limits) => switchOn('reset', limits),
    lostAnswer: (limits) => switchOn('lostAnswer', limits),
    hang: (limits) => switchOn('hang', limits),
    unauthorized: (httpStatus = 401, limits) => switchOn('unauthorized', { ...limits, httpStatus }),
    refuse: (error, limits) => switchOn('refuse', { ...limits, ...error }),
    emptyMessage: (code, limits) => switchOn('refuse', { ...limits, code, message: '' }),
    notFound: (limits) => switchOn('notFound', limits),
    noTrackingId: (limits) => switchOn('noTrackingId', limits),
    rateLimited: (limits) => switchOn('rateLimited', limits),
    noNotification: (limits) => switchOn('noNotification', limits),
    duplicateNotifications: (copies, limits) => switchOn('duplicateNotifications', { ...limits, copies }),
    notifyBeforeAnswer: (limits) => switchOn('notifyBeforeAnswer', limits),
    switchOn,
    list: () => [...active],
    clear(name) {
      active = name === undefined ? [] : active.filter((fault) => fault.name !== name);
    },

    take(name, operation) {
      const fault = active.find(
        (candidate) =>
          candidate.name === name && (candidate.operation === undefined || candidate.operation === operation),
      );
      if (!fault) return undefined;
      fault.hits += 1;
      if (fault.timesLeft !== undefined) fault.timesLeft -= 1;
      if (fault.timesLeft === 0) fault.end();
      return fault;
    },
  };
}

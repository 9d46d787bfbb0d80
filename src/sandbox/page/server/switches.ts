// The panel of everything that can go wrong: which switches there are, and what each does to the two stand-ins.
import type { Environment } from '#sandbox/environment/environment.ts';
import { FAULT_WORDS, type FaultName } from '#sandbox/provider/faults.ts';

import type { Switch, SwitchName } from './screen.ts';

export type Switches = {
  list(): Switch[];
  /** Throws a sentence when there is no such switch. */
  turn(name: SwitchName, isOn: boolean): void;
  isOn(name: SwitchName): boolean;
};

/** Names for people, those that are tried first at the top; faults that are missing here go by their own name below. */
const LABELS: Partial<Record<SwitchName, string>> = {
  slow: 'Slow answers',
  down: 'Pesapal down',
  lostAnswer: 'Lost answers',
  noNotification: 'No notifications',
  duplicateNotifications: 'Duplicate notifications',
  wrongAmount: 'Wrong amount',
  slackRateLimit: 'Slack rate limit',
};

const MORE_LABELS: Partial<Record<SwitchName, string>> = {
  slackLostPost: 'Slack’s answers lost',
  unavailable: 'Maintenance page (503)',
  html: 'Web page instead of JSON',
  cutOff: 'Cut-off answers',
  reset: 'Broken connections',
  hang: 'No answers',
  unauthorized: 'Tokens refused',
  refuse: 'Requests refused',
  notFound: 'Look-ups find nothing',
  noTrackingId: 'Look-ups without tracking id',
  rateLimited: 'Registration rate limit',
  notifyBeforeAnswer: 'Paid before the answer',
};

/** The switches of this page that aren't faults of the provider. */
const OWN_WORDS = {
  wrongAmount: 'The customer pays half on the phone',
  slackRateLimit: 'Slack accepts one message in five seconds per channel',
  slackLostPost: 'Messages are posted, but Slack’s answer is lost',
} as const;

const MONEY_OPERATIONS = ['push', 'submitOrder', 'requestRefund'] as const;
const SLOW_MS = 6_000;
const POSTING = { everyMs: 5_000, burst: 1 };

export function createSwitches({ slack, provider }: Pick<Environment, 'slack' | 'provider'>): Switches {
  const { faults } = provider;
  const own = new Map<keyof typeof OWN_WORDS, boolean>();
  const isOwn = (name: SwitchName): name is keyof typeof OWN_WORDS => Object.hasOwn(OWN_WORDS, name);
  const struck = (name: SwitchName) => faults.list().filter((fault) => fault.name === name);
  const isOn = (name: SwitchName) => (isOwn(name) ? own.get(name) === true : struck(name).length > 0);

  function turnOwn(name: keyof typeof OWN_WORDS, on: boolean) {
    own.set(name, on);
    if (name === 'slackRateLimit') slack.faults.limitPosting(on ? POSTING : undefined);
    if (name === 'slackLostPost') {
      slack.faults.off('chat.postMessage');
      if (on) slack.faults.always('chat.postMessage', { kind: 'lostAnswer' });
    }
  }

  function turnFault(name: FaultName, on: boolean) {
    faults.clear(name);
    if (!on) return;
    // Only the calls that ask for money: with every answer lost there would not even be a token.
    if (name === 'lostAnswer') {
      for (const operation of MONEY_OPERATIONS) faults.lostAnswer({ operation });
    } else if (name === 'refuse') {
      const error = { code: 'amount_exceeds_default_limit', message: 'The amount is above your limit' };
      for (const operation of MONEY_OPERATIONS) faults.refuse(error, { operation });
    } else if (name === 'slow') faults.slow(SLOW_MS);
    else if (name === 'duplicateNotifications') faults.duplicateNotifications(5);
    else faults.switchOn(name);
  }

  function described(name: SwitchName, label: string, isUsual: boolean): Switch {
    const on = isOn(name);
    const hits = struck(name).reduce((sum, fault) => sum + fault.hits, 0);
    const words = isOwn(name) ? OWN_WORDS[name] : FAULT_WORDS[name];
    return { name, label, words, isOn: on, isUsual, ...(on && !isOwn(name) && { hits }) };
  }

  return {
    isOn,
    list: () => [
      ...namesIn(LABELS).map(([name, label]) => described(name, label, true)),
      ...namesIn(MORE_LABELS).map(([name, label]) => described(name, label, false)),
    ],
    turn(name, on) {
      if (isOwn(name)) turnOwn(name, on);
      else if (Object.hasOwn(FAULT_WORDS, name)) turnFault(name, on);
      else throw new Error(`There is no switch "${name}".`);
    },
  };
}

function namesIn(labels: Partial<Record<SwitchName, string>>): [SwitchName, string][] {
  return Object.entries(labels) as [SwitchName, string][];
}

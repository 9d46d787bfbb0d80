// One person at their Slack: everything they can do to the app, sent as real Slack would send it.

import type { User } from '#sandbox/slack/state/model.ts';
import { createPersonClicks, type PersonClicks } from './clicks.ts';
import { createPersonCommands, type PersonCommands } from './commands.ts';
import type { Dispatch } from './dispatch.ts';
import { createPersonForms, type PersonForms } from './forms.ts';
import { createPersonSpeech, type PersonSpeech } from './messaging.ts';
import { createPersonSearches, type PersonSearches } from './searches.ts';

export type Person = { id: string } & PersonCommands &
  PersonForms &
  PersonClicks &
  PersonSearches &
  PersonSpeech;

export function createPerson(dispatch: Dispatch, user: User): Person {
  return {
    id: user.id,
    ...createPersonCommands(dispatch, user),
    ...createPersonForms(dispatch, user),
    ...createPersonClicks(dispatch, user),
    ...createPersonSearches(dispatch, user),
    ...createPersonSpeech(dispatch, user),
  };
}

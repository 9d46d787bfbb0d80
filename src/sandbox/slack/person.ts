// One person at their Slack: everything they can do to the app, sent as real Slack would send it.
import type { Line } from './line.ts';
import type { User } from './model.ts';
import { createPersonClicks, type PersonClicks } from './person-clicks.ts';
import { createPersonCommands, type PersonCommands } from './person-commands.ts';
import { createPersonForms, type PersonForms } from './person-forms.ts';
import { createPersonSpeech, type PersonSpeech } from './person-speech.ts';

export type Person = { id: string } & PersonCommands & PersonForms & PersonClicks & PersonSpeech;

export function createPerson(line: Line, user: User): Person {
  return {
    id: user.id,
    ...createPersonCommands(line, user),
    ...createPersonForms(line, user),
    ...createPersonClicks(line, user),
    ...createPersonSpeech(line, user),
  };
}

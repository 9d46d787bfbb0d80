// What people do when Teller says that it could not check with Slack that they may use it: the same once more. A Teller in a process
// of its own waits for that as long as in earnest, which is too short on a busy machine.
import type { Person } from '#sandbox/slack/actions/person.ts';
import { REFUSALS } from '#test/slack/text/phrases.ts';
import { type Rig, until } from './rig.ts';

/** Does `act`, and again each time that what they `read` says so once more, until `isThere`. */
export async function insist(
  act: () => Promise<unknown>,
  read: () => string,
  isThere: () => boolean,
): Promise<void> {
  const refusals = () => read().split(REFUSALS.person_unreadable).length - 1;
  let seen = refusals();
  await act();
  await until(async () => {
    if (isThere()) return true;
    if (refusals() > seen) {
      seen = refusals();
      await act();
    }
    return false;
  });
}

/** Teller learns who they are, and remembers it for a minute: what they do next is not refused because the machine is busy. */
export async function becomeKnown(rig: Rig, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const read = () => rig.slack.ephemerals(person.id).map(({ text }) => text);
    const before = read().length;
    const answers = () => read().slice(before);
    await insist(
      () => person.command(rig.slack.channels.sales, '/pay', 'help'),
      () => answers().join(),
      () => answers().some((text) => !text.includes(REFUSALS.person_unreadable)),
    );
  }
}

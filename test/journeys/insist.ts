// What people do when Teller says that it could not check with Slack that they may use it: the same once more. A Teller in a process
// of its own waits for that as long as in earnest, which is too short on a busy machine.
import { REFUSALS } from '#slack/text/people.ts';
import { until } from './rig.ts';

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

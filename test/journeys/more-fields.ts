// People who fill in a field that stands behind More press that first.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { View } from '#sandbox/slack/state/model.ts';
import type { SlackSandbox } from '#sandbox/slack/workspace.ts';

const MORE = 'more_fields';

/** The workspace, in which whoever submits a form has opened the fields that they fill in. */
export function withMorePressed(slack: SlackSandbox): SlackSandbox {
  return {
    ...slack,
    person(id) {
      const person = slack.person(id);
      return {
        ...person,
        async submit(values = {}, options = {}) {
          const shown = slack.modal(id)?.blocks.map(({ block_id: block }) => block) ?? [];
          if (!Object.keys(values).every((name) => shown.includes(name))) await pressMore({ slack }, person);
          return person.submit(values, options);
        },
      };
    },
  };
}

/** Shows the fields behind More, if the form on the person's screen does not show them. */
export async function pressMore(
  { slack, agent }: { slack: SlackSandbox; agent?: Person },
  person = agent,
): Promise<void> {
  const form = person && slack.modal(person.id);
  const hasMore = (view: View | undefined) => view?.blocks.some(({ block_id: id }) => id === MORE) ?? false;
  if (!form || !hasMore(form)) return;
  const { promise: isShown, resolve } = Promise.withResolvers<void>();
  const stop = slack.onChange(() => {
    if (!hasMore(slack.modal(person.id))) resolve();
  });
  await person.click(form, MORE);
  await isShown;
  stop();
}

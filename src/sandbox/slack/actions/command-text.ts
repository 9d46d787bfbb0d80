// What Slack makes of the words after a command when the manifest has `should_escape: true`.
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import { toRichText } from './rich-text.ts';

/** `@brian` and `#sales` become marks with id and name, addresses links; `&`, `<` and `>` are escaped. */
export function escapedCommandText(state: WorkspaceState, typed: string): string {
  const marked = typed.replace(
    /(^|\s)([@#])([\w.-]+)/g,
    (whole, before: string, sign: string, name: string) => {
      const named = sign === '@' ? state.users : state.channels;
      const found = [...named.values()].find((one) => one.name === name.toLowerCase());
      return found ? `${before}<${sign}${found.id}|${found.name}>` : whole;
    },
  );
  return toRichText(marked, '').text;
}

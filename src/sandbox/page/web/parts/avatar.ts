// A person's face: initials on a colour of their own. For the eye only, the name stands beside it.
import { h, type JSX } from 'preact';
import type { Person } from '#sandbox/page/server/screen.ts';

export function avatar(person: Person | undefined, size: 'usual' | 'tiny' = 'usual'): JSX.Element {
  const name = person?.realName ?? '?';
  const isApp = person?.part === 'app';
  const initials = isApp ? name.charAt(0) : name.replace(/(\S)\S*/g, '$1').replaceAll(' ', '');
  const sum = [...(person?.id ?? '')].reduce(
    (before, letter) => (before * 31 + letter.charCodeAt(0)) % 97,
    0,
  );
  const colour = isApp ? 'app' : `colour-${sum % 5}`;
  return h('span', { class: `avatar ${size} ${colour}`, 'aria-hidden': 'true' }, initials);
}

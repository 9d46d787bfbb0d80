/// <reference lib="dom" />
// A person's face: initials on a colour of their own. For the eye only, the name stands beside it.
import type { Person } from '#sandbox/page/server/screen.ts';
import { h } from './dom.ts';

export function avatar(person: Person | undefined, size: 'usual' | 'tiny' = 'usual'): HTMLElement {
  const name = person?.realName ?? '?';
  const isApp = person?.part === 'app';
  const initials = isApp ? name.charAt(0) : name.replace(/(\S)\S*/g, '$1').replaceAll(' ', '');
  const colour = isApp
    ? 'app'
    : `colour-${[...(person?.id ?? '')].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 97, 0) % 5}`;
  return h('span', { class: `avatar ${size} ${colour}`, 'aria-hidden': 'true' }, initials);
}

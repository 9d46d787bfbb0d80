// Small drawings. For the eye only: the element around one has the label.
import { h, type JSX } from 'preact';

const ICONS = {
  thread: 'M4 5h16v11H9l-5 4z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-7z',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  lock: 'M7 11V8a5 5 0 0110 0v3M5 11h14v9H5z',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  phone: 'M8 3h8v18H8zM11 18h2',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  eye: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 10a2 2 0 100 4 2 2 0 000-4z',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const;

export function icon(name: keyof typeof ICONS): JSX.Element {
  return h(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    h('path', { d: ICONS[name] }),
  );
}

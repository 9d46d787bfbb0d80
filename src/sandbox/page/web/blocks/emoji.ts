// Emoji as small pictures, as Slack draws them: they look the same on a machine that has no font for them.

import { h, type JSX } from 'preact';

type Picture = {
  readonly words: string;
  readonly shapes: readonly (readonly [fill: string, path: string])[];
};

const ROUNDED = 'M5 1h14a4 4 0 014 4v14a4 4 0 01-4 4H5a4 4 0 01-4-4V5a4 4 0 014-4z';
const TRIANGLE =
  'M12 2.2a1.6 1.6 0 011.4.8l9 16.2a1.6 1.6 0 01-1.4 2.4H3a1.6 1.6 0 01-1.4-2.4l9-16.2a1.6 1.6 0 011.4-.8z';

const PICTURES: Readonly<Record<string, Picture>> = {
  white_check_mark: {
    words: 'check mark',
    shapes: [
      ['#2f9e44', ROUNDED],
      ['#ffffff', 'M9.6 18.2L4.4 13l2.1-2.1 3.1 3.1 7.9-7.9 2.1 2.1z'],
    ],
  },
  warning: {
    words: 'warning',
    shapes: [
      ['#f2b400', TRIANGLE],
      ['#3b2a00', 'M10.7 8.2h2.6l-.5 6.6h-1.6zM12 16.1a1.4 1.4 0 110 2.8 1.4 1.4 0 010-2.8z'],
    ],
  },
  x: {
    words: 'cross',
    shapes: [
      [
        '#d6293e',
        'M4.2 1.8L12 9.6l7.8-7.8 2.4 2.4-7.8 7.8 7.8 7.8-2.4 2.4-7.8-7.8-7.8 7.8-2.4-2.4L9.6 12 1.8 4.2z',
      ],
    ],
  },
  rotating_light: {
    words: 'alarm',
    shapes: [
      ['#d6293e', 'M5 18v-6a7 7 0 0114 0v6z'],
      ['#54606b', 'M3 18h18v4H3z'],
    ],
  },
  repeat: {
    words: 'again and again',
    shapes: [
      ['#3b82c4', ROUNDED],
      ['#ffffff', 'M4.5 11V9a3 3 0 013-3H15V3.5L19.5 7 15 10.5V8H7.5a1 1 0 00-1 1v2z'],
      ['#ffffff', 'M19.5 13v2a3 3 0 01-3 3H9v2.5L4.5 17 9 13.5V16h7.5a1 1 0 001-1v-2z'],
    ],
  },
  hourglass_flowing_sand: {
    words: 'waiting',
    shapes: [
      ['#8a6d3b', 'M5 1h14v3H5zM5 20h14v3H5z'],
      ['#b9d7ea', 'M6.5 4h11v2.5L13.4 12l4.1 5.5V20h-11v-2.5l4.1-5.5-4.1-5.5z'],
      ['#e8a33d', 'M9 7.5h6L12 11.5zM11.4 12h1.2v4l3 3H8.4l3-3z'],
    ],
  },
  hourglass: {
    words: 'time is over',
    shapes: [
      ['#8a6d3b', 'M5 1h14v3H5zM5 20h14v3H5z'],
      ['#b9d7ea', 'M6.5 4h11v2.5L13.4 12l4.1 5.5V20h-11v-2.5l4.1-5.5-4.1-5.5z'],
      ['#e8a33d', 'M12 14.2l4.2 5.1v.7H7.8v-.7z'],
    ],
  },
  link: {
    words: 'link',
    shapes: [
      [
        '#6b7c8c',
        'M10.6 13.4a4.2 4.2 0 010-6l3.2-3.2a4.2 4.2 0 016 6l-2 2-1.8-1.8 2-2a1.7 1.7 0 00-2.4-2.4l-3.2 3.2a1.7 1.7 0 000 2.4z',
      ],
      [
        '#6b7c8c',
        'M13.4 10.6a4.2 4.2 0 010 6l-3.2 3.2a4.2 4.2 0 01-6-6l2-2 1.8 1.8-2 2a1.7 1.7 0 002.4 2.4l3.2-3.2a1.7 1.7 0 000-2.4z',
      ],
    ],
  },
  lock: {
    words: 'locked',
    shapes: [
      ['#6b7c8c', 'M6.5 11V7.5a5.5 5.5 0 0111 0V11H15V7.5a3 3 0 00-6 0V11z'],
      ['#e8a33d', 'M4 11h16v11H4z'],
      ['#5c3d00', 'M12 14a1.8 1.8 0 01.9 3.4v2.1h-1.8v-2.1A1.8 1.8 0 0112 14z'],
    ],
  },
  no_entry_sign: {
    words: 'cancelled',
    shapes: [
      ['#d6293e', 'M12 1a11 11 0 110 22 11 11 0 010-22zm0 3a8 8 0 100 16 8 8 0 000-16z'],
      ['#d6293e', 'M5.3 7.4l2.1-2.1 11.3 11.3-2.1 2.1z'],
    ],
  },
  leftwards_arrow_with_hook: {
    words: 'back',
    shapes: [
      ['#3b82c4', ROUNDED],
      ['#ffffff', 'M9.5 5.5v3H14a4.7 4.7 0 010 9.5H8v-2.6h6a2.1 2.1 0 000-4.3H9.5v3L4.6 9.8z'],
    ],
  },
};

/** Undefined for a name that is not drawn here. */
export function emoji(name: string): JSX.Element | undefined {
  const picture = PICTURES[name];
  return (
    picture &&
    h(
      'svg',
      { viewBox: '0 0 24 24', class: 'emoji', role: 'img', 'aria-label': picture.words },
      picture.shapes.map(([fill, d]) => h('path', { fill, d })),
    )
  );
}

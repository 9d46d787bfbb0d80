// The Home tab: buttons to start, the person's open orders with their buttons, and the last ended ones. Pure.
import type { HomeView, KnownBlock } from '@slack/types';
import type { Order } from '#orders/order.ts';
import { HOME_TEXT } from '#slack/text/home.ts';
import { button, buttonRow, note } from './blocks.ts';
import { endedRow, moreRow, openRow } from './open-orders.ts';

/** Slack takes 100 blocks in a view; these need at most 72. */
export const MAX_OPEN = 15;
export const MAX_RECENT = 10;

/** `isAll`: false when the person has more open orders than are in `open`. */
export function homeView(own: {
  open: readonly Order[];
  isAll: boolean;
  recent: readonly Order[];
}): HomeView {
  const { open, isAll, recent } = own;
  const left = open.length - MAX_OPEN;
  const last = left > 0 ? open[MAX_OPEN - 1] : undefined;
  return view([
    note(HOME_TEXT.start),
    ...buttonRow([
      button('send_prompt', HOME_TEXT.sendPrompt),
      button('create_link', HOME_TEXT.createLink),
      button('look_up', HOME_TEXT.lookUp),
    ]),
    header(HOME_TEXT.open),
    ...(open.length === 0 ? [note(HOME_TEXT.noneOpen)] : open.slice(0, MAX_OPEN).flatMap(openRow)),
    ...(last ? [moreRow(last, left, isAll)] : []),
    header(HOME_TEXT.recent),
    ...(recent.length === 0 ? [note(HOME_TEXT.noneRecent)] : recent.slice(0, MAX_RECENT).flatMap(endedRow)),
  ]);
}

/** One sentence in place of everything else: why somebody may not act, or what went wrong. */
export function messageHome(text: string): HomeView {
  return view([note(text)]);
}

function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text } };
}

function view(blocks: KnownBlock[]): HomeView {
  return { type: 'home', blocks };
}

// The Home tab: buttons to start, the person's day, open orders and the last ended ones. Pure.
import type { HomeView, KnownBlock } from '@slack/types';
import { HOME_TEXT } from '#slack/text/home.ts';
import { button, buttonRow, note } from './blocks.ts';
import { endedRow, type Listed, moreRow, openRow, type WorkSums, workSummary } from './open-orders.ts';

/** Slack takes 100 blocks in a view; these need at most 32. */
export const MAX_OPEN = 15;
export const MAX_RECENT = 10;

/** `open`: the newest open orders, of which the first are shown. `now` in milliseconds since the epoch. */
export function homeView(own: {
  open: readonly Listed[];
  work: WorkSums;
  recent: readonly Listed[];
  now: number;
}): HomeView {
  const { work, recent, now } = own;
  const open = own.open.slice(0, MAX_OPEN);
  const left = work.open.reduce((sum, { count }) => sum + count, 0) - open.length;
  const last = open.at(-1)?.order;
  return view([
    note(HOME_TEXT.start),
    ...buttonRow([
      button('send_prompt', HOME_TEXT.sendPrompt),
      button('create_link', HOME_TEXT.createLink),
      button('look_up', HOME_TEXT.lookUp),
    ]),
    workSummary(work),
    header(HOME_TEXT.open),
    ...(open.length === 0 ? [note(HOME_TEXT.noneOpen)] : open.map((one) => openRow(one, { now }))),
    ...(last && left > 0 ? [moreRow(last, left, work.isAll)] : []),
    header(HOME_TEXT.recent),
    ...(recent.length === 0 ? [note(HOME_TEXT.noneRecent)] : recent.slice(0, MAX_RECENT).map(endedRow)),
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

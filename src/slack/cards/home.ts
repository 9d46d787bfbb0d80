// The Home tab: three ways to start, one's own open orders with their buttons, and how the last ones ended. Pure.
import type { HomeView, KnownBlock } from '@slack/types';
import type { Order } from '#orders/order.ts';
import { HOME_TEXT, moreOpen } from '#slack/text/home.ts';
import { note } from './blocks.ts';
import { endedRow, openRow } from './open-orders.ts';

/** Slack takes 100 blocks in a view; these need at most 72. */
export const MAX_OPEN = 15;
export const MAX_RECENT = 10;

/** `isAll`: false when `open` is only the newest of more. */
export function homeView(own: {
  open: readonly Order[];
  isAll: boolean;
  recent: readonly Order[];
}): HomeView {
  const { open, isAll, recent } = own;
  const left = open.length - MAX_OPEN;
  return view([
    note(HOME_TEXT.start),
    startButtons(),
    header(HOME_TEXT.open),
    ...(open.length === 0 ? [note(HOME_TEXT.noneOpen)] : open.slice(0, MAX_OPEN).flatMap(openRow)),
    ...(left > 0 ? [note(moreOpen(left, isAll, '/pay open'))] : []),
    header(HOME_TEXT.recent),
    ...(recent.length === 0 ? [note(HOME_TEXT.noneRecent)] : recent.slice(0, MAX_RECENT).flatMap(endedRow)),
  ]);
}

/** For people who may not act: why, and nothing else. */
export function refusedHome(refusal: string): HomeView {
  return view([note(refusal)]);
}

function startButtons(): KnownBlock {
  const labels = {
    send_prompt: HOME_TEXT.sendPrompt,
    create_link: HOME_TEXT.createLink,
    look_up: HOME_TEXT.lookUp,
  };
  return {
    type: 'actions',
    elements: Object.entries(labels).map(([actionId, text]) => ({
      type: 'button',
      action_id: actionId,
      text: { type: 'plain_text', text },
    })),
  };
}

function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text } };
}

function view(blocks: KnownBlock[]): HomeView {
  return { type: 'home', blocks };
}

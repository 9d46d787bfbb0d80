// The Home tab: buttons to start, the person's day, what waits for an approver, open orders, the last ended ones, and
// switches. Pure.
import type { HomeView, KnownBlock } from '@slack/types';
import { SWITCH_TEXT } from '#slack/text/direct.ts';
import { HOME_TEXT, moreWaiting } from '#slack/text/home.ts';
import { button, buttonRow, plainSection } from './blocks.ts';
import { endedRow, type Listed, moreRow, openRow, type WorkSums, workSummary } from './open-orders.ts';
import { type OwnSwitches, switchRows } from './switches.ts';
import { type Waiting, waitingRows } from './waiting-orders.ts';

/** Slack takes 100 blocks in a view; these need at most 58. */
export const MAX_OPEN = 15;
export const MAX_RECENT = 10;
const MAX_WAITING = 10;

/**
 * `open`: the newest open orders, of which the first are shown. `approver`: what waits for the person, only of approvers. `now`
 * in milliseconds since the epoch.
 */
export function homeView(own: {
  open: readonly Listed[];
  work: WorkSums;
  recent: readonly Listed[];
  approver?: { readonly waiting: readonly Waiting[]; readonly isToldDirectly: boolean } | undefined;
  switches: OwnSwitches;
  now: number;
}): HomeView {
  const { work, recent, approver, switches, now } = own;
  const open = own.open.slice(0, MAX_OPEN);
  const left = work.open.reduce((sum, { count }) => sum + count, 0) - open.length;
  const last = open.at(-1)?.order;
  return view([
    plainSection(HOME_TEXT.start),
    ...buttonRow([
      button('send_prompt', HOME_TEXT.sendPrompt),
      button('create_link', HOME_TEXT.createLink),
      button('look_up', HOME_TEXT.lookUp),
    ]),
    workSummary(work),
    ...(approver ? waitingBlocks(approver, now) : []),
    header(HOME_TEXT.open),
    ...(open.length === 0 ? [plainSection(HOME_TEXT.noneOpen)] : open.map((one) => openRow(one, { now }))),
    ...(last && left > 0 ? [moreRow(last, left, work.isAll)] : []),
    header(HOME_TEXT.recent),
    ...(recent.length === 0
      ? [plainSection(HOME_TEXT.noneRecent)]
      : recent.slice(0, MAX_RECENT).map(endedRow)),
    header(SWITCH_TEXT.title),
    ...switchRows(switches),
  ]);
}

function waitingBlocks(
  { waiting, isToldDirectly }: { waiting: readonly Waiting[]; isToldDirectly: boolean },
  now: number,
): KnownBlock[] {
  const shown = waiting.slice(0, MAX_WAITING);
  const left = waiting.length - shown.length;
  const tell = isToldDirectly
    ? { sentence: HOME_TEXT.toldDirectly, label: HOME_TEXT.stopTelling, value: 'off' }
    : { sentence: HOME_TEXT.notToldDirectly, label: HOME_TEXT.tellDirectly, value: 'on' };
  return [
    header(HOME_TEXT.waits),
    ...(shown.length === 0
      ? [plainSection(HOME_TEXT.noneWaits)]
      : shown.flatMap((one) => waitingRows(one, now))),
    ...(left > 0 ? [plainSection(moreWaiting(left))] : []),
    { ...plainSection(tell.sentence), accessory: button('tell_directly', tell.label, tell.value) },
  ];
}

/** One sentence in place of everything else: why somebody may not act, or what went wrong. */
export function messageHome(text: string): HomeView {
  return view([plainSection(text)]);
}

function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text } };
}

function view(blocks: KnownBlock[]): HomeView {
  return { type: 'home', blocks };
}

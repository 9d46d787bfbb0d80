// The Home tab and `/pay open`: the person's day, what needs an approver, open orders and how the last ones ended; Home also has
// buttons to start and switches. Pure.
import type { HomeView, KnownBlock } from '@slack/types';
import { SWITCH_TEXT } from '#slack/text/direct.ts';
import { HOME_TEXT, moreWaiting, TASK_LABELS } from '#slack/text/home.ts';
import { button, buttonRow, plainSection } from './blocks.ts';
import type { MessageContent } from './message.ts';
import {
  endedRow,
  type Listed,
  MORE_HELP,
  moreRow,
  openPage,
  openRow,
  type WorkSums,
  workSummary,
} from './open-orders.ts';
import { type Waiting, waitingRows } from './waiting-orders.ts';

/** Slack takes 100 blocks in a view; these need at most 50. */
export const MAX_OPEN = 10;
export const MAX_RECENT = 5;
const MAX_WAITING = 10;
/** `/pay open` is one message, which takes less than Home: fewer, and at most so many characters, so that rows have room. */
const MAX_IN_MESSAGE = 3;
const MAX_REQUESTS_LENGTH = 4_500;
const MAX_RECENT_LENGTH = 2_000;

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
    ...buttonRow([
      { ...button('send_prompt', TASK_LABELS.prompt), style: 'primary' },
      button('create_link', TASK_LABELS.link),
      button('look_up', TASK_LABELS.find),
      button('more', HOME_TEXT.more, MORE_HELP),
    ]),
    workSummary(work),
    ...(approver ? requests(approver, now) : []),
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

/** The answer to `/pay open`: as much of `open` as fits, and with *More* the rest. `waiting`: the oldest request first. */
export function openMessage(
  open: readonly Listed[],
  own: Omit<Parameters<typeof openPage>[1], 'above' | 'below'> & {
    recent: readonly Listed[];
    waiting: readonly Waiting[];
  },
): MessageContent {
  const { recent, waiting, now } = own;
  return openPage(open, {
    ...own,
    above: blocksWithin(waiting, MAX_REQUESTS_LENGTH, (max) => [
      header(HOME_TEXT.waits),
      ...waitingBlocks(waiting, now, max),
    ]),
    below: blocksWithin(recent, MAX_RECENT_LENGTH, (max) => [
      header(HOME_TEXT.recent),
      ...recent.slice(0, max).map(endedRow),
    ]),
  });
}

/** The blocks of as many things as have room, at least one; nothing without any. */
function blocksWithin(
  things: readonly unknown[],
  maxLength: number,
  blocksOf: (max: number) => KnownBlock[],
): KnownBlock[] {
  if (things.length === 0) return [];
  let max = MAX_IN_MESSAGE;
  while (max > 1 && JSON.stringify(blocksOf(max)).length > maxLength) max -= 1;
  return blocksOf(max);
}

function requests(
  { waiting, isToldDirectly }: { waiting: readonly Waiting[]; isToldDirectly: boolean },
  now: number,
): KnownBlock[] {
  const tell = isToldDirectly
    ? { sentence: HOME_TEXT.toldDirectly, label: HOME_TEXT.stopTelling, value: 'off' }
    : { sentence: HOME_TEXT.notToldDirectly, label: HOME_TEXT.tellDirectly, value: 'on' };
  return [
    header(HOME_TEXT.waits),
    ...(waiting.length === 0
      ? [plainSection(HOME_TEXT.noneWaits)]
      : waitingBlocks(waiting, now, MAX_WAITING)),
    { ...plainSection(tell.sentence), accessory: button('tell_directly', tell.label, tell.value) },
  ];
}

function waitingBlocks(waiting: readonly Waiting[], now: number, max: number): KnownBlock[] {
  const left = waiting.length - max;
  return [
    ...waiting.slice(0, max).flatMap((one) => waitingRows(one, now)),
    ...(left > 0 ? [plainSection(moreWaiting(left))] : []),
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

/** As the person has chosen. */
export type OwnSwitches = { readonly isToldOfPaid: boolean; readonly isReminded: boolean };

function switchRows({ isToldOfPaid, isReminded }: OwnSwitches): KnownBlock[] {
  return [
    isToldOfPaid
      ? row(SWITCH_TEXT.toldOfPaid, button('tell_when_paid', SWITCH_TEXT.stopTellingOfPaid, 'off'))
      : row(SWITCH_TEXT.notToldOfPaid, button('tell_when_paid', SWITCH_TEXT.tellOfPaid, 'on')),
    isReminded
      ? row(SWITCH_TEXT.reminded, button('stop_reminding', SWITCH_TEXT.stopReminding))
      : row(SWITCH_TEXT.notReminded, button('remind_again', SWITCH_TEXT.remindAgain)),
  ];
}

function row(sentence: string, accessory: ReturnType<typeof button>): KnownBlock {
  return { ...plainSection(sentence), accessory };
}

// A person's own orders, what waits for an approver, and preferences: Home and `/pay open`.

import type { HomeView, KnownBlock } from '@slack/types';
import { createInTurn } from '#lib/async.ts';
import { counted } from '#lib/text.ts';
import type { Order } from '#orders/order.ts';
import { parseStoredReference } from '#orders/reference.ts';
import { readEverybodysOpen } from '#payments/reports/open-work.ts';
import { createOwnWork, type OwnOpen } from '#payments/reports/own-work.ts';
import { readWaiting, type Waiting, waitingRows } from '#slack/approval/waiting.ts';
import { untilShown } from '#slack/bolt/clients.ts';
import { cardUrlOf } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Action, Feature } from '#slack/feature.ts';
import { ORDER_LABELS } from '#slack/order/form-fields.ts';
import { REFUSALS } from '#slack/text/people.ts';
import { buttonRow, plainSection, press } from '#slack/ui/blocks.ts';
import { fitting } from '#slack/ui/line.ts';
import { type MessageContent, plainMessage } from '#slack/ui/message.ts';
import { say } from '#slack/ui/say.ts';
import {
  ALL,
  atLeast,
  describeOutstanding,
  endedRow,
  type Listed,
  MAX_ROWS,
  MORE_HELP,
  moreRow,
  NONE_OPEN,
  openPage,
  openRow,
  rowBeside,
  type WorkSums,
  workSummary,
} from './open-orders.ts';

/** Changes within this time make one refresh. */
const GATHER_MS = 2_000;
const REFRESHED_MS = 30 * 24 * 60 * 60_000;
/** Slack takes 100 blocks in a view; with ten open orders these need at most 50. */
const MAX_RECENT = 5;
const MAX_WAITING = 10;

export const home: Feature = {
  subcommands: {
    open: {
      label: 'My open orders',
      help: ['[all]', say`Your open orders; approvers see everyone’s with *all*`],
      right: ({ words }) => (isForAll(words) ? 'approve' : 'either'),
      run: async (ctx, { words, userId }) =>
        isForAll(words) ? listEverybodys(ctx) : openMessage(await readOwn(ctx, userId)),
    },
  },
  actions: {
    tell_directly: preference('approve', ({ unnotified }, userId, isOn) => unnotified.set(userId, !isOn)),
    tell_when_paid: preference('either', ({ paid }, userId, isOn) => paid.set(userId, isOn)),
    remind_again: preference('either', ({ unreminded }, userId) => unreminded.set(userId, false)),
    stop_reminding: {
      right: 'either',
      async run(ctx, { userId, messageTs, reply }) {
        const { unreminded } = ctx.preferences;
        const wasOff = await unreminded.has(userId);
        if (!wasOff) await unreminded.set(userId, true);
        // In Home the row itself says so.
        if (messageTs === undefined) return showHome(ctx, userId);
        const off = 'You won’t get reminders of unpaid links any more.';
        await reply(`${wasOff ? 'Your reminders are already off.' : off} Turn them on again in Home.`);
        await showHomeAgain(ctx, userId);
      },
    },
  },
};

function preference(
  right: 'approve' | 'either',
  set: (preferences: SlackContext['preferences'], userId: string, isOn: boolean) => Promise<void>,
): Action {
  return {
    right,
    async run(ctx, { value, userId }) {
      await set(ctx.preferences, userId, value === 'on');
      await showHome(ctx, userId);
    },
  };
}

function isForAll(words: string): boolean {
  return words.toLowerCase() === 'all';
}

export async function openHome(ctx: SlackContext, userId: string): Promise<void> {
  await showHome(ctx, userId);
  await ctx.store.keyValues('home').set(userId, ctx.clock.now(), REFRESHED_MS);
}

function showHome(ctx: SlackContext, userId: string): Promise<void> {
  return ctx.home.publish(userId, () => readHomeView(ctx, userId));
}

/** Only if the person opened Home lately. */
async function showHomeAgain(ctx: SlackContext, userId: string): Promise<void> {
  if (!(await ctx.store.keyValues('home').get<number>(userId))) return;
  await ctx.home.publish(userId, async () => {
    const refusal = await ctx.permissions.refusalFor(userId, 'either');
    // Slack could not say whether the person may see Home, so it stays as it is.
    if (refusal === 'person_unreadable' || refusal === 'group_unreadable') return undefined;
    return refusal ? messageHome(REFUSALS[refusal]) : readHomeView(ctx, userId);
  });
}

export function showHomeMessage(ctx: SlackContext, userId: string, text: string): Promise<void> {
  return ctx.home.publish(userId, async () => messageHome(text));
}

async function readHomeView(ctx: SlackContext, userId: string): Promise<HomeView> {
  const { paid, unreminded } = ctx.preferences;
  const [own, isNotifiedOfPaid, isUnreminded] = await Promise.all([
    readOwn(ctx, userId),
    paid.has(userId),
    unreminded.has(userId),
  ]);
  return homeView({ ...own, preferences: { isNotifiedOfPaid, isReminded: !isUnreminded } });
}

async function readOwn(ctx: SlackContext, userId: string): Promise<Day> {
  const [work, ended, approver] = await Promise.all([
    ownWorkOf(ctx).read(userId),
    ctx.store.orders.closedOf(userId, MAX_RECENT),
    readWaiting(ctx, userId),
  ]);
  const open = await withCardUrls(ctx, work.orders);
  return { work, open, recent: await withCardUrls(ctx, ended), approver, now: ctx.clock.now() };
}

function ownWorkOf({ store, clock, settings }: SlackContext) {
  return createOwnWork({ orders: store.orders, clock, timeZone: settings.timeZone });
}

function withCardUrls(ctx: SlackContext, all: readonly Order[]): Promise<Listed[]> {
  const listed = all.slice(0, MAX_ROWS);
  return Promise.all(listed.map(async (order) => ({ order, cardUrl: await cardUrlOf(ctx, order) })));
}

/** `approver`: what waits for the person; undefined for whoever may not approve. */
type Day = {
  readonly open: readonly Listed[];
  readonly work: WorkSums;
  readonly recent: readonly Listed[];
  readonly approver?: Awaited<ReturnType<typeof readWaiting>>;
  readonly now: number;
};

export function homeView(
  own: Day & { preferences: { isNotifiedOfPaid: boolean; isReminded: boolean } },
): HomeView {
  const { work, approver, now, preferences } = own;
  const open = own.open.slice(0, MAX_ROWS);
  const openRows = open.map((one) => openRow(one, { now }));
  return {
    type: 'home',
    blocks: [
      ...buttonRow([
        press('send_prompt', ORDER_LABELS.prompt, undefined, { style: 'primary' }),
        press('create_link', ORDER_LABELS.link),
        press('look_up', 'Find a payment'),
        press('more', 'More', MORE_HELP),
      ]),
      workSummary(work),
      ...(approver
        ? [
            ...requests(approver.waiting, now, MAX_WAITING),
            approver.isNotifiedDirectly
              ? rowBeside(
                  press('tell_directly', 'Stop notifications', 'off'),
                  'You get a direct message when something needs your approval.',
                )
              : rowBeside(
                  press('tell_directly', 'Notify me about requests', 'on'),
                  'Requests appear here only.',
                ),
          ]
        : []),
      ...titled('Open orders', NONE_OPEN, openRows),
      ...moreRow(open, work),
      ...outcomes(own.recent, MAX_RECENT),
      header('Notifications'),
      preferences.isNotifiedOfPaid
        ? rowBeside(
            press('tell_when_paid', 'Stop notifications', 'off'),
            'You get a direct message when your orders are paid.',
          )
        : rowBeside(
            press('tell_when_paid', 'Notify me when my orders are paid', 'on'),
            'Payments of your orders appear in the threads of their cards.',
          ),
      preferences.isReminded
        ? rowBeside(press('stop_reminding', 'Stop reminders'), 'You get reminders of unpaid links.')
        : rowBeside(press('remind_again', 'Turn on reminders'), 'Reminders of unpaid links are off.'),
    ],
  };
}

function requests(waiting: readonly Waiting[], now: number, max: number): KnownBlock[] {
  const rows = waiting.slice(0, max).flatMap((one) => waitingRows(one, now));
  const left = waiting.length - max;
  return [
    ...titled('Needs your approval', 'Nothing needs your approval.', rows),
    ...(left > 0 ? [plainSection(`… and ${left} more. They appear as you decide.`)] : []),
  ];
}

function outcomes(recent: readonly Listed[], max: number): KnownBlock[] {
  const rows = recent.slice(0, max).map(endedRow);
  return titled('Recent outcomes', 'Nothing yet. Paid and cancelled orders appear here.', rows);
}

function titled(title: string, none: string, rows: readonly KnownBlock[]): KnownBlock[] {
  return [header(title), ...(rows.length > 0 ? rows : [plainSection(none)])];
}

function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text } };
}

export function messageHome(text: string): HomeView {
  return { type: 'home', blocks: [plainSection(text)] };
}

export function openMessage({ open, work, recent, approver, now }: Day): MessageContent {
  const waiting = approver?.waiting ?? [];
  return openPage(open, {
    ...work,
    now,
    above: within(4_500, waiting, (max) => requests(waiting, now, max)),
    below: within(2_000, recent, (max) => outcomes(recent, max)),
  });
}

/** A message takes less than Home: at most three things. */
function within(maxLength: number, things: readonly unknown[], render: (max: number) => KnownBlock[]) {
  if (things.length === 0) return [];
  return fitting([3, 2, 1], render, (blocks) => JSON.stringify(blocks).length <= maxLength);
}

async function listEverybodys(ctx: SlackContext): Promise<MessageContent> {
  const all = await readEverybodysOpen(ctx.store.orders);
  const orders = atLeast(counted(all.orders.length, 'open order'), all.isAll);
  const everyones = `Everyone’s: ${orders}, ${describeOutstanding(all.open)}.`;
  const title = all.orders.length === 0 ? 'Nobody has open orders.' : everyones;
  return pageOf(ctx, all, { title, isEverybodys: true });
}

type Looks = Pick<Parameters<typeof openPage>[1], 'title' | 'beside' | 'isEverybodys'>;

async function pageOf(ctx: SlackContext, { orders, open, isAll }: OwnOpen, looks: Looks) {
  return openPage(await withCardUrls(ctx, orders), { ...looks, open, isAll, now: ctx.clock.now() });
}

export function isEverybodys(value: string): boolean {
  return value.startsWith(ALL);
}

/** What follows the order that the button names, which may have ended since. */
export async function listMore(ctx: SlackContext, value: string, { userId }: { userId: string }) {
  const ofEverybody = isEverybodys(value);
  const after = parseStoredReference(ofEverybody ? value.slice(ALL.length) : value);
  const last = after && (await ctx.store.orders.get(after));
  const following = ofEverybody
    ? await readEverybodysOpen(ctx.store.orders, last)
    : await ownWorkOf(ctx).openOf(userId, last);
  return following.orders.length === 0
    ? plainMessage('No more open orders: the others have ended since.')
    : pageOf(ctx, following, { isEverybodys: ofEverybody });
}

export async function ordersToCancel(ctx: SlackContext, userId: string, title: string) {
  const own = await ownWorkOf(ctx).openOf(userId);
  return own.orders.length === 0 ? undefined : pageOf(ctx, own, { title, beside: 'cancel' });
}

/** `context`: the whole context, which has this in it. Teller's stop waits for a refresh that has begun. */
export function createHomeRefresh(context: () => SlackContext): SlackContext['home'] {
  const inTurn = createInTurn<string>();
  const gathering = new Set<string>();
  return {
    // An older view never replaces a newer one.
    publish: (userId, read) =>
      inTurn([userId], async () => {
        const { client, clock } = context();
        const view = await read();
        if (view) await untilShown(clock, () => client.views.publish({ user_id: userId, view }));
      }),
    refreshSoon(userId) {
      if (gathering.has(userId)) return;
      gathering.add(userId);
      context().clock.after(GATHER_MS, () => {
        const ctx = context();
        gathering.delete(userId);
        if (ctx.stopping.aborted) return;
        ctx.inFlight
          .track(showHomeAgain(ctx, userId))
          .catch((error: unknown) => ctx.reporter.error(error, { what: 'a Home could not be shown' }));
      });
    },
  };
}

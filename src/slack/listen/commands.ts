// What people write to Teller: after the command, in a direct message, after a mention. One table of subcommands for all three.
import type { App } from '@slack/bolt';
import { maskNumbers } from '#lib/msisdn.ts';
import { hasCardNumber } from '#lib/text.ts';
import type { SlackContext } from '#slack/context.ts';
import { guardedBy, partOf, type Typed } from '#slack/feature.ts';
import { SUBCOMMANDS } from '#slack/features.ts';
import { answerFound, askingOf, findByWords, findNamed } from '#slack/find/find.ts';
import type { Right } from '#slack/people/permissions.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { CARD_NUMBER, CARD_NUMBER_IN_MESSAGE, isDirectMessage } from '#slack/text/people.ts';
import { buttonRow, press, section } from '#slack/ui/blocks.ts';
import { foreign } from '#slack/ui/line.ts';
import { contentOf, type MessageContent, message } from '#slack/ui/message.ts';
import { type Said, say } from '#slack/ui/say.ts';
import { unwrap } from '#slack/words/typed-words.ts';
import { isFirstDelivery, replyInThread, replyWith, respondEphemerally } from './answers.ts';
import { helpMessage, startButton } from './help.ts';
import { type FirstWord, isSubcommand, readFirstWord, type Subcommand } from './subcommand.ts';

type Written = Omit<Typed, 'words'> & {
  /** As Slack hands it over, escaped and with its marks. */
  readonly text: string;
  /** Of a button: what it runs, so that `text` is not read. */
  readonly subcommand?: Subcommand | { readonly task: 'help' };
  /** Goes to the log. */
  readonly about: Readonly<Record<string, unknown>>;
};

/** A message with files, a reply that its writer also sent to the direct message, and `/me`. People write no others. */
const WRITTEN_BY_PEOPLE = new Set<unknown>([undefined, 'file_share', 'thread_broadcast', 'me_message']);

export function listenToCommands(app: App, ctx: SlackContext): void {
  // Any name is taken, because a merchant may change it in the manifest.
  app.command(/.*/, async ({ command, ack, respond }) => {
    await ack();
    ctx.commandName.used(command.command);
    const reply = respondEphemerally(ctx.clock, respond);
    await answerWords(ctx, {
      userId: command.user_id,
      place: { channel: command.channel_id },
      text: command.text,
      triggerId: command.trigger_id,
      command: command.command,
      reply,
      replyToAll: reply,
      about: { from: 'command' },
    });
  });

  app.event('message', async ({ event }) => {
    // Edits, deletions and other apps' messages have a subtype or a bot's id, and so have Teller's own.
    if (event.channel_type !== 'im' || !WRITTEN_BY_PEOPLE.has(event.subtype)) return;
    if (!('user' in event) || !event.user || ('bot_id' in event && event.bot_id)) return;
    await answerDirectMessage(ctx, { ...event, user: event.user });
  });

  app.event('app_mention', async ({ event, context }) => {
    const { channel, text, ts, thread_ts: threadTs, user } = event;
    // Whoever edits a mention, days later too, has Slack send it once more under another id. A bot's id says that an app wrote it.
    if (event.edited || event.bot_id || !user) return;
    // Slack may send this besides the event `message`, or before.
    if (isDirectMessage(channel)) return answerDirectMessage(ctx, { ...event, user });
    if (!(await isFirstDelivery(ctx, event))) return;
    const place = { channel, threadTs };
    // Slack shows an ephemeral message in a thread only once the thread has a reply, so elsewhere it goes to the channel.
    const reply = ctx.replies.ephemerally(place, user);
    await answerWords(ctx, {
      ...{ userId: user, place, reply },
      text: wordsIn(text, context.botUserId),
      command: await ctx.commandName.last(),
      async replyToAll(content) {
        const thread = { channel, threadTs: threadTs ?? ts };
        if (!(await replyInThread(ctx, thread, contentOf(content), `${channel}-${ts}`))) await reply(content);
      },
      about: { from: 'mention' },
    });
  });
}

/** Answers what somebody has written to Teller in their direct message, whatever kind of event Slack has made of it. */
async function answerDirectMessage(
  ctx: SlackContext,
  message: {
    readonly type: string;
    readonly channel: string;
    readonly ts: string;
    readonly thread_ts?: string | undefined;
    readonly user: string;
    readonly text?: string | undefined;
  },
): Promise<void> {
  const { channel, ts, thread_ts: threadTs, user, text = '' } = message;
  if (!(await isFirstDelivery(ctx, message))) return;
  const place = { channel, threadTs };
  const reply = ctx.replies.inDirectMessage(place, `${channel}-${ts}`);
  await answerWords(ctx, {
    ...{ userId: user, place, text, command: '', reply, replyToAll: reply },
    about: { from: 'direct message' },
  });
}

/** Whose payments a report is about and a channel hears of is said by mentions alone. */
const ABOUT_PEOPLE: ReadonlySet<string> = new Set(['report', 'alerts']);

/**
 * Without Teller's own mention, which is the first while Slack has not said who Teller is. A colleague's stands behind “by” or
 * “from” where it says whose payment is meant; elsewhere it only calls them to read along.
 */
function wordsIn(text: string, botUserId = /<@(\w+)/.exec(text)?.[1]): string {
  const aboutPayment = text.replace(/(?<!\b(?:by|from)\s+)<@[^>]*>/gi, ' ');
  if (!ABOUT_PEOPLE.has(readFirstWord(aboutPayment).task)) return aboutPayment;
  return text.replace(/<@(\w+)[^>]*>/g, (mention, id) => (id === botUserId ? ' ' : mention));
}

/** Answers what somebody has written. Never rejects. */
export async function answerWords(ctx: SlackContext, written: Written): Promise<void> {
  const first = written.subcommand ?? readFirstWord(written.text);
  // An unknown word may be anything, even a customer's name, so it is not logged.
  const about = { ...written.about, word: first.task };
  const { userId, reply } = written;
  await ctx.guard({ userId, right: rightTo(first, written), about, reply }, () =>
    answer(ctx, written, first),
  );
}

/** An approver need not be one of those who may act, and reads the help all the same. */
function rightTo(first: FirstWord, written: Written): Right | undefined {
  if (isSubcommand(first))
    return guardedBy(partOf(SUBCOMMANDS, first.task), { ...written, words: first.words }).right;
  if (first.task === 'help') return 'either';
  // Without words it is help, but in a thread it may mean the order there.
  if (first.task === 'none') return written.place.threadTs === undefined ? 'either' : 'act';
  return 'act';
}

async function answer(ctx: SlackContext, written: Written, first: FirstWord): Promise<void> {
  const { text, triggerId, command, reply, replyToAll } = written;
  // A command is seen by nobody else, so there is nothing to delete.
  if (hasCardNumber(unwrap(text))) return reply(triggerId ? CARD_NUMBER : CARD_NUMBER_IN_MESSAGE);
  if (isSubcommand(first))
    return replyWith(reply, partOf(SUBCOMMANDS, first.task).run(ctx, { ...written, words: first.words }));
  const { task } = first;
  if (task === 'help') return replyToAll(helpMessage(command));
  const found = await findNamed(ctx, task === 'unknown' ? first.words : '', askingOf(written));
  if (found) return answerFound(found, written);
  if (task === 'none') return replyToAll(helpMessage(command));
  await answerUnknown(ctx, first, written);
}

async function answerUnknown(
  ctx: SlackContext,
  { word, words, nearest, mayBeQuoted }: Extract<FirstWord, { task: 'unknown' }>,
  written: Written,
): Promise<void> {
  const found = mayBeQuoted ? await findByWords(ctx, words, askingOf(written)) : undefined;
  if (found?.status === 'one' || found?.status === 'list') return answerFound(found, written);
  const why = !found || found.status === 'not_searched' ? describeUnknown(word) : found.why;
  const searchKey = await ctx.savedInput.keep(words);
  const nearestWords = nearest && 'words' in nearest ? nearest.words : '';
  const nearestKey = nearestWords ? await ctx.savedInput.keep(nearestWords) : undefined;
  // That nothing was found names what was searched for.
  const reply = found ? written.reply : written.replyToAll;
  await reply(unknownWordsMessage({ why, typed: words, nearest: nearest?.task, nearestKey, searchKey }));
}

/**
 * Two buttons: the nearest subcommand with the other words, or help where none is near, and a search for all that was typed.
 * `nearestKey`, `searchKey`: under which the words wait in the store.
 */
export function unknownWordsMessage(unknown: {
  why: Said;
  typed: string;
  nearest: string | undefined;
  nearestKey?: string | undefined;
  searchKey: string;
}): MessageContent {
  const { why, typed, nearest = 'help', nearestKey, searchKey } = unknown;
  const start = { ...startButton(nearest, nearestKey), style: 'primary' as const };
  return message([section(why), ...buttonRow([start, press('look_up', labelSearch(typed), searchKey)])]);
}

export function describeUnknown(word: string): Said {
  return say`I don’t know “${foreign(word, 40)}”.`;
}

/** Shows the first word alone, because others may read the button, and the rest may name a customer. */
function labelSearch(typed: string): string {
  const [first = '', ...others] = maskNumbers(plain(typed)).split(' ');
  return `Search for “${shorten(first, 40)}${others.length > 0 ? ' …' : ''}”`;
}

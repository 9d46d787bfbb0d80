// What people write to Teller: after the command, in a direct message, after a mention. One table of words for all three.
import { hasCardNumber } from '#lib/text.ts';
import type { Right } from '#slack/access/permissions.ts';
import { button, buttonRow } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage, offerMessage, type Reply } from '#slack/cards/message.ts';
import type { Place } from '#slack/delivery/outbound.ts';
import { BULK_FORM } from '#slack/forms/bulk-form.ts';
import { type FirstWord, readFirstWord, type Subcommand } from '#slack/tasks/first-word.ts';
import type { Found } from '#slack/tasks/found.ts';
import { helpMessage, startButton, type TaskWord } from '#slack/tasks/help.ts';
import type { OrderFormKind } from '#slack/tasks/order-forms.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import { BULK_TEXT } from '#slack/text/bulk.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { CARD_NUMBER, CARD_NUMBER_IN_MESSAGE } from '#slack/text/people.ts';
import { WORDS_TEXT } from '#slack/text/tasks.ts';
import { unwrap } from '#slack/text/unwrap.ts';
import { type ListenerDeps, replyWith } from './guard.ts';
import { createStartRefund, type StartRefund } from './requests.ts';

export type Written = {
  readonly userId: string;
  readonly place: Place;
  /** As Slack hands it over, escaped and with its marks. */
  readonly text: string;
  /** Of a button: what it runs, so that `text` is not read. */
  readonly subcommand?: Subcommand;
  /** Only a command has one. Without it no form can be opened, so a button is offered that opens it. */
  readonly triggerId?: string;
  /** The command's name in this workspace, such as "/pay"; '' where the words work without one. */
  readonly command: string;
  /** To this person alone, where Slack has that. */
  readonly reply: Reply;
  /** To all who read along: the answer to a mention stands in its thread. */
  readonly replyToAll: Reply;
  /** Goes to the log. */
  readonly about: Readonly<Record<string, unknown>>;
};

/** Answers what somebody has written. Never rejects. */
export type AnswerWords = (written: Written) => Promise<void>;

export function createAnswerWords({ tasks, guard }: Pick<ListenerDeps, 'tasks' | 'guard'>): AnswerWords {
  const subcommands = subcommandsOf(tasks, createStartRefund({ tasks, guard }));

  async function answer(written: Written, first: FirstWord): Promise<void> {
    const { text, triggerId, place, command, reply, replyToAll } = written;
    // A command is seen by nobody else, so there is nothing to delete.
    if (hasCardNumber(unwrap(text))) return reply(triggerId ? CARD_NUMBER : CARD_NUMBER_IN_MESSAGE);
    const { task } = first;
    if (task === 'help') return replyToAll(helpMessage(command));
    if (task !== 'none' && task !== 'unknown') return subcommands[task]({ ...written, words: first.words });
    const found = await tasks.find.named(place, task === 'unknown' ? first.words : '', showing(written));
    if (found) return answerFound(found, written);
    if (task === 'none') return replyToAll(helpMessage(command));
    await answerUnknown(first, written);
  }

  async function answerUnknown(
    { word, words, nearest, mayBeQuoted }: Extract<FirstWord, { task: 'unknown' }>,
    written: Written,
  ): Promise<void> {
    const found = mayBeQuoted ? await tasks.find.search(words, showing(written)) : undefined;
    if (found?.status === 'one' || found?.status === 'list') return answerFound(found, written);
    const why =
      !found || found.status === 'not_searched' ? escapeMrkdwn(WORDS_TEXT.unknown(word)) : found.why;
    const searchKey = await tasks.keptWords.keep(words);
    const nearestWords = nearest && 'words' in nearest ? nearest.words : '';
    const nearestKey = nearestWords ? await tasks.keptWords.keep(nearestWords) : undefined;
    // That nothing was found names what was searched for.
    const say = found ? written.reply : written.replyToAll;
    await say(unknownWordsMessage({ why, typed: words, nearest: nearest?.task, nearestKey, searchKey }));
  }

  return async (written) => {
    const first = written.subcommand ?? readFirstWord(written.text);
    const { userId, reply } = written;
    // An unknown word may be anything, even a customer's name, so it is not logged.
    const about = { ...written.about, word: first.task };
    await guard({ userId, right: rightTo(first, written.place), about, reply }, () => answer(written, first));
  };
}

/** After `report`: the audit record, of which only approvers get a file. */
const AUDIT = /^\s*audit\b\s*(.*)$/is;

/** An approver need not be one of those who may act, and reads the help all the same. */
function rightTo(first: FirstWord, { threadTs }: Place): Right {
  if (first.task === 'report' && AUDIT.test(first.words)) return 'approve';
  if (first.task === 'forget') return 'approve';
  if (first.task === 'refund') return 'either';
  if (first.task === 'open') return isEverybodys(first) ? 'approve' : 'either';
  // Without words it is help, but in a thread it may mean the order there.
  if (first.task === 'none') return threadTs === undefined ? 'either' : 'act';
  return first.task === 'help' ? 'either' : 'act';
}

/** `/pay open all` */
function isEverybodys({ words }: { readonly words: string }): boolean {
  return words.toLowerCase() === 'all';
}

/** What only the person sees can be posted to the channel. */
const showing = ({ userId, triggerId, place, reply, replyToAll }: Written) => ({
  userId,
  place,
  canShare: triggerId !== undefined,
  isForAll: reply !== replyToAll,
});

/** Only a single payment is shown to all: a list names customers that nobody else has asked for. */
function answerFound({ status, answer }: Found, { reply, replyToAll }: Written): Promise<void> {
  return status === 'one' ? replyToAll(answer) : reply(answer);
}

type RunSubcommand = (request: Written & { readonly words: string }) => Promise<void>;

/** By the words of the help. */
function subcommandsOf(tasks: Tasks, startRefund: StartRefund): Record<TaskWord, RunSubcommand> {
  return {
    prompt: (request) => openForm('prompt', request),
    link: (request) => openForm('link', request),
    async bulk({ place, triggerId, reply }) {
      if (triggerId === undefined) return reply(bulkOffer());
      await tasks.bulk.open({ channel: place.channel, triggerId, reply });
    },
    async find(written) {
      await answerFound(await tasks.find.search(await named(written), showing(written)), written);
    },
    async cancel({ userId, triggerId, reply, ...written }) {
      await replyWith(reply, tasks.cancel.command({ userId, words: await named(written), triggerId }));
    },
    async refund({ words, place, ...person }) {
      await startRefund(await named({ words, place }), { ...person, channel: place.channel });
    },
    open: (request) =>
      isEverybodys(request) ? tasks.home.listEverybodys(request) : tasks.home.listOrders(request),
    async history({ reply, ...written }) {
      await reply(await tasks.history.ofWords(await named(written)));
    },
    report({ place, words, ...request }) {
      const asked = { ...request, channel: place.channel };
      const audit = AUDIT.exec(words);
      return audit
        ? tasks.reportAudit({ ...asked, words: audit[1] ?? '' })
        : tasks.report.report({ ...asked, words });
    },
    alerts: ({ place, reply, ...request }) =>
      replyWith(reply, tasks.alerts({ ...request, channel: place.channel })),
    digest: ({ place, reply, ...request }) =>
      replyWith(reply, tasks.digest({ ...request, channel: place.channel })),
    forget: ({ userId, words, triggerId, reply }) =>
      replyWith(reply, tasks.forget.open({ userId, words, triggerId })),
    settings: ({ place, reply, ...request }) =>
      replyWith(reply, tasks.settings.open({ ...request, channel: place.channel })),
  };

  /** The words, or without any the order in whose thread they were typed. */
  async function named({ words, place }: { words: string; place: Place }): Promise<string> {
    return words || (await tasks.find.orderOfThread(place)) || '';
  }

  async function openForm(
    kind: OrderFormKind,
    { words, userId, place, triggerId, reply }: Parameters<RunSubcommand>[0],
  ): Promise<void> {
    if (triggerId !== undefined)
      return tasks.orderForms.openFromWords(kind, words, { userId, channel: place.channel, triggerId });
    await reply(formOffer(kind, words ? await tasks.keptWords.keep(words) : undefined));
  }
}

/** Opens the form, filled in with the words that wait in the store under `key`; without a key it opens empty. */
export function formOffer(kind: OrderFormKind, key: string | undefined): MessageContent {
  const text = key === undefined ? WORDS_TEXT.emptyFormOffer : WORDS_TEXT.formOffer;
  return offerMessage(text, {
    ...startButton(kind, key),
    style: 'primary',
  });
}

/** Opens the form for a file. */
function bulkOffer(): MessageContent {
  return offerMessage(BULK_TEXT.offer, { ...button(BULK_FORM, BULK_TEXT.open), style: 'primary' });
}

/**
 * Two buttons: the nearest subcommand with the other words, or help where none is near, and a search for all that was typed.
 * `why`: a sentence in mrkdwn. `typed`: all words. `nearestKey`, `searchKey`: under which the words wait in the store.
 */
export function unknownWordsMessage(unknown: {
  why: string;
  typed: string;
  nearest: TaskWord | 'help' | undefined;
  nearestKey?: string | undefined;
  searchKey: string;
}): MessageContent {
  const { why, typed, nearest = 'help', nearestKey, searchKey } = unknown;
  const { text, blocks } = mrkdwnMessage(why);
  const start = { ...startButton(nearest, nearestKey), style: 'primary' as const };
  return {
    text,
    blocks: [...blocks, ...buttonRow([start, button('look_up', WORDS_TEXT.search(typed), searchKey)])],
  };
}

// Find a payment by whatever a customer quotes, or by a thread or message.
import { randomUUID } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { canonicalReference, parseStoredReference, trackingIdIn } from '#orders/reference.ts';
import { threadKey } from '#slack/announce/order-news.ts';
import { errorIn, isChannelGone } from '#slack/bolt/errors.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Submission, Typed } from '#slack/feature.ts';
import type { Press } from '#slack/listen/press.ts';
import { contentView, messageView } from '#slack/order/outcome.ts';
import { type Place, postOrFind } from '#slack/outbox/outbound.ts';
import { postOnce } from '#slack/outbox/send-once.ts';
import { PERIOD_FAULTS } from '#slack/report/card.ts';
import { INPUT_GONE, wentWrong } from '#slack/text/people.ts';
import { plainSection } from '#slack/ui/blocks.ts';
import { form, memoryLike, textField, valueIn } from '#slack/ui/fields.ts';
import { ours } from '#slack/ui/line.ts';
import { type Answer, message, messageWithLink, mrkdwnMessage, plainMessage } from '#slack/ui/message.ts';
import { openForm } from '#slack/ui/open-form.ts';
import { say } from '#slack/ui/say.ts';
import { type FindWords, isPastedSms, readPastedSms, smsCodeIn } from './arguments.ts';
import { nothingFound, type Searched, search, understoodLine } from './search.ts';
import { type Found, findExactly, hasCode, type Showing } from './status.ts';

const TITLE = 'Find a payment';

export const find: Feature = {
  subcommands: {
    find: {
      label: 'Find a payment',
      help: ['<anything>', say`Find a payment by code, phone, name, amount, day or reference`],
      async run(ctx, typed) {
        const words = await wordsOrThread(ctx, typed);
        await answerFound(await findByWords(ctx, words, askingOf(typed)), typed);
      },
    },
  },
  actions: {
    check_order: {
      async run(ctx, { value, userId, place, show }) {
        const { answer } = await findExactly(ctx, value, { place });
        await show(answer);
        const order = parseStoredReference(value);
        if (order) await ctx.recorder.record({ who: userId, event: 'checked', order, outcome: '' });
      },
    },
    share_order: {
      run: postToChannel,
      // Slack may have taken the message before something else failed.
      whenFailed: (incident) => wentWrong(incident, 'posting'),
    },
    look_up: {
      async run(ctx, { value, userId, triggerId }) {
        const words = await ctx.savedInput.read(value);
        if (words !== undefined) return (await findByWords(ctx, words, { userId })).answer;
        // Words that are gone are said to be, above an empty form.
        return openFindForm(ctx, triggerId, value ? [INPUT_GONE] : []);
      },
    },
  },
  forms: {
    look_up: { title: TITLE, run: submitFindForm },
  },
};

/** Queries the provider anew: without it an external payment is not known, and nothing is posted. */
async function postToChannel(ctx: SlackContext, { value, userId, channel, respond }: Press): Promise<Answer> {
  if (channel === undefined || (await ctx.channelAccess.isShared(channel)))
    return 'People from another workspace can read this channel, so the payment isn’t posted here. Use an internal channel.';
  const posted = await postOnce(ctx, channel, `answer ${value}`, async ({ confirm }) => {
    const { status, answer } = await findExactly(ctx, value, { sharer: userId });
    if (status !== 'one') return { status: 'not_posted', answer } as const;
    await confirm();
    const metadata = { reference: 'shared answer', news: randomUUID() };
    const result = await postOrFind(ctx, { channel }, { ...answer, metadata });
    if (result.status === 'posted' || !isChannelGone(result)) return result;
    await respond({ response_type: 'in_channel', replace_original: false, ...answer });
    return { status: 'posted', channel, ts: '' };
  });
  if (posted.status === 'posted') {
    const order = parseStoredReference(value);
    const event = { who: userId, event: 'posted_payment', outcome: channel } as const;
    return ctx.recorder.record({ ...event, ...(order && { order }) });
  }
  if (posted.status === 'not_posted') return posted.answer;
  if (posted.status === 'busy')
    return 'Someone else is posting this right now. If it doesn’t appear, press again in a minute.';
  if (posted.status !== 'already_posted')
    throw new Error('an answer could not be posted in a channel', { cause: errorIn(posted) });
  const url = posted.ts ? await ctx.identity.urlOf(posted.channel, posted.ts) : undefined;
  const why = 'Already posted: someone pressed this button less than a minute ago.';
  return messageWithLink(why, 'Open', url);
}

const PLACE = memoryLike(z.object({ channel: z.string(), threadTs: z.string().optional() }));

/** `place`: the thread that gets the answer; without one the form itself shows it. */
export async function openFindForm(
  ctx: SlackContext,
  triggerId: string | undefined,
  warnings: readonly string[] = [],
  place?: Place,
): Promise<void> {
  await openForm(ctx, triggerId, findForm(place ? PLACE.write(place) : '', warnings));
}

export function findForm(memory: string, warnings: readonly string[]): ModalView {
  return form('look_up', { title: TITLE, submit: 'Find', close: 'Close', memory }, [
    ...warnings.map(plainSection),
    textField('id', {
      label: 'What the customer quotes',
      hint: 'A code, reference, phone number or its last digits, name, amount, day, words of the description, or the whole SMS. Every word must match.',
      placeholder: 'Jane 1500 yesterday',
      max: 1_000,
    }),
  ]);
}

async function submitFindForm(ctx: SlackContext, submitted: Submission): Promise<void> {
  const { userId, viewId, memory, state, show } = submitted;
  await show(messageView(TITLE, 'One moment…'));
  const place = PLACE.read(memory);
  const asking = { userId, place, isForAll: place !== undefined };
  const { status, answer } = await findByWords(ctx, valueIn(state, 'id'), asking);
  const isPosted =
    place !== undefined &&
    status === 'one' &&
    !(await ctx.channelAccess.isShared(place.channel)) &&
    (await ctx.replies.inThread(place, answer, viewId));
  const posted = messageView(TITLE, 'The answer is in the thread.');
  await show(isPosted ? posted : contentView(TITLE, answer.blocks));
}

const NO_WORDS =
  'Which payment? Enter a code, a phone number, a name, an amount or a day, such as “Jane 1500 yesterday”. In a card’s thread you don’t need any words.';
const TOO_SHORT =
  'That’s too short to search for. Enter at least three letters of a word, or the last four digits of a phone number.';
const CODE_NOWHERE = 'No order created here has that code. Check the Pesapal dashboard.';
const MAX_REFERENCE_LENGTH = 150;
const WORD = /[A-Za-z0-9][A-Za-z0-9\-_.:]{1,48}[A-Za-z0-9]/g;

type Asking = Showing & { readonly userId: string };

export function askingOf({ userId, triggerId, place, reply, replyToAll }: Omit<Typed, 'words'>): Asking {
  return { userId, place, canShare: triggerId !== undefined, isForAll: reply !== replyToAll };
}

/** A list is not shown to all: it names customers that nobody else has asked for. */
export function answerFound({ status, answer }: Found, typed: Omit<Typed, 'words'>): Promise<void> {
  return status === 'one' ? typed.replyToAll(answer) : typed.reply(answer);
}

/** The words, or else the reference of the order in whose thread somebody typed, or ''. */
export async function wordsOrThread(ctx: SlackContext, { words, place }: Pick<Typed, 'words' | 'place'>) {
  return words || (await orderOfThread(ctx, place)) || '';
}

async function orderOfThread({ threads }: SlackContext, place: Place | undefined) {
  return place?.threadTs && threads.get<string>(threadKey(place.channel, place.threadTs));
}

export async function findByWords(ctx: SlackContext, typed: string, asking: Asking): Promise<Found> {
  const text = withoutMarks(typed.trim());
  if (!text) return { status: 'not_searched', answer: plainMessage(NO_WORDS) };
  // A word alone may be any reference.
  const words = text.match(WORD) ?? [];
  const quoted = await readReference(ctx, text, /\s/.test(text) ? words.filter(isMarkedAsReference) : [text]);
  if (quoted) return findQuoted(ctx, quoted, text, asking);
  const { code, account, paid } = isPastedSms(text) ? readPastedSms(text) : {};
  const found = await findFirstMatch(ctx, [code, account, paid], asking);
  if (found) return withDoubt(found, code);
  return answerTo(ctx, await search(ctx, code ?? account ?? paid ?? text, asking.userId), asking);
}

export async function findNamed(ctx: SlackContext, text: string, asking: Asking): Promise<Found | undefined> {
  const quoted = (await readAnyReference(ctx, text)) ?? (await orderOfThread(ctx, asking.place));
  return quoted ? findQuoted(ctx, quoted, text, asking) : undefined;
}

/** A string says why nothing was found; undefined: nothing to search for. */
export async function findInMessage(ctx: SlackContext, text: string, asking: Asking) {
  const quoted = await readAnyReference(ctx, text);
  if (quoted) return findQuoted(ctx, quoted, text, asking);
  const { code, account, paid } = readPastedSms(text);
  // A code is compared with the whole payment, even in its card's thread.
  const how = code === undefined ? asking : { ...asking, place: undefined };
  const own = await orderOfThread(ctx, asking.place);
  const found =
    (await findFirstMatch(ctx, [code, account], how)) ??
    (own ? await findExactly(ctx, own, how) : await findFirstMatch(ctx, [paid], how));
  return found ? withDoubt(found, code) : code && CODE_NOWHERE;
}

async function readReference({ payments }: SlackContext, text: string, words: readonly string[]) {
  // A reference may be written in two words.
  const whole = canonicalReference(text) ? [text] : [];
  // A long message has more words than are looked up.
  const quoted = new Set([...whole, ...words.filter(isMarkedAsReference), ...words]);
  return (await payments.finder.findOrderIn([...quoted].slice(0, 60)))?.reference;
}

async function readAnyReference(ctx: SlackContext, text: string) {
  return (await readReference(ctx, text, text.match(WORD) ?? [])) ?? trackingIdIn(text);
}

/** Beside an SMS: the payment that this confirms, or else the quoted one with a warning. */
async function findQuoted(ctx: SlackContext, quoted: string, text: string, asking: Asking): Promise<Found> {
  const code = smsCodeIn(text);
  // In "7K3M9QX2ZD confirmed?" the code is a reference.
  if (code === undefined || (await ctx.payments.finder.findOrderIn([code])))
    return findExactly(ctx, quoted, asking);
  const how = { ...asking, place: undefined };
  const found = await findExactly(ctx, quoted, how);
  const confirmed = hasCode(found, code) ? undefined : await findFirstMatch(ctx, [code], how);
  if (confirmed?.status === 'list') return confirmed;
  if (!confirmed || !hasCode(confirmed, code)) return withDoubt(found, code);
  return withSentence(
    'The quoted code belongs to the payment below, not to the quoted reference. Compare reference, amount and customer.',
    confirmed,
  );
}

async function findFirstMatch(ctx: SlackContext, queries: (string | undefined)[], asking: Asking) {
  for (const query of queries.filter((each) => each !== undefined)) {
    const searched = await search(ctx, query, asking.userId);
    if (searched.status === 'one' || searched.status === 'list') return answerTo(ctx, searched, asking);
  }
  return undefined;
}

async function answerTo(ctx: SlackContext, searched: Searched, asking: Asking): Promise<Found> {
  if (searched.status === 'list') return searched;
  const { words } = searched;
  if (searched.status === 'one') {
    const found = await findExactly(ctx, searched.order.reference, asking);
    if (asking.isForAll) return found;
    const { text, blocks } = found.answer;
    return { ...found, answer: { text, blocks: [...understoodLine(words), ...blocks] } };
  }
  if (searched.status === 'none') return answerNone(ctx, words, asking);
  const why = words.fault ? PERIOD_FAULTS[words.fault] : TOO_SHORT;
  return { status: 'not_searched', answer: plainMessage(why) };
}

async function answerNone(ctx: SlackContext, words: FindWords, asking: Asking): Promise<Found> {
  const { reference = '' } = words;
  const mayBeExternal = reference !== '' && reference.length <= MAX_REFERENCE_LENGTH;
  const external = mayBeExternal ? await findExactly(ctx, reference, asking) : undefined;
  if (external?.status === 'one') return external;
  const nothing = nothingFound(words);
  // Beside other words, it may be the code of a payment that these do not fit.
  const isReference = words.conditions.length === 1 && /\d/.test(reference);
  const nowhere = external?.status === 'none' && isReference ? external.why : nothing;
  const said = words.isCode ? say`${nothing} ${ours(CODE_NOWHERE)}` : nowhere;
  const isUnasked = external?.status === 'unanswered';
  const why = isUnasked ? say`${said} ${external.why}` : said;
  const next = say`Try fewer words, or a code, the last digits of a phone number, a name, an amount or a day.`;
  return { status: isUnasked ? 'unanswered' : 'none', why, answer: mrkdwnMessage(say`${why} ${next}`) };
}

/** Somebody else may have paid the same amount. */
function withDoubt(found: Found, code: string | undefined): Found {
  const isPayment = found.status === 'one' || found.status === 'list';
  if (code === undefined || !isPayment || hasCode(found, code)) return found;
  return withSentence(
    'No order here has the quoted code. The payment below may be a different one: compare code, amount and customer.',
    found,
  );
}

function withSentence(sentence: string, found: Found): Found {
  return { ...found, answer: message([plainSection(sentence), ...found.answer.blocks]) };
}

function isMarkedAsReference(word: string): boolean {
  // One of forty references that Teller makes has no digit.
  return (/\d/.test(word) && /[A-Za-z_.:-]/.test(word)) || /^[A-Za-z]{5}-[A-Za-z]{5}$/.test(word);
}

/** Several words are read with their marks. */
function withoutMarks(text: string): string {
  return /\s/.test(text) ? text : text.replace(/^["'“”‘’«»`*~()[\]]+|["'“”‘’«»`*~()[\]?!,;]+$/g, '');
}

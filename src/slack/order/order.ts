// Opens the forms for prompts and links, and makes orders of them. All rejects when the store is down.
import { randomBytes } from 'node:crypto';
import { withTimeout } from '#lib/clock.ts';
import { formatMoney } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#orders/order-fields.ts';
import { makeReference, type Reference } from '#orders/reference.ts';
import type { CreateResult } from '#payments/ordering/create-order.ts';
import { botMention } from '#slack/bolt/identity.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Action, Feature, Form, Subcommand, Submission } from '#slack/feature.ts';
import { maybeSent } from '#slack/people/guard.ts';
import { isReadByOthers, QUESTION_MS } from '#slack/people/permissions.ts';
import { describeImpossible } from '#slack/resend/text.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { INPUT_GONE, isDirectMessage, notInChannel, wentWrong } from '#slack/text/people.ts';
import { clockTime } from '#slack/text/time-zone.ts';
import { press } from '#slack/ui/blocks.ts';
import { type FieldErrors, type FormState, isIn } from '#slack/ui/fields.ts';
import { type MessageContent, messageWithCard, offerMessage } from '#slack/ui/message.ts';
import { openForm, updateForm } from '#slack/ui/open-form.ts';
import { say } from '#slack/ui/say.ts';
import { type Prefill, readLinkWords, readPromptWords } from '#slack/words/command-words.ts';
import {
  type ChosenCustomer,
  type FormMemory,
  linkForm,
  ORDER_FORM_IDS,
  ORDER_LABELS,
  type OrderFormKind,
  promptForm,
  readMemory,
  withFirstFocus,
} from './form-fields.ts';
import { doesRepeat, invalid, type OrderInput, readLinkForm, readPromptForm, startOf } from './forms.ts';
import {
  preselectCustomer,
  readLastLanguage,
  readSubmittedCustomer,
  withCustomer,
  withRepeat,
  withSharedNote,
} from './live-form.ts';
import {
  agreedTo,
  allowedDuplicates,
  duplicateQuestion,
  outcomeView,
  type Question,
  questionsAbout,
  sendingView,
} from './outcome.ts';

const CARD_URL_MS = 500;
const TITLES = { prompt: 'PIN prompt', link: 'Payment link' } as const;

const HELP = {
  prompt: ['[phone] [amount] [description]', say`Send a PIN prompt`],
  link: ['[amount] [currency] [description]', say`Create a payment link`],
} as const;

export const order: Feature = {
  subcommands: { prompt: subcommandFor('prompt'), link: subcommandFor('link') },
  actions: { [ORDER_FORM_IDS.prompt]: buttonFor('prompt'), [ORDER_FORM_IDS.link]: buttonFor('link') },
  forms: { [ORDER_FORM_IDS.prompt]: formFor('prompt'), [ORDER_FORM_IDS.link]: formFor('link') },
};

function subcommandFor(kind: OrderFormKind): Subcommand {
  return {
    label: ORDER_LABELS[kind],
    help: HELP[kind],
    async run(ctx, { words, userId, place, triggerId }) {
      if (triggerId === undefined)
        return offerOrderForm(kind, words ? await ctx.savedInput.keep(words) : undefined);
      return openOrderForm(ctx, kind, { words, userId, channel: place.channel, triggerId });
    },
  };
}

/** The button's value is the key of saved input. */
function buttonFor(kind: OrderFormKind): Action {
  return {
    async run(ctx, { value, userId, channel, triggerId }) {
      const words = await ctx.savedInput.read(value);
      const warnings = value && words === undefined ? [INPUT_GONE] : [];
      await openOrderForm(ctx, kind, { words, userId, channel, triggerId, warnings });
    },
  };
}

function formFor(kind: OrderFormKind): Form {
  return { title: TITLES[kind], whenFailed: maybeSent, run: (ctx, form) => submitOrderForm(ctx, kind, form) };
}

export function offerOrderForm(kind: OrderFormKind, key: string | undefined): MessageContent {
  const text =
    key === undefined
      ? 'Press the button to open the form.'
      : 'Press the button within 15 minutes to open the form, filled in with your words.';
  return offerMessage(text, press(ORDER_FORM_IDS[kind], ORDER_LABELS[kind], key, { style: 'primary' }));
}

export type Opening = {
  readonly userId: string;
  readonly channel: string | undefined;
  readonly triggerId: string | undefined;
  readonly prefill?: Prefill;
  readonly words?: string | undefined;
  readonly customer?: ChosenCustomer | undefined;
  readonly resendOf?: Reference | undefined;
  readonly balanceOf?: Reference | undefined;
  readonly warnings?: readonly string[];
};

export async function openOrderForm(ctx: SlackContext, kind: OrderFormKind, opening: Opening) {
  const { userId, words, resendOf, balanceOf, customer, warnings = [] } = opening;
  const { channel, isOut, isShared, access, start } = await findFormPlace(ctx, opening.channel, userId);
  const { home: ownHome, method, currency } = start;
  const home = ownHome ?? ctx.settings.defaultCurrency;
  const read = (typed: string) =>
    kind === 'prompt' ? readPromptWords(typed, home) : readLinkWords(typed, home, currency);
  const prefill = words === undefined ? (opening.prefill ?? {}) : read(words);
  const { customer: named = {} } = prefill;
  const language = (named.phone || named.email) && (await readLastLanguage(ctx, { customer: named }));
  const shown = {
    memory: {
      formId: randomBytes(16).toString('hex'),
      ...(resendOf && { resendOf }),
      ...(balanceOf && { balanceOf }),
      ...(ownHome && { home: ownHome }),
    },
    prefill: { ...(language && { language }), ...prefill },
    channel: isOut ? undefined : channel,
    warnings: isOut && channel ? [notInChannel(botMention(ctx.identity), channel), ...warnings] : warnings,
  };
  const empty =
    kind === 'prompt'
      ? promptForm({ ...shown, method, defaultCurrency: home })
      : linkForm({ ...shown, defaultCurrency: currency, merchantCurrency: ctx.settings.defaultCurrency });
  const filled = withFirstFocus(customer ? withCustomer(empty, customer, { isNew: true }) : empty);
  const form = isShared && channel ? withSharedNote(filled, channel) : filled;
  const opened = await openForm(ctx, opening.triggerId, form);
  if (!opened) return;
  // The form did not wait for a slow answer of Slack.
  if (isShared === undefined && channel && access && isReadByOthers(await access))
    await updateForm(ctx, opened, withSharedNote(form, channel));
  if (words !== undefined) await preselectCustomer(ctx, kind, opened, { words, userId });
}

/** Teller cannot be in direct messages between people, so their last channel is suggested there. */
async function findFormPlace(ctx: SlackContext, from: string | undefined, userId: string) {
  const here = from === undefined ? undefined : await readPlace(ctx, from);
  if (here && !(here.isOut && isDirectMessage(here.channel))) return here;
  const last = await inTime(ctx, lastChannels(ctx).get<string>(userId));
  const there = last === undefined ? undefined : await readPlace(ctx, last);
  // Nobody chose this channel, so nothing is said when Teller has left it.
  if (there && !there.isOut) return there;
  const start = startOf(undefined, ctx.settings.defaultCurrency);
  return { channel: undefined, isOut: false, isShared: false, access: undefined, start };
}

/** `access`: what Slack says, also where the form does not wait for that. */
async function readPlace(ctx: SlackContext, channel: string) {
  const access = ctx.channelAccess.read(channel);
  const [read, defaults] = await Promise.all([
    inTime(ctx, access),
    inTime(ctx, ctx.channelDefaults.of(channel)),
  ]);
  const isShared = read && isReadByOthers(read);
  const start = startOf(defaults, ctx.settings.defaultCurrency);
  return { channel, isOut: read?.access === 'out', isShared, access, start };
}

function inTime<Value>({ clock }: SlackContext, question: Promise<Value>) {
  return withTimeout(clock, QUESTION_MS, question, undefined).catch(() => undefined);
}

/** Slack user id → channel. */
const lastChannels = ({ store }: SlackContext) => store.keyValues('last-channel');

async function submitOrderForm(ctx: SlackContext, kind: OrderFormKind, form: Submission): Promise<void> {
  const { userId, state, close, show, tell, showErrors, ask, change } = form;
  const chosen = await readSubmittedCustomer(ctx, form);
  if (!chosen) return;
  // The form was sent before its fields for a recurring link came.
  if (doesRepeat(state) && !isIn(state, 'start_date'))
    return change((shown) => withRepeat(shown, state, ctx.clock.now()) ?? shown);
  const memory = readMemory(form.memory);
  if (!memory) {
    const incident = ctx.reporter.error(new Error('a form without its memory'), { form: kind });
    return tell(wentWrong(incident));
  }
  const created = await createFromForm(ctx, { kind, state, memory, userId, customer: chosen.customer });
  if (created.status === 'invalid') return showErrors(created.errors);
  if (created.status === 'asked') return ask(created.questions);
  if (created.status === 'refused') return tell(messageWithCard(created.sentence, created.cardUrl));
  if (created.status === 'not_saved') {
    const again = 'The order may not be saved. Submit this form again in a minute. Nothing is sent twice.';
    return showErrors({ channel: again });
  }
  const { order, status } = created;
  // A saved order must be submitted, also when the socket or the form has closed meanwhile.
  const tried = (answer: Promise<void>) =>
    answer.catch((error: unknown) => {
      ctx.reporter.error(error, { form: kind, what: 'a form could not be answered' });
    });
  if (kind === 'prompt') {
    await tried(close());
    if (status === 'created') await submitToProvider(ctx, order);
    return;
  }
  const showOutcome = async (outcome: Order) => {
    const { card } = outcome;
    const cardUrl = card && (await ctx.identity.urlOf(card.channel, card.ts));
    await show(outcomeView(TITLES.link, outcome, cardUrl));
  };
  if (status === 'already_created' && order.state !== 'sending') return showOutcome(order);
  const sending = tried(show(sendingView(TITLES.link)));
  // The submission that saved the order submits it and shows the outcome.
  if (status === 'already_created') return sending;
  const submitted = await submitToProvider(ctx, order);
  await sending;
  await tried(showOutcome(submitted));
}

/** For a step of a workflow. Resolves with why nothing was sent. */
export async function submitWithoutForm(ctx: SlackContext, filled: FilledForm, saved: () => Promise<void>) {
  const created = await createFromForm(ctx, filled);
  if (created.status === 'refused') return created.sentence;
  if (created.status === 'asked') return created.questions.map(({ sentence }) => sentence).join(' ');
  if (created.status === 'invalid') {
    const errors = Object.entries(created.errors);
    return errors.map(([field, sentence]) => `${field}: ${sentence}`).join(' ');
  }
  if (created.status === 'not_saved')
    return 'The order may not be saved. Look for its card in the channel before you send it again.';
  await saved();
  // Slack delivered the same step again: the delivery that saved the order submits it.
  if (created.status === 'created')
    await submitToProvider(ctx, created.order).catch((error: unknown) =>
      ctx.reporter.error(error, { form: filled.kind }),
    );
  return undefined;
}

type FilledForm = Pick<Submission, 'userId' | 'state'> & {
  kind: OrderFormKind;
  memory: FormMemory;
  customer?: ChosenCustomer | undefined;
  stepRun?: string;
};

/** `not_saved`: the store did not answer, so the order may be saved. */
type Outcome =
  | { status: 'created' | 'already_created'; order: Order }
  | { status: 'invalid'; errors: FieldErrors }
  | { status: 'asked'; questions: readonly Question[] }
  | { status: 'refused'; sentence: string; cardUrl?: string | undefined }
  | { status: 'not_saved' };

async function createFromForm(ctx: SlackContext, filled: FilledForm): Promise<Outcome> {
  const askedAt = ctx.clock.now();
  const read = readForm(ctx, filled);
  if (read.status === 'invalid') return read;
  const { channel } = read.input;
  if ((await inTime(ctx, ctx.channelAccess.check(channel))) === 'out')
    return invalid({ channel: notInChannel(botMention(ctx.identity), channel) });
  const draft = draftOf(read.input, filled);
  const confirmed = agreedTo(filled.state);
  const questions = questionsAbout(read.input, draft.formId);
  const { orderCreation } = ctx.payments;
  const options = { evenIfSame: allowedDuplicates(draft, confirmed), askedAt };
  if (questions.some(({ key }) => !confirmed.includes(key))) {
    // What refuses the order is said first, and all questions are asked together.
    const refusal = await orderCreation.refusalFor(draft, options);
    return refusal ? outcomeOf(ctx, refusal, draft, questions) : { status: 'asked', questions };
  }
  try {
    return await outcomeOf(ctx, await orderCreation.createOrder(draft, options), draft, questions);
  } catch (error) {
    ctx.reporter.error(error, { reference: draft.reference });
    return { status: 'not_saved' };
  }
}

/** Memory and customer replace what More hides. */
function readForm({ clock, settings }: SlackContext, { kind, state, memory, customer }: FilledForm) {
  const ofLink = { email_address: customer?.email, language: customer?.language };
  const held = {
    channel: memory.channel,
    first_name: customer?.firstName,
    last_name: customer?.lastName,
    ...(kind === 'link' ? ofLink : {}),
  };
  const all: FormState = { ...state };
  for (const [name, value] of Object.entries(held))
    if (value !== undefined && !isIn(state, name)) all[name] = { [name]: { value } };
  if (kind === 'prompt') return readPromptForm(all, settings.methodLimits, customer);
  const defaultCurrency = memory.home ?? settings.defaultCurrency;
  return readLinkForm(all, { now: clock.now(), defaultCurrency, timeZone: settings.timeZone }, customer);
}

function draftOf({ recurring, ...input }: OrderInput, { memory, userId, stepRun }: FilledForm): Draft {
  const { formId, resendOf, balanceOf } = memory;
  const reference = input.reference ?? makeReference(Buffer.from(formId, 'hex'));
  return {
    ...input,
    ...(resendOf && { resendOf }),
    ...(balanceOf && { balanceOf }),
    ...(stepRun && { stepRun }),
    reference,
    typedReference: input.reference !== undefined,
    agent: userId,
    formId,
    ...(recurring && { recurring: { ...recurring, accountNumber: recurring.accountNumber ?? reference } }),
  };
}

/** A new box asks `questions` again. */
async function outcomeOf(
  ctx: SlackContext,
  result: CreateResult,
  draft: Draft,
  questions: readonly Question[],
): Promise<Outcome> {
  const now = ctx.clock.now();
  switch (result.status) {
    case 'created':
    case 'already_created':
      return result;
    case 'reference_taken':
      return invalid({ id: FIELD_TEXT.referenceTaken });
    case 'account_number_taken':
      return invalid({ account_number: FIELD_TEXT.accountNumberTaken });
    case 'too_many_prompts':
      return invalid({ msisdn: tooManyPrompts(result.retryAt, now, ctx.settings.timeZone) });
    case 'not_the_balance':
      return invalid({ amount: `Only the missing ${formatMoney(result.missing)} can be requested.` });
    case 'same_again':
      return { status: 'asked', questions: [...questions, duplicateQuestion(draft, result.order, now)] };
    case 'impossible': {
      const card = 'order' in result.why ? result.why.order.card : undefined;
      const url = card && ctx.outbound.permalink(card.channel, card.ts);
      // Slack waits three seconds, so the card's address may be left out.
      const cardUrl = url && (await withTimeout(ctx.clock, CARD_URL_MS, url, undefined));
      return { status: 'refused', sentence: describeImpossible(result.why), cardUrl };
    }
  }
}

/** `retryAt`: from when (ms) the number may be prompted again. */
export function tooManyPrompts(retryAt: number, now: number, timeZone: string): string {
  const minutes = Math.max(1, Math.ceil((retryAt - now) / 60_000));
  return `This number has three unpaid prompts from the last ten minutes. You can send another at ${clockTime(retryAt, timeZone)}, in ${minutes} min. Call the customer, or create a link.`;
}

async function submitToProvider(ctx: SlackContext, { reference, agent, channel }: Order): Promise<Order> {
  const remembered = lastChannels(ctx).set(agent, channel);
  await remembered.catch((error: unknown) =>
    ctx.reporter.error(error, { what: 'the last channel could not be remembered' }),
  );
  try {
    return await ctx.payments.ordering.submitOrder(reference);
  } catch (cause) {
    throw new Error(`it is not known how far the order ${reference} was submitted`, { cause });
  }
}

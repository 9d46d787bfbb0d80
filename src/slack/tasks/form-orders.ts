// From a filled-in form to an order: reads the fields, asks what a person has to decide, and creates it. Says in words what
// stands in the way.
import { createHash } from 'node:crypto';
import { type Clock, withTimeout } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#orders/order-fields.ts';
import { makeReference } from '#orders/reference.ts';
import type { CreateResult, EvenIfSame, OrderCreation } from '#payments/ordering/create-order.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import { QUESTION_MS } from '#slack/access/permissions.ts';
import { type MessageContent, messageWithCard, plainMessage } from '#slack/cards/message.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import type { FieldErrors, FormResult, FormState } from '#slack/forms/fields.ts';
import type { FormMemory } from '#slack/forms/form-memory.ts';
import type { LinkInput } from '#slack/forms/link-form.ts';
import type { PromptInput } from '#slack/forms/prompt-form.ts';
import { agreedTo, type Question, questionKey, questionsAbout } from '#slack/forms/questions.ts';
import { FIELD_TEXT, NOT_SAVED, notTheRest, tooManyPrompts } from '#slack/text/fields.ts';
import { notInChannel, wentWrong } from '#slack/text/people.ts';
import { sameAgain } from '#slack/text/questions.ts';
import { describeImpossible } from '#slack/text/successors.ts';

/** Why nothing was sent: errors of fields, questions to tick, or one sentence. `not_saved`: the store did not answer. */
export type Rejected =
  | { readonly status: 'invalid'; readonly errors: FieldErrors }
  | { readonly status: 'asked'; readonly questions: readonly Question[] }
  | { readonly status: 'refused'; readonly content: MessageContent }
  | { readonly status: 'not_saved' };

export type Created = Extract<CreateResult, { status: 'created' | 'already_created' }>;

/** `agreed`: what the box asked, beside the same prompt again. `askedAt`: when (ms) the form came. */
type Ready = {
  readonly status: 'ready';
  readonly draft: Draft;
  readonly agreed: readonly Question[];
  readonly evenIfSame: EvenIfSame;
  readonly askedAt: number;
};

/** `memory` is undefined when the form came back without it. */
export type FilledForm = {
  readonly state: FormState;
  readonly memory: FormMemory | undefined;
  readonly userId: string;
  /** The run of a workflow's step that fills it in. */
  readonly stepRun?: string;
};

export type FormOrders = ReturnType<typeof createFormOrders>;

/** Time limit of the card's address, which the answer can do without. */
const CARD_URL_MS = 500;

/** All reject when the store is down, but `create`. */
export function createFormOrders(deps: {
  orderCreation: OrderCreation;
  channelAccess: ChannelAccess;
  identity: Pick<BotIdentity, 'known'>;
  outbound: Pick<Outbound, 'permalink'>;
  clock: Clock;
  timeZone: string;
  reporter: Reporter;
}) {
  const { orderCreation, channelAccess, identity, outbound, clock, timeZone, reporter } = deps;

  /** A form must be answered in three seconds, with the card's address or without. */
  function cardUrl({ channel, ts }: { channel: string; ts: string }): Promise<string | undefined> {
    return withTimeout(clock, CARD_URL_MS, outbound.permalink(channel, ts), undefined);
  }

  async function refused(
    sentence: string,
    order?: { readonly card?: { channel: string; ts: string } },
  ): Promise<Rejected> {
    const url = order?.card && (await cardUrl(order.card));
    return { status: 'refused', content: messageWithCard(sentence, url) };
  }

  async function rejectionOf(result: Exclude<CreateResult, Created>, draft: Draft): Promise<Rejected> {
    switch (result.status) {
      case 'reference_taken':
        return { status: 'invalid', errors: { id: FIELD_TEXT.referenceTaken } };
      case 'account_number_taken':
        return { status: 'invalid', errors: { account_number: FIELD_TEXT.accountNumberTaken } };
      case 'too_many_prompts':
        return {
          status: 'invalid',
          errors: { msisdn: tooManyPrompts(result.retryAt, { now: clock.now(), timeZone }) },
        };
      case 'not_the_rest':
        return { status: 'invalid', errors: { amount: notTheRest(result.missing) } };
      case 'same_again': {
        const { order } = result;
        const minutes = Math.floor((clock.now() - (order.requestedAt ?? order.createdAt)) / 60_000);
        const key = `${sameKey(draft)}.${nameInKey(order)}.${newestIn(order).toString(36)}`;
        return { status: 'asked', questions: [{ key, sentence: sameAgain(order, minutes) }] };
      }
      case 'impossible':
        return refused(describeImpossible(result.why), 'order' in result.why ? result.why.order : undefined);
    }
  }

  function accessTo(channel: string) {
    return withTimeout(clock, QUESTION_MS, channelAccess.check(channel), 'unknown' as const);
  }

  return {
    accessTo,

    /** Reads the fields, and checks what can be checked before any money moves. Calls nobody but Slack. */
    async read(
      result: FormResult<PromptInput | LinkInput>,
      { state, memory, userId, stepRun }: FilledForm,
    ): Promise<Rejected | Created | Ready> {
      const askedAt = clock.now();
      if (result.status === 'invalid') return result;
      if (!memory) {
        const incident = reporter.error(new Error('a form without its memory'), { form: result.input.kind });
        return { status: 'refused', content: plainMessage(wentWrong(incident)) };
      }
      if ((await accessTo(result.input.channel)) === 'out')
        return {
          status: 'invalid',
          errors: { channel: notInChannel(botMention(identity), result.input.channel) },
        };
      const draft = { ...draftOf(result.input, memory, userId), ...(stepRun ? { stepRun } : {}) };
      const agreed = agreedTo(state);
      const evenIfSame = agreedSame(draft, agreed);
      const questions = questionsAbout(result.input, memory.formId);
      const isAsking = questions.some(({ key }) => !agreed.includes(key));
      if (!isAsking) return { status: 'ready', draft, agreed: questions, evenIfSame, askedAt };
      // What refuses the order is said first, and all questions are asked together.
      const refusal = await orderCreation.refusalFor(draft, { evenIfSame });
      if (refusal && isCreated(refusal)) return refusal;
      return refusal
        ? besideAgreed(await rejectionOf(refusal, draft), questions)
        : { status: 'asked', questions };
    },

    /** Never rejects. */
    async create({ draft, agreed, evenIfSame, askedAt }: Omit<Ready, 'status'>): Promise<Rejected | Created> {
      try {
        const result = await orderCreation.createOrder(draft, { evenIfSame, askedAt });
        if (isCreated(result)) return result;
        return besideAgreed(await rejectionOf(result, draft), agreed);
      } catch (error) {
        reporter.error(error, { reference: draft.reference });
        return { status: 'not_saved' };
      }
    },
  };
}

export function isCreated(result: Rejected | CreateResult): result is Created {
  return result.status === 'created' || result.status === 'already_created';
}

/** A new box takes the place of the one that was ticked, so it asks all of that again. */
function besideAgreed(rejected: Rejected, agreed: readonly Question[]): Rejected {
  return rejected.status === 'asked'
    ? { ...rejected, questions: [...agreed, ...rejected.questions] }
    : rejected;
}

function sameKey({ prompt, amount, formId }: Draft): string {
  if (!prompt?.msisdn) return '';
  const { msisdn, method } = prompt;
  return questionKey('same', { prompt: { msisdn, method }, amount }, formId);
}

/** Short, because all that a box asks has to fit into its value. */
const nameInKey = ({ reference }: Order) =>
  createHash('sha256').update(reference).digest('base64url').slice(0, 6);

/** When (ms) the last happened of what the question about it says. */
function newestIn(order: Order): number {
  return Math.max(order.requestedAt ?? order.createdAt, order.payments ? order.changedAt : 0);
}

/**
 * A tick agrees to the prompt that was named, though it is requested only afterwards, and to those with which the customer had
 * been asked by then: not to one with which somebody else has asked since, and to none that was paid since.
 */
function agreedSame(draft: Draft, agreed: readonly string[]): (sent: Order) => boolean {
  const start = `${sameKey(draft)}.`;
  const ticked = agreed
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length).split('.'));
  return (sent) =>
    ticked.some(([name, newest = '']) => {
      const at = Number.parseInt(newest, 36);
      const isPaidSince = sent.payments !== undefined && sent.changedAt > at;
      return !isPaidSince && (name === nameInKey(sent) || (sent.requestedAt ?? sent.createdAt) <= at);
    });
}

/** For a workflow's step, which has no fields and boxes to show it at. */
export function textOfRejection(rejected: Rejected): string {
  switch (rejected.status) {
    case 'refused':
      return rejected.content.text;
    case 'asked':
      return rejected.questions.map(({ sentence }) => sentence).join(' ');
    case 'invalid':
      return Object.entries(rejected.errors)
        .map(([field, sentence]) => `${field}: ${sentence}`)
        .join(' ');
    case 'not_saved':
      return NOT_SAVED.withoutForm;
  }
}

/** Chooses the reference and the subscriber's account number when the form leaves them empty. */
function draftOf(input: PromptInput | LinkInput, memory: FormMemory, userId: string): Draft {
  const { formId, resendOf, restOf } = memory;
  const reference = input.reference ?? makeReference(Buffer.from(formId, 'hex'));
  const { recurring, ...rest } = input;
  return {
    ...rest,
    ...(resendOf ? { resendOf } : {}),
    ...(restOf ? { restOf } : {}),
    reference,
    typedReference: input.reference !== undefined,
    agent: userId,
    formId,
    ...(recurring
      ? { recurring: { ...recurring, accountNumber: recurring.accountNumber ?? reference } }
      : {}),
  };
}

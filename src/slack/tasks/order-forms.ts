// What prompts and links share: a form is opened, read, answered at once, and replaced by the order's outcome.
import { randomBytes } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import { makeReference, type Reference } from '#orders/reference.ts';
import type { CreateResult, Draft, Ordering } from '#payments/ordering/submit.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import type { Prefill } from '#slack/forms/command-words.ts';
import type { FieldErrors, FormResult, FormState } from '#slack/forms/fields.ts';
import { type FormMemory, readMemory } from '#slack/forms/form-memory.ts';
import type { LinkInput } from '#slack/forms/link-form.ts';
import { messageView, outcomeView, sendingView } from '#slack/forms/outcome.ts';
import type { PromptInput } from '#slack/forms/prompt-form.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { notInChannel, wentWrong } from '#slack/text/people.ts';
import type { KeyValueStore } from '#store/store.ts';

export type OrderFormKind = 'prompt' | 'link';

/** The callback id of each form, and the action id of the buttons that open it. Also the name of its step in manifest.yml. */
export const ORDER_FORM_IDS = { prompt: 'send_prompt', link: 'create_link' } as const;

/** The titles of the views that replace each form. At most 24 characters (Slack, Limits). */
export const ORDER_FORM_TITLES = { prompt: 'PIN prompt', link: 'Payment link' } as const;

/** One kind of order: how its form looks and how its submission is read. */
export type OrderForm = {
  /** From the words after the command. */
  prefill(words: string): Prefill;
  view(opening: {
    memory: FormMemory;
    prefill: Prefill;
    channel: string | undefined;
    warning: string | undefined;
  }): ModalView;
  read(state: FormState): FormResult<PromptInput | LinkInput>;
};

export type Opening = {
  readonly userId: string;
  /** Where the person is; the form suggests it for the card. */
  readonly channel: string | undefined;
  readonly triggerId: string;
  readonly prefill: Prefill;
  /** The failed order that is to be sent again. */
  readonly resendOf?: Reference;
  /** A sentence above the fields. */
  readonly warning?: string;
};

export type Submission = {
  readonly userId: string;
  /** private_metadata, from forms/form-memory.ts. */
  readonly memory: string;
  readonly state: FormState;
  /** Replaces the form with a view. */
  show(view: ModalView): Promise<void>;
  /** Keeps the form open, with an error under each of these fields. */
  showErrors(errors: FieldErrors): Promise<void>;
};

/** Why nothing was sent: errors of fields, or one sentence. */
export type Rejected =
  | { readonly status: 'invalid'; readonly errors: FieldErrors }
  | { readonly status: 'refused'; readonly sentence: string };

/** Whoever calls has checked that the person may act. All reject when the store is down. */
export type OrderForms = {
  /** The form with the fields filled in that `words` name. */
  openFromWords(kind: OrderFormKind, words: string, opening: Omit<Opening, 'prefill'>): Promise<void>;
  open(kind: OrderFormKind, opening: Opening): Promise<void>;
  /** Creates and submits the order of a submitted form; the form ends with the outcome in its place. */
  submit(kind: OrderFormKind, submission: Submission): Promise<void>;
  /** Creates and submits an order without a form. The same `memory.formId` makes no second order. */
  submitWithoutForm(
    kind: OrderFormKind,
    order: { state: FormState; memory: FormMemory; userId: string },
  ): Promise<Rejected | { readonly status: 'sent'; readonly order: Order }>;
};

/** Time limit of one lookup. Slack wants the form or the acknowledgement within three seconds. */
const LOOKUP_MS = 1_200;

export function createOrderForms(deps: {
  client: WebClient;
  clock: Clock;
  forms: Record<OrderFormKind, OrderForm>;
  channelAccess: ChannelAccess;
  identity: Pick<BotIdentity, 'known'>;
  ordering: Ordering;
  /** Slack user id → channel: what a form opened outside a channel suggests. */
  lastChannels: KeyValueStore;
  merchantName: string;
  reporter: Reporter;
}): OrderForms {
  const { client, clock, forms, channelAccess, identity, ordering, lastChannels, merchantName, reporter } =
    deps;
  const accessTo = (channel: string) =>
    withTimeout(clock, LOOKUP_MS, channelAccess.check(channel), 'unknown' as const);

  /** Only a suggestion, so a failure leaves the field empty. */
  async function lastChannelOf(userId: string): Promise<string | undefined> {
    return withTimeout(clock, LOOKUP_MS, lastChannels.get<string>(userId), undefined).catch(() => undefined);
  }

  async function open(kind: OrderFormKind, opening: Opening): Promise<void> {
    const channel = opening.channel ?? (await lastChannelOf(opening.userId));
    const access = channel ? await accessTo(channel) : 'unknown';
    await client.views.open({
      trigger_id: opening.triggerId,
      view: forms[kind].view({
        memory: {
          formId: randomBytes(16).toString('hex'),
          ...(opening.resendOf ? { resendOf: opening.resendOf } : {}),
        },
        prefill: opening.prefill,
        channel: access === 'out' ? undefined : channel,
        warning: access === 'out' ? notInChannel(botMention(identity)) : opening.warning,
      }),
    });
  }

  /** Reads the input, checks what can be checked before any money moves, and saves the order. */
  async function create(
    kind: OrderFormKind,
    state: FormState,
    memory: FormMemory | undefined,
    userId: string,
  ): Promise<Rejected | Extract<CreateResult, { order: Order }>> {
    const read = forms[kind].read(state);
    if (read.status === 'invalid') return read;
    if (!memory) {
      const incident = reporter.error(new Error('a form without its memory'), { form: kind });
      return { status: 'refused', sentence: wentWrong(incident) };
    }
    if ((await accessTo(read.input.channel)) === 'out')
      return { status: 'invalid', errors: { channel: notInChannel(botMention(identity)) } };
    const draft = draftOf(read.input, memory, userId);
    const created = await ordering.createOrder(draft).catch((error: unknown) => {
      reporter.error(error, { reference: draft.reference });
      return { status: 'not_saved' } as const;
    });
    switch (created.status) {
      case 'reference_taken':
        return { status: 'invalid', errors: { id: FIELD_TEXT.referenceTaken } };
      case 'account_number_taken':
        return { status: 'invalid', errors: { account_number: FIELD_TEXT.accountNumberTaken } };
      case 'not_saved':
        return { status: 'invalid', errors: { channel: FIELD_TEXT.notSaved } };
      case 'already_created':
        return created;
      case 'created':
        await saveLastChannel(userId, draft.channel);
        return created;
    }
  }

  async function submitToService(reference: Reference): Promise<Order> {
    try {
      return await ordering.submitOrder(reference);
    } catch (cause) {
      throw new Error(`it is not known how far the order ${reference} was submitted`, { cause });
    }
  }

  async function saveLastChannel(userId: string, channel: string): Promise<void> {
    await lastChannels
      .set(userId, channel)
      .catch((error: unknown) => reporter.error(error, { what: 'the last channel could not be remembered' }));
  }

  return {
    open,
    openFromWords: (kind, words, opening) => open(kind, { ...opening, prefill: forms[kind].prefill(words) }),
    async submit(kind, { userId, memory, state, show, showErrors }) {
      const title = ORDER_FORM_TITLES[kind];
      const created = await create(kind, state, readMemory(memory), userId);
      if (created.status === 'invalid') return showErrors(created.errors);
      if (created.status === 'refused') return show(messageView(title, created.sentence));
      const { order, status } = created;
      if (status === 'already_created' && order.state !== 'sending')
        return show(outcomeView(title, order, merchantName));
      await show(sendingView(title));
      // The submission that saved the order submits it to the service, and replaces this same view.
      if (status === 'already_created') return;
      const outcome = outcomeView(title, await submitToService(order.reference), merchantName);
      await show(outcome).catch((error: unknown) => {
        // The person has closed the form, usually; the card and its thread say the same.
        const { reference } = order;
        reporter.error(error, { reference, what: 'the outcome could not replace the form' });
      });
    },
    async submitWithoutForm(kind, { state, memory, userId }) {
      const created = await create(kind, state, memory, userId);
      if (created.status === 'invalid' || created.status === 'refused') return created;
      // Slack delivered the same step again: the delivery that saved the order submits it.
      if (created.status === 'already_created') return { status: 'sent', order: created.order };
      return { status: 'sent', order: await submitToService(created.order.reference) };
    },
  };
}

/** Chooses the reference and the subscriber's account number when the form leaves them empty. */
function draftOf(input: PromptInput | LinkInput, { formId, resendOf }: FormMemory, userId: string): Draft {
  const reference = input.reference ?? makeReference(Buffer.from(formId, 'hex'));
  const { recurring, ...rest } = input;
  return {
    ...rest,
    reference,
    typedReference: input.reference !== undefined,
    agent: userId,
    formId,
    ...(resendOf ? { resendOf } : {}),
    ...(recurring
      ? { recurring: { ...recurring, accountNumber: recurring.accountNumber ?? reference } }
      : {}),
  };
}

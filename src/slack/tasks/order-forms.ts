// What prompt and link have in common: a form is opened, checked, answered at once, and replaced by its outcome.
import { randomBytes } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import type { Order } from '#orders/order.ts';
import { makeReference, type Reference } from '#orders/reference.ts';
import type { Draft, Ordering } from '#payments/ordering/submit.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import type { Permissions } from '#slack/access/permissions.ts';
import type { WhoAmI } from '#slack/connect/identity.ts';
import type { Prefill } from '#slack/forms/command-words.ts';
import type { FieldErrors, FormState } from '#slack/forms/fields.ts';
import { type FormMemory, readMemory } from '#slack/forms/form-memory.ts';
import { messageView, outcomeView, sendingView } from '#slack/forms/outcome.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { notInChannel, REFUSALS, wentWrong } from '#slack/text/people.ts';
import type { KeyValueStore } from '#store/store.ts';

/** One job that ends in an order: how its form looks and what its submission asks for. */
export type OrderForm = {
  readonly callbackId: 'send_prompt' | 'create_link';
  /** At most 24 characters (Slack, Limits). */
  readonly title: string;
  /** From the words after the command. */
  prefill(words: string): Prefill;
  form(opening: {
    memory: FormMemory;
    prefill: Prefill;
    channel: string | undefined;
    warning: string | undefined;
  }): ModalView;
  read(state: FormState): { input: OrderInput } | { errors: FieldErrors };
};

/** A reference, and a subscriber's account number, that were left empty are chosen here. */
export type OrderInput = Pick<
  Draft,
  'kind' | 'amount' | 'description' | 'customer' | 'channel' | 'prompt'
> & {
  readonly reference: Draft['reference'] | undefined;
  readonly recurring?:
    | (Omit<NonNullable<Draft['recurring']>, 'accountNumber'> & {
        readonly accountNumber: string | undefined;
      })
    | undefined;
};

export type Opening = {
  readonly userId: string;
  readonly channel: string | undefined;
  readonly triggerId: string;
  readonly prefill: Prefill;
  /** The failed order that is to be sent again. */
  readonly resendOf?: Reference;
  /** Says something to this person only, where they are. */
  tell(text: string): Promise<void>;
};

export type Submission = {
  readonly userId: string;
  readonly view: {
    readonly id: string;
    readonly private_metadata: string;
    readonly state: { readonly values: unknown };
  };
  ack(
    answer:
      | { response_action: 'errors'; errors: FieldErrors }
      | { response_action: 'update'; view: ModalView },
  ): Promise<void>;
};

export type OrderForms = {
  open(job: OrderForm, opening: Opening): Promise<void>;
  submit(job: OrderForm, submission: Submission): Promise<void>;
  /** For a custom step: no form to answer, so the end is awaited. `memory.formId` makes a repeat harmless. */
  sendFor(
    job: OrderForm,
    state: FormState,
    memory: FormMemory,
    userId: string,
  ): Promise<NotSent | { order: Order }>;
};

/** A sentence for each wrong field, or one for the person. */
export type NotSent = { readonly errors: FieldErrors } | { readonly refused: string };
type Prepared = NotSent | { readonly status: 'new' | 'already'; readonly order: Order };

/** Slack gives three seconds for trigger and ack; no question of ours may use them up. */
const QUESTION_MS = 1_200;

export function createOrderForms(deps: {
  client: WebClient;
  clock: Clock;
  permissions: Permissions;
  channelAccess: ChannelAccess;
  whoAmI: WhoAmI;
  sending: Ordering;
  /** Slack user id → channel: what a form opened outside a channel suggests. */
  lastChannels: KeyValueStore;
  merchantName: string;
  record: (error: unknown, about: Record<string, unknown>) => string;
}): OrderForms {
  const { client, clock, permissions, channelAccess, whoAmI, sending, lastChannels, record } = deps;
  const { refusalFor } = permissions;
  const accessTo = (channel: string) =>
    withTimeout(clock, QUESTION_MS, channelAccess.check(channel), 'unknown' as const);
  const mention = () => `@${whoAmI.known()?.name ?? 'Teller'}`;

  /** A suggestion only: without it the form asks. */
  async function lastChannelOf(userId: string): Promise<string | undefined> {
    return withTimeout(clock, QUESTION_MS, lastChannels.get<string>(userId), undefined).catch(
      () => undefined,
    );
  }

  async function open(job: OrderForm, opening: Opening): Promise<void> {
    const channel = opening.channel ?? (await lastChannelOf(opening.userId));
    const [refusal, access] = await Promise.all([
      refusalFor(opening.userId),
      channel ? accessTo(channel) : 'unknown',
    ]);
    if (refusal) return opening.tell(REFUSALS[refusal]);
    await client.views.open({
      trigger_id: opening.triggerId,
      view: job.form({
        memory: {
          formId: randomBytes(16).toString('hex'),
          ...(opening.resendOf ? { resendOf: opening.resendOf } : {}),
        },
        prefill: opening.prefill,
        channel: access === 'out' ? undefined : channel,
        warning: access === 'out' ? notInChannel(mention()) : undefined,
      }),
    });
  }

  async function submit(job: OrderForm, { userId, view, ack }: Submission): Promise<void> {
    const memory = readMemory(view.private_metadata);
    const prepared = await prepare(job, view.state.values as FormState, memory, userId);
    if ('errors' in prepared) return ack({ response_action: 'errors', errors: prepared.errors });
    if ('refused' in prepared) {
      return ack({ response_action: 'update', view: messageView(job.title, prepared.refused) });
    }
    const { order, status } = prepared;
    if (status === 'already' && order.state !== 'sending') {
      return ack({ response_action: 'update', view: outcomeView(job.title, order, deps.merchantName) });
    }
    await ack({ response_action: 'update', view: sendingView(job.title) });
    // The submission that wrote the order down carries it out, and replaces this same view.
    if (status === 'new') await submitOrder(job, order.reference, view.id);
  }

  async function sendFor(job: OrderForm, state: FormState, memory: FormMemory, userId: string) {
    const prepared = await prepare(job, state, memory, userId);
    if (!('order' in prepared)) return prepared;
    // The same step delivered again: whoever began it carries it out.
    if (prepared.status === 'already') return { order: prepared.order };
    return { order: await sending.submitOrder(prepared.order.reference) };
  }

  /** Everything that can be said before any money moves, and then the order is written down. */
  async function prepare(
    job: OrderForm,
    state: FormState,
    memory: FormMemory | undefined,
    userId: string,
  ): Promise<Prepared> {
    const read = job.read(state);
    if ('errors' in read) return read;
    const refusal = await refusalFor(userId);
    if (refusal) return { refused: REFUSALS[refusal] };
    if (!memory)
      return { refused: wentWrong(record(new Error('a form without its memory'), { form: job.callbackId })) };
    if ((await accessTo(read.input.channel)) === 'out')
      return { errors: { channel: notInChannel(mention()) } };
    const draft = draftOf(read.input, memory, userId);
    const begun = await sending.createOrder(draft).catch((error: unknown) => {
      record(error, { reference: draft.reference });
      return { status: 'not_saved' } as const;
    });
    switch (begun.status) {
      case 'reference_taken':
        return { errors: { id: FIELD_TEXT.referenceTaken } };
      case 'account_number_taken':
        return { errors: { account_number: FIELD_TEXT.accountNumberTaken } };
      case 'not_saved':
        return { errors: { channel: FIELD_TEXT.notSaved } };
      case 'already':
        return begun;
      case 'new':
        await rememberChannel(userId, draft.channel);
        return begun;
    }
  }

  async function rememberChannel(userId: string, channel: string): Promise<void> {
    await lastChannels
      .set(userId, channel)
      .catch((error: unknown) => record(error, { what: 'the last channel could not be remembered' }));
  }

  async function submitOrder(job: OrderForm, reference: Reference, viewId: string): Promise<void> {
    let outcome: ModalView;
    try {
      outcome = outcomeView(job.title, await sending.submitOrder(reference), deps.merchantName);
    } catch (error) {
      outcome = messageView(job.title, wentWrong(record(error, { reference }), 'uncertain'));
    }
    await client.views.update({ view_id: viewId, view: outcome }).catch((error: unknown) => {
      // Closed by the person: the card and its thread say the same.
      record(error, { reference, what: 'the outcome could not replace the form' });
    });
  }

  return { open, submit, sendFor };
}

function draftOf(input: OrderInput, { formId, resendOf }: FormMemory, userId: string): Draft {
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

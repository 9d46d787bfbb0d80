// What prompt and link have in common: a form is opened, checked, answered at once, and replaced by its outcome.
import { randomBytes } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { within } from '#lib/within.ts';
import { makeReference } from '#orders/reference.ts';
import type { Draft, Sending } from '#payments/send.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { FieldErrors, FormState } from './forms/fields.ts';
import { type FormMemory, readMemory } from './forms/form-memory.ts';
import { messageView, outcomeView, sendingView } from './forms/outcome.ts';
import type { WhoAmI } from './identity.ts';
import type { Permissions } from './permissions.ts';
import { FIELD_WORDS, notInChannel, REFUSALS, wentWrong } from './words.ts';

/** One job that ends in an order: how its form looks and what its submission asks for. */
export type OrderJob = {
  readonly callbackId: 'send_prompt' | 'create_link';
  /** At most 24 characters (Slack, Limits). */
  readonly title: string;
  form(opening: {
    memory: FormMemory;
    words: string;
    channel: string | undefined;
    warning: string | undefined;
  }): ModalView;
  read(state: FormState): { asked: Asked } | { errors: FieldErrors };
};

/** A reference, and a subscriber's account number, that were left empty are chosen here. */
export type Asked = Pick<Draft, 'kind' | 'asked' | 'description' | 'customer' | 'channel' | 'prompt'> & {
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
  readonly words: string;
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

export type OrderFlow = {
  open(job: OrderJob, opening: Opening): Promise<void>;
  submit(job: OrderJob, submission: Submission): Promise<void>;
};

/** Slack gives three seconds for trigger and ack; no question of ours may use them up. */
const QUESTION_MS = 1_200;

export function createOrderFlow(deps: {
  client: WebClient;
  clock: Clock;
  permissions: Permissions;
  channelAccess: ChannelAccess;
  whoAmI: WhoAmI;
  sending: Sending;
  merchantName: string;
  record: (error: unknown, about: Record<string, unknown>) => string;
}): OrderFlow {
  const { client, clock, permissions, channelAccess, whoAmI, sending, record } = deps;
  const refusalFor = (userId: string) =>
    within(clock, QUESTION_MS, permissions.refusalFor(userId), 'person_unreadable' as const);
  const accessTo = (channel: string) =>
    within(clock, QUESTION_MS, channelAccess.check(channel), 'unknown' as const);
  const mention = () => `@${whoAmI.known()?.name ?? 'Teller'}`;

  async function open(job: OrderJob, opening: Opening): Promise<void> {
    const [refusal, access] = await Promise.all([
      refusalFor(opening.userId),
      opening.channel ? accessTo(opening.channel) : 'unknown',
    ]);
    if (refusal) return opening.tell(REFUSALS[refusal]);
    await client.views.open({
      trigger_id: opening.triggerId,
      view: job.form({
        memory: { formId: randomBytes(16).toString('hex') },
        words: opening.words,
        channel: access === 'out' ? undefined : opening.channel,
        warning: access === 'out' ? notInChannel(mention()) : undefined,
      }),
    });
  }

  async function submit(job: OrderJob, { userId, view, ack }: Submission): Promise<void> {
    const errors = (fields: FieldErrors) => ack({ response_action: 'errors', errors: fields });
    const memory = readMemory(view.private_metadata);
    const read = job.read(view.state.values as FormState);
    if ('errors' in read) return errors(read.errors);
    const refusal = await refusalFor(userId);
    if (refusal || !memory) {
      const text = refusal
        ? REFUSALS[refusal]
        : wentWrong(record(new Error('a form without its memory'), { form: job.callbackId }));
      return ack({ response_action: 'update', view: messageView(job.title, text) });
    }
    if ((await accessTo(read.asked.channel)) === 'out') return errors({ channel: notInChannel(mention()) });
    const draft = draftOf(read.asked, memory.formId, userId);
    const begun = await sending.begin(draft).catch((error: unknown) => {
      record(error, { reference: draft.reference });
      return { begun: 'not_saved' } as const;
    });
    if (begun.begun === 'reference_taken') return errors({ id: FIELD_WORDS.referenceTaken });
    if (begun.begun === 'account_number_taken')
      return errors({ account_number: FIELD_WORDS.accountNumberTaken });
    if (begun.begun === 'not_saved') return errors({ channel: FIELD_WORDS.notSaved });
    if (begun.begun === 'already' && begun.order.state !== 'sending') {
      return ack({ response_action: 'update', view: outcomeView(job.title, begun.order, deps.merchantName) });
    }
    await ack({ response_action: 'update', view: sendingView(job.title) });
    // The submission that wrote the order down carries it out, and replaces this same view.
    if (begun.begun === 'new') await carryOut(job, begun.order.reference, view.id);
  }

  async function carryOut(job: OrderJob, reference: string, viewId: string): Promise<void> {
    let outcome: ModalView;
    try {
      outcome = outcomeView(job.title, await sending.carryOut(reference), deps.merchantName);
    } catch (error) {
      outcome = messageView(job.title, wentWrong(record(error, { reference }), 'unsure'));
    }
    await client.views.update({ view_id: viewId, view: outcome }).catch((error: unknown) => {
      // Closed by the person: the card and its thread say the same.
      record(error, { reference, what: 'the outcome could not replace the form' });
    });
  }

  return { open, submit };
}

function draftOf(asked: Asked, formId: string, userId: string): Draft {
  const reference = asked.reference ?? makeReference(Buffer.from(formId, 'hex'));
  const { recurring, ...rest } = asked;
  return {
    ...rest,
    reference,
    typedReference: asked.reference !== undefined,
    agent: userId,
    formId,
    ...(recurring
      ? { recurring: { ...recurring, accountNumber: recurring.accountNumber ?? reference } }
      : {}),
  };
}

// What prompts and links share: a form is opened, read and answered at once. A prompt's form closes, because its card shows the
// progress; a link's form is replaced by the link.
import { randomBytes } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { Ordering } from '#payments/ordering/submit.ts';
import { type ChannelAccess, isReadByOthers } from '#slack/access/channel-access.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import type { OrderHabitsOf } from '#slack/delivery/channel-settings.ts';
import type { Prefill } from '#slack/forms/command-words.ts';
import type { ChosenCustomer } from '#slack/forms/customer-choice.ts';
import type { FieldErrors, FormResult, FormState } from '#slack/forms/fields.ts';
import { withChannelNote, withCustomer, withFirstFocus } from '#slack/forms/fill-in-customer.ts';
import { type FormMemory, readMemory } from '#slack/forms/form-memory.ts';
import type { FormStart } from '#slack/forms/form-start.ts';
import type { LinkInput } from '#slack/forms/link-form.ts';
import { outcomeView, sendingView } from '#slack/forms/outcome.ts';
import type { PromptInput } from '#slack/forms/prompt-form.ts';
import type { Question } from '#slack/forms/questions.ts';
import { lacksRepeatFields, withRepeat } from '#slack/forms/repeat-fields.ts';
import { NOT_SAVED } from '#slack/text/fields.ts';
import { notInChannel, sharedChannel } from '#slack/text/people.ts';
import type { KeyValueStore } from '#store/store.ts';
import type { CustomerChoice, LastLanguage } from './customer-choice.ts';
import { type FilledForm, type FormOrders, isCreated, type Rejected } from './form-orders.ts';
import { createFormPlace } from './form-place.ts';
import { type OpenForm, openForm, updateForm } from './open-form.ts';

export type OrderFormKind = 'prompt' | 'link';

/** The callback id of each form, and the action id of the buttons that open it. Also the name of its step in manifest.yml. */
export const ORDER_FORM_IDS = { prompt: 'send_prompt', link: 'create_link' } as const;

/** The titles of the views that replace each form. At most 24 characters (Slack, Limits). */
export const ORDER_FORM_TITLES = { prompt: 'PIN prompt', link: 'Payment link' } as const;

/** One kind of order: how its form looks and how its submission is read. */
type OrderForm = {
  /** From the words after the command. */
  prefill(words: string, start: FormStart): Prefill;
  view(opening: {
    memory: FormMemory;
    prefill: Prefill;
    channel: string | undefined;
    warnings: readonly string[];
    start: FormStart;
  }): ModalView;
  /** `customer`: the earlier customer whose number it takes. */
  read(
    filled: Pick<FilledForm, 'state' | 'memory'>,
    customer?: ChosenCustomer,
  ): FormResult<PromptInput | LinkInput>;
};

export type Opening = {
  readonly userId: string;
  /** Where the person is; the form suggests it for the card. */
  readonly channel: string | undefined;
  readonly triggerId: string | undefined;
  readonly prefill: Prefill;
  /** An earlier customer whom the form shows as chosen. */
  readonly customer?: ChosenCustomer | undefined;
  /** The order that is to be sent again, or whose missing part is to be asked for. */
  readonly resendOf?: Reference | undefined;
  readonly restOf?: Reference | undefined;
  /** Sentences above the fields. */
  readonly warnings?: readonly string[];
};

/** What the words mean depends on what the channel's forms start with. */
type OpeningFrom = Omit<Opening, 'prefill'> & { readonly prefill: (start: FormStart) => Prefill };

export type Submission = {
  readonly userId: string;
  /** private_metadata, from forms/form-memory.ts. */
  readonly memory: string;
  readonly state: FormState;
  /** Closes the form. What is told after that is a direct message. */
  close(): Promise<void>;
  /** Replaces the form with a view. Nobody misses it who has closed the form: it does not last, or the card says the same. */
  show(view: ModalView): Promise<void>;
  /**
   * Replaces the form with an outcome that nothing else says; as a direct message where the form is closed or Slack does not change
   * it.
   */
  tell(outcome: MessageContent | string): Promise<void>;
  /** Keeps the form open, with an error under each of these fields. */
  showErrors(errors: FieldErrors): Promise<void>;
  /** Keeps the form open, with these questions and a box to tick. */
  ask(questions: readonly Question[]): Promise<void>;
  /** Keeps the form open, changed. */
  change(edit: (form: ModalView) => ModalView): Promise<void>;
};

/** Whoever calls has checked that the person may act. All reject when the store is down. */
export type OrderForms = {
  /** The form with the fields filled in that `words` name. */
  openFromWords(kind: OrderFormKind, words: string, opening: Omit<Opening, 'prefill'>): Promise<void>;
  open(kind: OrderFormKind, opening: Opening): Promise<void>;
  /** Creates and submits the order of a submitted form. A prompt's form closes; a link's ends with the link in its place. */
  submit(kind: OrderFormKind, submission: Submission): Promise<void>;
  /** Creates and submits an order without a form. The same `memory.formId` makes no second order. */
  submitWithoutForm(
    kind: OrderFormKind,
    filled: FilledForm,
    saved: () => Promise<void>,
  ): Promise<Rejected | { readonly status: 'saved' }>;
};

export function createOrderForms(deps: {
  client: WebClient;
  clock: Clock;
  forms: Record<OrderFormKind, OrderForm>;
  formOrders: FormOrders;
  channelAccess: Pick<ChannelAccess, 'read'>;
  customerChoice: Pick<CustomerChoice, 'preselect' | 'submitted'>;
  identity: Pick<BotIdentity, 'known' | 'urlOf'>;
  ordering: Ordering;
  /** Slack user id → channel: what a form opened outside a channel suggests. */
  lastChannels: KeyValueStore;
  lastLanguage: LastLanguage;
  orderHabits: Pick<OrderHabitsOf, 'of'>;
  defaultCurrency: string;
  reporter: Reporter;
}): OrderForms {
  const { forms, formOrders, customerChoice, identity, ordering } = deps;
  const { lastChannels, lastLanguage, reporter } = deps;
  const placeFor = createFormPlace(deps);
  const cardUrl = ({ card }: Order) => card && identity.urlOf(card.channel, card.ts);

  async function open(kind: OrderFormKind, opening: OpeningFrom): Promise<OpenForm | undefined> {
    const { resendOf, restOf, customer, warnings = [] } = opening;
    const { channel, isOut, isShared, access, start } = await placeFor(opening.channel, opening.userId);
    const prefill = opening.prefill(start);
    const { customer: { phone, email } = {} } = prefill;
    const language = phone || email ? await lastLanguage({ customer: prefill.customer ?? {} }) : undefined;
    const empty = forms[kind].view({
      memory: {
        formId: randomBytes(16).toString('hex'),
        ...(resendOf ? { resendOf } : {}),
        ...(restOf ? { restOf } : {}),
        ...(start.home ? { home: start.home } : {}),
      },
      start,
      prefill: { ...(language && { language }), ...prefill },
      channel: isOut ? undefined : channel,
      warnings: isOut && channel ? [notInChannel(botMention(identity), channel), ...warnings] : warnings,
    });
    const filled = withFirstFocus(customer ? withCustomer(empty, customer, { isNew: true }) : empty);
    const form = isShared && channel ? withChannelNote(filled, sharedChannel(channel)) : filled;
    const opened = await openForm(deps, opening.triggerId, form);
    // The form did not wait for a slow answer of Slack.
    if (isShared === undefined && opened && channel && access && isReadByOthers(await access))
      await updateForm(deps, opened, withChannelNote(form, sharedChannel(channel)));
    return opened;
  }

  async function submitToService({ reference, agent, channel }: Order): Promise<Order> {
    await lastChannels
      .set(agent, channel)
      .catch((error: unknown) => reporter.error(error, { what: 'the last channel could not be remembered' }));
    try {
      return await ordering.submitOrder(reference);
    } catch (cause) {
      throw new Error(`it is not known how far the order ${reference} was submitted`, { cause });
    }
  }

  return {
    async open(kind, opening) {
      await open(kind, { ...opening, prefill: () => opening.prefill });
    },
    async openFromWords(kind, words, opening) {
      const prefill = (start: FormStart) => forms[kind].prefill(words, start);
      const opened = await open(kind, { ...opening, prefill });
      if (opened) await customerChoice.preselect(kind, opened, words, opening.userId);
    },
    async submit(kind, { userId, memory, state, close, show, tell, showErrors, ask, change }) {
      const filled = { state, memory: readMemory(memory), userId };
      const chosen = await customerChoice.submitted(filled);
      if (chosen.status === 'invalid') return showErrors(chosen.errors);
      if (chosen.status === 'not_shown') return change(chosen.show);
      if (lacksRepeatFields(state))
        return change((form) => withRepeat(form, state, deps.clock.now()) ?? form);
      const read = await formOrders.read(forms[kind].read(filled, chosen.customer), filled);
      const created = read.status === 'ready' ? await formOrders.create(read) : read;
      if (created.status === 'invalid') return showErrors(created.errors);
      if (created.status === 'not_saved') return showErrors({ channel: NOT_SAVED.inForm });
      if (created.status === 'asked') return ask(created.questions);
      if (created.status === 'refused') return tell(created.content);
      const { order, status } = created;
      // An order that is saved must be submitted, whether or not Slack takes the acknowledgement: its socket may have closed,
      // or the person has closed the form.
      const tried = (answer: Promise<void>) =>
        answer.catch((error: unknown) => {
          reporter.error(error, { form: kind, what: 'a form could not be answered' });
        });
      if (kind === 'prompt') {
        await tried(close());
        // The submission that saved the order submits it.
        if (status === 'created') await submitToService(order);
        return;
      }
      const title = ORDER_FORM_TITLES[kind];
      if (status === 'already_created' && order.state !== 'sending')
        return show(outcomeView(title, order, await cardUrl(order)));
      const sending = tried(show(sendingView(title)));
      // The submission that saved the order submits it to the provider and shows the outcome.
      if (status === 'already_created') return sending;
      const submitted = await submitToService(order);
      await sending;
      await tried(show(outcomeView(title, submitted, await cardUrl(submitted))));
    },
    async submitWithoutForm(kind, filled, saved) {
      const read = await formOrders.read(forms[kind].read(filled), filled);
      const created = read.status === 'ready' ? await formOrders.create(read) : read;
      if (!isCreated(created)) return created;
      await saved();
      // Slack delivered the same step again: the delivery that saved the order submits it.
      if (created.status === 'created')
        await submitToService(created.order).catch((error: unknown) => reporter.error(error, { form: kind }));
      return { status: 'saved' };
    },
  };
}

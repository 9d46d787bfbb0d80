// Earlier customers in the forms: who is offered, what happens when one is chosen, and whose number a submitted form means.
// What goes wrong on the way leaves the form as it is, because its fields can be filled in without this.
import type { ModalView, PlainTextOption } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { type Clock, withTimeout } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Language, Order } from '#orders/order.ts';
import { parseStoredReference, type Reference } from '#orders/reference.ts';
import type { Customers, FoundCustomers } from '#payments/finding/customers.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { QUESTION_MS } from '#slack/access/permissions.ts';
import { readNameWords } from '#slack/forms/command-words.ts';
import {
  type ChosenCustomer,
  CUSTOMER,
  chosenValue,
  customerOf,
  customerOption,
  somebodyElse,
} from '#slack/forms/customer-choice.ts';
import { type FieldErrors, type FormState, isIn } from '#slack/forms/fields.ts';
import { withCustomer, withCustomerNote, withDescription } from '#slack/forms/fill-in-customer.ts';
import { type FormMemory, readMemory, writeMemory } from '#slack/forms/form-memory.ts';
import { withMore } from '#slack/forms/more-fields.ts';
import { CUSTOMER_TEXT } from '#slack/text/customers.ts';
import type { OrderStore } from '#store/store.ts';
import { type OpenForm, updateForm } from './open-form.ts';

type FormKind = 'prompt' | 'link';

/** `not_shown`: the form does not show the customer who is chosen in it; `show` makes it do so. */
type Submitted =
  | { readonly status: 'ready'; readonly customer: ChosenCustomer | undefined }
  | { readonly status: 'not_shown'; readonly show: (form: ModalView) => ModalView }
  | { readonly status: 'invalid'; readonly errors: FieldErrors };

export type CustomerChoice = ReturnType<typeof createCustomerChoice>;

/** How many customers a list offers. Slack takes a hundred options; more than these nobody reads. */
const MAX_OFFERED = 20;

/** Time limit of the store. Slack waits three seconds, of which asking who may act takes a part. */
const STORE_MS = 1_400;

export function createCustomerChoice(deps: {
  client: WebClient;
  customers: Customers;
  orders: Pick<OrderStore, 'get'>;
  lastLanguage: LastLanguage;
  clock: Clock;
  reporter: Reporter;
  recorder: Pick<DeedRecorder, 'recordFirstSometimes'>;
}) {
  const { customers, orders, lastLanguage, clock, reporter, recorder } = deps;

  const wanted = (kind: FormKind) => ({ limit: MAX_OFFERED, promptable: kind === 'prompt' });
  const soon = <Value>(promise: Promise<Value>) => withTimeout(clock, STORE_MS, promise, 'slow' as const);

  /** A search by a customer's name or number, like any other; but each letter that is typed is one. */
  async function searched(who: string, { orders: found }: FoundCustomers): Promise<void> {
    await recorder.recordFirstSometimes({ who, deed: 'searched', outcome: `${found.length} in a form` });
  }

  async function customerBy(value: string): Promise<ChosenCustomer | undefined> {
    const reference = parseStoredReference(value);
    const order = reference && (await orders.get(reference));
    return order && chosenOf(order);
  }

  async function chosenOf(order: Order): Promise<ChosenCustomer> {
    return { ...customerOf(order), language: order.language ?? (await lastLanguage(order)) };
  }

  /** The form with the fields behind More. Rejects when the store is down. */
  async function withMoreFields(form: ModalView, state: FormState): Promise<ModalView> {
    const { customer } = readMemory(form.private_metadata ?? '') ?? {};
    return withMore(form, state, customer && (await customerBy(customer)));
  }

  async function ordersOf(references: readonly Reference[]): Promise<Order[]> {
    const found = await Promise.all(references.map((reference) => orders.get(reference)));
    return found.filter((order) => order !== undefined);
  }

  async function update(opened: OpenForm, view: ModalView): Promise<void> {
    await updateForm(deps, opened, view);
  }

  return {
    /** What the select offers for what was typed. Nothing when the store takes too long; rejects when it is down. */
    async offer(
      kind: FormKind,
      request: { typed: string; userId: string; memory: string },
    ): Promise<PlainTextOption[]> {
      const memory = readMemory(request.memory);
      const typed = request.typed.trim();
      const search = async () => {
        const result = await customers.search(typed, request.userId, wanted(kind));
        if (typed) await searched(request.userId, result);
        return result.orders;
      };
      const found = await soon(Promise.all([typed ? [] : ordersOf(memory?.offers ?? []), search()]));
      const [first, others] = found === 'slow' ? [[], []] : found;
      const isNew = ({ reference }: Order) => first.every((order) => order.reference !== reference);
      const listed = [...first, ...others.filter(isNew)].map((order) => customerOption(customerOf(order)));
      return typed === '' && memory?.customer ? [somebodyElse(), ...listed] : listed;
    },

    /** Fills in the customer who was chosen in the form, or takes them out again. Rejects only when Slack fails. */
    async choose(opened: OpenForm, value: string): Promise<void> {
      const { form } = opened;
      const customer = value
        ? await soon(customerBy(value)).catch((error: unknown) => {
            reporter.error(error, { what: 'an earlier customer could not be read' });
            return 'slow' as const;
          })
        : undefined;
      // The select is emptied as well, because Slack does not report a choice that it holds already.
      if (customer === 'slow')
        return update(opened, withCustomerNote(withCustomer(form, undefined), CUSTOMER_TEXT.notRead));
      const shown = withCustomer(form, customer);
      await update(opened, value && !customer ? withCustomerNote(shown, CUSTOMER_TEXT.gone) : shown);
    },

    /** Shows the fields behind More in the open form. Leaves it as it is when the store takes too long. */
    async openMore(opened: OpenForm, state: FormState): Promise<void> {
      const form = await soon(withMoreFields(opened.form, state));
      if (form !== 'slow') await update(opened, form);
    },

    withMoreFields,

    /** A sentence in the form, such as why the person may not act. */
    say: (opened: OpenForm, sentence: string) => update(opened, withCustomerNote(opened.form, sentence)),

    /**
     * Looks whether the words before the amount are a customer's name. The only one is chosen in the form; several are
     * offered by its select; without any nothing changes. `typed`: all words of the command. Never rejects.
     */
    async preselect(kind: FormKind, opened: OpenForm, typed: string, userId: string): Promise<void> {
      const name = readNameWords(typed, kind);
      if (!name) return;
      const { words, description } = name;
      try {
        const found = await soon(customers.named(words, wanted(kind)));
        if (found === 'slow' || found.orders.length === 0) return;
        await searched(userId, found);
        const [only] = found.isAll && found.orders.length === 1 ? found.orders : [];
        const form = withDescription(opened.form, description);
        await update(
          opened,
          only
            ? withCustomer(form, await chosenOf(only), { isNew: true })
            : withOffers(withCustomerNote(form, CUSTOMER_TEXT.several(words)), found.orders),
        );
      } catch (err) {
        reporter.warn('the customer search failed; the form stays as typed', { err });
      }
    },

    /** Whose number a submitted form takes. Rejects when the store is down. */
    async submitted(filled: { state: FormState; memory: FormMemory | undefined }): Promise<Submitted> {
      const value = chosenValue(filled.state);
      const shown = filled.memory?.customer ?? '';
      const customer = value ? await customerBy(value) : undefined;
      // The form shows a line in the place of the number's field, and the number is gone meanwhile.
      const hasNoNumber =
        customer && !customer.phone && !NUMBER_FIELDS.some((name) => isIn(filled.state, name));
      if (value && (!customer || (value === shown && hasNoNumber)))
        return { status: 'invalid', errors: { [CUSTOMER]: CUSTOMER_TEXT.gone } };
      if (value === shown) return { status: 'ready', customer };
      // Slack was faster than the change, or refused it.
      return {
        status: 'not_shown',
        show: (form) => withCustomerNote(withCustomer(form, customer), CUSTOMER_TEXT.notFilledIn),
      };
    },
  };
}

const NUMBER_FIELDS = ['msisdn', 'phone_number'];

function withOffers(form: ModalView, offered: readonly Order[]): ModalView {
  const memory = readMemory(form.private_metadata ?? '');
  const offers = offered.map(({ reference }) => reference);
  return memory ? { ...form, private_metadata: writeMemory({ ...memory, offers }) } : form;
}

/** Undefined where no link says it, or the store does not answer in time. Never rejects. */
export type LastLanguage = (order: Pick<Order, 'customer' | 'prompt'>) => Promise<Language | undefined>;

export function createLastLanguage(deps: {
  customers: Pick<Customers, 'lastLanguage'>;
  clock: Clock;
}): LastLanguage {
  const { customers, clock } = deps;
  return ({ customer, prompt }) => {
    const last = customers.lastLanguage({ phone: prompt?.msisdn ?? customer.phone, email: customer.email });
    return withTimeout(clock, QUESTION_MS, last, undefined).catch(() => undefined);
  };
}

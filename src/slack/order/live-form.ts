// Changes an open form after one of its fields. A failure leaves the form as it is: submitting it checks again.
import type { AnyBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { withTimeout } from '#lib/clock.ts';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import { dayOf } from '#lib/time.ts';
import type { Language, Order } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import { parseStoredReference } from '#orders/reference.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import { botMention } from '#slack/bolt/identity.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Submission } from '#slack/feature.ts';
import { isReadByOthers, QUESTION_MS } from '#slack/people/permissions.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { notInChannel } from '#slack/text/people.ts';
import { plainSection, section } from '#slack/ui/blocks.ts';
import { type FieldErrors, type FormState, fieldOf, isIn, replaceFields, valueIn } from '#slack/ui/fields.ts';
import { channel, emoji, foreign } from '#slack/ui/line.ts';
import { type OpenForm, updateForm } from '#slack/ui/open-form.ts';
import { type Said, say } from '#slack/ui/say.ts';
import { readNameWords } from '#slack/words/command-words.ts';
import { homeCountry, isPromptable, readPromptOwner } from '#slack/words/phone-words.ts';
import {
  type ChosenCustomer,
  CUSTOMER,
  customerOf,
  customerOption,
  describeWarning,
  FIELDS,
  MORE,
  memoryOf,
  moreFields,
  noteAbove,
  noteBlock,
  ORDER_FORM_IDS,
  type OrderFormKind,
  readMemory,
  writeMemory,
} from './form-fields.ts';
import { doesRepeat, NO_METHOD } from './forms.ts';

const wantedFor = (kind: OrderFormKind) => ({ limit: 20, promptable: kind === 'prompt' });
/** Time limit of the store. The permission check takes a part of Slack's three seconds. */
const STORE_MS = 1_400;
/** Brings the empty fields back; no reference has a blank. */
const SOMEBODY_ELSE = 'somebody else';
const GONE = 'This customer’s details are gone. Clear this, and fill in the fields.';

export async function offerCustomers(
  ctx: SlackContext,
  kind: OrderFormKind,
  request: { typed: string; userId: string; memory: string },
): Promise<PlainTextOption[]> {
  const { customer, offers = [] } = readMemory(request.memory) ?? {};
  const typed = request.typed.trim();
  const search = async () => {
    const found = await ctx.payments.customers.search(typed, request.userId, wantedFor(kind));
    if (typed) await recordSearch(ctx, request.userId, found.orders.length);
    return found.orders;
  };
  const readOffers = () => Promise.all(offers.map((reference) => ctx.store.orders.get(reference)));
  const found = await soon(ctx, Promise.all([typed ? [] : readOffers(), search()]));
  const orders = (found ?? []).flat().filter((order) => order !== undefined);
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  const listed = [...byReference.values()].map((order) => customerOption(customerOf(order)));
  if (typed || !customer) return listed;
  return [{ text: { type: 'plain_text', text: 'Someone else' }, value: SOMEBODY_ELSE }, ...listed];
}

export async function sayInForm(ctx: SlackContext, opened: OpenForm, sentence: string) {
  await updateForm(ctx, opened, withCustomerNote(opened.form, sentence));
}

/** The form after Slack has reported this field; undefined where it stays as it is. */
const FOLLOWERS: Readonly<
  Record<string, (ctx: SlackContext, form: ModalView, state: FormState) => Promise<ModalView | undefined>>
> = {
  async [CUSTOMER](ctx, form, state) {
    const value = chosenValue(state);
    if (!value) return withCustomer(form, undefined);
    const read = readCustomer(ctx, value).then((customer) => customer ?? ('gone' as const));
    const customer = await soon(ctx, read).catch((error: unknown) => {
      ctx.reporter.error(error, { what: 'an earlier customer could not be read' });
      return undefined;
    });
    if (customer && customer !== 'gone') return withCustomer(form, customer);
    const notRead = 'This customer couldn’t be loaded. Choose again in a minute, or fill in the fields.';
    // The select is emptied as well: Slack does not report the same choice twice.
    return withCustomerNote(withCustomer(form, undefined), customer ? GONE : notRead);
  },
  async msisdn({ settings }, form, state) {
    const country = homeCountry(undefined, memoryOf(form)?.home ?? settings.defaultCurrency);
    const owner = readPromptOwner(valueIn(state, 'msisdn'), country);
    const method = owner && owner !== 'which_country' ? networkOf(owner)?.method : undefined;
    const shown = valueIn(state, 'payment_method');
    const isChosen = shown !== readInitial(form, 'payment_method');
    return !method || method === shown || isChosen ? undefined : withMethod(form, method);
  },
  frequency: async ({ clock }, form, state) => withRepeat(form, state, clock.now()),
  async channel(ctx, form, state) {
    const channel = valueIn(state, 'channel');
    if (!channel) return undefined;
    const read = await ctx.channelAccess.read(channel);
    if (isReadByOthers(read)) return withSharedNote(form, channel);
    const isOut = read.access === 'out';
    const note = isOut ? say`${foreign(notInChannel(botMention(ctx.identity), channel), 300)}` : undefined;
    return withChannelNote(form, note);
  },
  [MORE]: (ctx, form, state) => soon(ctx, withMoreFields(ctx, form, state)),
};

export const FOLLOWED_FIELDS = Object.keys(FOLLOWERS);

export async function followField(ctx: SlackContext, field: string, opened: OpenForm, state: FormState) {
  const form = await FOLLOWERS[field]?.(ctx, opened.form, state);
  if (form && form !== opened.form) await updateForm(ctx, opened, form);
}

export async function withMoreFields(ctx: SlackContext, form: ModalView, state: FormState) {
  const memory = memoryOf(form);
  const customer = memory?.customer && (await readCustomer(ctx, memory.customer));
  const kind = form.callback_id === ORDER_FORM_IDS.prompt ? 'prompt' : 'link';
  const fields = moreFields(kind, memory?.channel, doesRepeat(state), customer);
  const missing = fields.filter((field) => !hasField(form, fieldOf(field)));
  return withBlocks(form, (field, block) => (field === MORE ? missing : [block]));
}

/** Several customers of the name are offered. Never rejects. */
export async function preselectCustomer(
  ctx: SlackContext,
  kind: OrderFormKind,
  opened: OpenForm,
  typed: { words: string; userId: string },
): Promise<void> {
  const name = readNameWords(typed.words, kind);
  if (!name) return;
  try {
    const found = await soon(ctx, ctx.payments.customers.named(name.words, wantedFor(kind)));
    if (!found || found.orders.length === 0) return;
    await recordSearch(ctx, typed.userId, found.orders.length);
    const [only] = found.isAll && found.orders.length === 1 ? found.orders : [];
    const description = FIELDS.description(name.description);
    const form = { ...opened.form, blocks: replaceFields(opened.form.blocks, { description }) };
    if (only) {
      await updateForm(ctx, opened, withCustomer(form, await chosenOf(ctx, only), { isNew: true }));
      return;
    }
    const called = shorten(maskNumbers(plain(name.words)), 60);
    const several = `Several customers are called “${called}”. Choose one under “Customer”.`;
    const memory = memoryOf(form);
    const offers = found.orders.map(({ reference }) => reference);
    const remembered = memory && { private_metadata: writeMemory({ ...memory, offers }) };
    await updateForm(ctx, opened, { ...withCustomerNote(form, several), ...remembered });
  } catch (err) {
    ctx.reporter.warn('the customer search failed; the form stays as typed', { err });
  }
}

/** Undefined where the form stays open. */
export async function readSubmittedCustomer(ctx: SlackContext, form: Submission) {
  const { state, memory, showErrors, change } = form;
  const value = chosenValue(state);
  const before = readMemory(memory)?.customer ?? '';
  const customer = value ? await readCustomer(ctx, value) : undefined;
  // The number is gone meanwhile, and the form shows a line in place of its field.
  const hasNoNumber = !customer?.phone && !isIn(state, 'msisdn') && !isIn(state, 'phone_number');
  const isGone = value && (!customer || (value === before && hasNoNumber));
  if (value === before && !isGone) return { customer };
  // Slack was faster than the change, or refused it.
  const filledIn = 'This customer’s details are filled in now. Check them, then send again.';
  await (isGone
    ? showErrors({ [CUSTOMER]: GONE })
    : change((shown) => withCustomerNote(withCustomer(shown, customer), filledIn)));
  return undefined;
}

/** Undefined where no link says it, or not in time. Never rejects. */
export function readLastLanguage(
  { payments, clock }: SlackContext,
  { customer, prompt }: Pick<Order, 'customer' | 'prompt'>,
): Promise<Language | undefined> {
  const phone = prompt?.msisdn ?? customer.phone;
  const last = payments.customers.lastLanguage({ phone, email: customer.email });
  return withTimeout(clock, QUESTION_MS, last, undefined).catch(() => undefined);
}

function soon<Value>({ clock }: SlackContext, promise: Promise<Value>) {
  return withTimeout(clock, STORE_MS, promise, undefined);
}

/** Each letter that is typed is a search, so not all are recorded. */
function recordSearch({ recorder }: SlackContext, who: string, found: number): Promise<void> {
  return recorder.recordFirstSometimes({ who, event: 'searched', outcome: `${found} in a form` });
}

/** '' for nobody and for "Someone else". */
function chosenValue(state: FormState): string {
  const value = valueIn(state, CUSTOMER);
  return value === SOMEBODY_ELSE ? '' : value;
}

async function readCustomer(ctx: SlackContext, value: string): Promise<ChosenCustomer | undefined> {
  const reference = parseStoredReference(value);
  const order = reference && (await ctx.store.orders.get(reference));
  return order && chosenOf(ctx, order);
}

async function chosenOf(ctx: SlackContext, order: Order): Promise<ChosenCustomer> {
  return { ...customerOf(order), language: order.language ?? (await readLastLanguage(ctx, order)) };
}

/** `customer`: undefined brings the empty fields back. `isNew`: the select must show them too. */
export function withCustomer(form: ModalView, customer: ChosenCustomer | undefined, { isNew = false } = {}) {
  const memory = memoryOf(form);
  if (!memory) return form;
  const { customer: before, ...others } = memory;
  const { phone, email, language, firstName, lastName }: Partial<ChosenCustomer> = customer ?? {};
  const hasName = firstName !== undefined || lastName !== undefined;
  // What another customer filled in must not stay; what was typed does.
  const fill = (isKnown: boolean, field: KnownBlock) => (isKnown || before !== undefined ? field : undefined);
  const number = phone ? `Phone number: ${maskMsisdn(phone)}` : '';
  // The number's field may stand behind More.
  const isBehind = form.callback_id === ORDER_FORM_IDS.link && hasField(form, MORE);
  const below = isBehind && phone ? [{ ...plainSection('-'), block_id: 'phone_number' }] : [];
  const { blocks } = withBlocks(form, (field, block) => {
    if (REPLACED_NOTES.has(field) || (isBehind && field === 'phone_number')) return [];
    return field === CUSTOMER ? [block, ...below] : [block];
  });
  const filled: ModalView = {
    ...form,
    private_metadata: writeMemory({ ...others, ...(customer && { customer: customer.reference }) }),
    blocks: replaceFields(blocks, {
      [CUSTOMER]: customer && !isNew ? undefined : FIELDS.customer(customer),
      msisdn: phone
        ? plainSection(isPromptable(phone) ? number : `${number}. ${NO_METHOD}`)
        : fill(false, FIELDS.msisdn()),
      phone_number: phone ? plainSection(number) : fill(false, FIELDS.phone_number()),
      email_address: fill(email !== undefined, FIELDS.email_address(email)),
      language: fill(language !== undefined, FIELDS.language(language)),
      first_name: fill(hasName, FIELDS.first_name(firstName)),
      last_name: fill(hasName, FIELDS.last_name(lastName)),
    }),
  };
  return customer?.method ? withMethod(filled, customer.method) : filled;
}

const REPLACED_NOTES = new Set([CUSTOMER, 'msisdn', 'phone_number'].map(noteAbove));

function hasField({ blocks }: Pick<ModalView, 'blocks'>, field: string): boolean {
  return blocks.some((block) => fieldOf(block) === field);
}

function withBlocks(form: ModalView, change: (field: string, block: AnyBlock) => AnyBlock[]): ModalView {
  return { ...form, blocks: form.blocks.flatMap((block) => change(fieldOf(block), block)) };
}

function withCustomerNote(form: ModalView, sentence: string): ModalView {
  const others = form.blocks.filter((block) => fieldOf(block) !== noteAbove(CUSTOMER));
  return { ...form, blocks: [noteBlock(CUSTOMER, sentence), ...others] };
}

function withChannelNote(form: ModalView, said: Said | undefined): ModalView {
  const id = noteAbove('channel');
  const others = form.blocks.filter((block) => fieldOf(block) !== id);
  if (!said) return others.length === form.blocks.length ? form : { ...form, blocks: others };
  const index = others.findIndex((block) => fieldOf(block) === 'channel');
  const note = { ...section(said), block_id: `${id}.0` };
  return { ...form, blocks: others.toSpliced(Math.max(0, index), 0, note) };
}

export function withSharedNote(form: ModalView, id: string): ModalView {
  return withChannelNote(
    form,
    say`${emoji('warning')} ${channel(id)} is shared with other companies. They can read the card.`,
  );
}

export function withNotes(form: ModalView, notes: FieldErrors): ModalView {
  const replaced = new Set(Object.keys(notes).map(noteAbove));
  return withBlocks(form, (field, block) => {
    if (replaced.has(field)) return [];
    const note = notes[field];
    return note === undefined ? [block] : [noteBlock(field, note), block];
  });
}

/** Empties an amount typed in another currency: 500 Ugandan shillings must not become Kenyan ones. */
function withMethod(form: ModalView, method: PaymentMethod): ModalView {
  const blocks = replaceFields(form.blocks, { payment_method: FIELDS.payment_method(method) });
  const { currency, ...memory } = memoryOf(form) ?? {};
  if (!('formId' in memory) || !currency || currency === PAYMENT_METHODS[method].currency)
    return { ...form, blocks };
  const text = `${currency} ${readInitial(form, 'amount') ?? ''}`;
  const emptied = replaceFields(blocks, { amount: FIELDS.amount() });
  return withNotes(
    { ...form, private_metadata: writeMemory(memory), blocks: emptied },
    { amount: describeWarning({ kind: 'other_currency', text }) },
  );
}

function readInitial({ blocks }: ModalView, field: string): string | undefined {
  const block = blocks.find((one) => fieldOf(one) === field);
  const element = block && 'element' in block ? block.element : undefined;
  if (element?.type === 'static_select') return element.initial_option?.value;
  return element?.type === 'plain_text_input' ? element.initial_value : undefined;
}

/** Undefined where the fields fit what is chosen under "Repeat". `now`: ms. */
export function withRepeat(form: ModalView, state: FormState, now: number): ModalView | undefined {
  const repeats = doesRepeat(state);
  if (repeats === isIn(state, 'start_date') && repeats !== isIn(state, 'valid_until')) return undefined;
  const first = addDays(dayOf(now), 1);
  const end = new Date(first);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  const days = [FIELDS.start_date(first), FIELDS.end_date(end.toISOString().slice(0, 10))];
  const after: Readonly<Record<string, readonly KnownBlock[]>> = repeats
    ? { frequency: days, id: [FIELDS.account_number()] }
    : { frequency: [FIELDS.valid_until()] };
  const replaced = ['start_date', 'end_date', 'account_number', 'valid_until'];
  return withBlocks(form, (field, block) =>
    replaced.includes(field) ? [] : [block, ...(after[field] ?? [])],
  );
}

/** Slack shows errors only at fields that the form shows. */
export function isBehindMore(errors: FieldErrors, state: FormState, blocks: ModalView['blocks']): boolean {
  const behind = moreFields('link', undefined, true).map(fieldOf);
  const isHidden = (field: string) => behind.includes(field) && !isIn(state, field);
  return hasField({ blocks }, MORE) && Object.keys(errors).some(isHidden);
}

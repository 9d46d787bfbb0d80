// Reads one row of a bulk's file as if a form had been filled in with it, so that the same rules hold. What a form would ask with
// a box to tick is wrong here: such a row is sent alone. Pure.
import { hasCardNumber, withoutShortcodes } from '#lib/text.ts';
import type { Row } from '#payments/bulk/read-row.ts';
import type { BulkKind } from '#payments/bulk/stored-bulk.ts';
import { isCurrency } from '#provider/currencies.ts';
import { type MethodLimits, PAYMENT_METHODS } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import { otherCurrency, unknownCurrency } from '#slack/text/bulk-rows.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import type { FormResult, FormState } from './fields.ts';
import { type FormStart, startingMethod } from './form-start.ts';
import { type LinkInput, readLinkForm } from './link-form.ts';
import { countryOf, homeCountry, readPromptOwner } from './phone-choice.ts';
import { type PromptInput, readPromptForm } from './prompt-form.ts';
import { questionsAbout } from './questions.ts';

/** `wrong`: a sentence for each thing that is. */
type RowInput =
  | { readonly status: 'right'; readonly input: PromptInput | LinkInput }
  | { readonly status: 'wrong'; readonly sentences: readonly string[] };

type How = {
  readonly kind: BulkKind;
  readonly channel: string;
  readonly limits: MethodLimits;
  /** The merchant's. */
  readonly defaultCurrency: string;
  /** What the channel's orders start with. */
  readonly start: FormStart;
  readonly timeZone: string;
  readonly now: number;
};

export function readBulkRow(row: Row, how: How): RowInput {
  // Before a name is cut in two. Nothing else is said of such a row, because a sentence might quote it.
  if (Object.values(row).some((cell) => hasCardNumber(String(cell)))) return wrong([CARD_NUMBER]);
  return how.kind === 'prompt' ? readPromptRow(row, how) : readLinkRow(row, how);
}

function readPromptRow(row: Row, { channel, limits, defaultCurrency, start }: How): RowInput {
  const currency = row.currency?.toUpperCase();
  const home = homeCountry(currency, start.home ?? defaultCurrency);
  const owner = readPromptOwner(row.phone, home);
  if (owner === 'which_country') return wrong([FIELD_TEXT.whichCountry]);
  const country = owner ? countryOf(owner) : home;
  const method = (owner && networkOf(owner)?.method) ?? startingMethod(country, start.method);
  const taken = PAYMENT_METHODS[method].currency;
  if (currency && currency !== taken) return wrong([otherCurrency(method)]);
  const state = stateFrom(row, channel, { msisdn: row.phone, payment_method: method });
  return fromForm(readPromptForm(state, limits));
}

function readLinkRow(row: Row, { channel, start, timeZone, now, ...how }: How): RowInput {
  const currency = row.currency?.toUpperCase() ?? start.currency;
  if (row.currency && !isCurrency(currency)) return wrong([unknownCurrency(row.currency)]);
  const defaultCurrency = start.home ?? how.defaultCurrency;
  const state = stateFrom(row, channel, { phone_number: row.phone, currency });
  return fromForm(readLinkForm(state, { now, defaultCurrency, timeZone }));
}

function fromForm(result: FormResult<PromptInput | LinkInput>): RowInput {
  if (result.status === 'invalid') return wrong([...new Set(Object.values(result.errors))]);
  const questions = questionsAbout(result.input, '');
  return questions.length > 0
    ? wrong(questions.map(({ sentence }) => sentence))
    : { status: 'right', input: result.input };
}

function wrong(sentences: readonly string[]): RowInput {
  return { status: 'wrong', sentences };
}

function stateFrom(row: Row, channel: string, fields: Readonly<Record<string, string>>): FormState {
  const [first = '', ...others] = withoutShortcodes(row.name ?? '')
    .trim()
    .split(/\s+/);
  const values = {
    ...fields,
    amount: row.amount,
    description: row.description,
    channel,
    id: row.reference ?? '',
    first_name: first,
    last_name: others.join(' '),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { [name]: { value } }]));
}

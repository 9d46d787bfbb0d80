import { createHash, randomBytes } from 'node:crypto';
import type { KnownBlock } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import { counted, hasCardNumber, withoutShortcodes } from '#lib/text.ts';
import { makeReference } from '#orders/reference.ts';
import { type RowQuestion, rowsAskedAbout, type WrongRow } from '#payments/bulk/check-rows.ts';
import type { Row, RowFault } from '#payments/bulk/read-row.ts';
import { type FileFault, MAX_ROWS, readRows } from '#payments/bulk/read-rows.ts';
import { draftOf } from '#payments/bulk/send-rows.ts';
import type { BulkKind, BulkRow } from '#payments/bulk/stored-bulk.ts';
import { sumsOf } from '#payments/reports/sums.ts';
import { isCurrency, shillingsOf } from '#provider/currencies.ts';
import { nameOfMethod, PAYMENT_METHODS } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import type { SlackContext } from '#slack/context.ts';
import {
  type FormStart,
  type LinkInput,
  type PromptInput,
  readLinkForm,
  readPromptForm,
  startingMethod,
  startOf,
} from '#slack/order/forms.ts';
import { questionsAbout, sameAgain } from '#slack/order/outcome.ts';
import { nameOf } from '#slack/text/customers.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { describeWhat, plainMoney, shortMethod } from '#slack/text/orders.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import { clockTime } from '#slack/text/time-zone.ts';
import { context, type Fact, facts, plainSection, section } from '#slack/ui/blocks.ts';
import type { ChosenFile, FormResult, FormState } from '#slack/ui/fields.ts';
import { foreign, MAX_TEXT_LENGTH, type Piece } from '#slack/ui/line.ts';
import { say } from '#slack/ui/say.ts';
import { countryOf, homeCountry, readPromptOwner } from '#slack/words/phone-words.ts';
import { TOO_LARGE } from './fetch-file.ts';
import { countRequests, placeOf } from './message.ts';

export const SAVE_AS_CSV = 'In your spreadsheet, choose “Save as” or “Download”, then CSV.';
export const FILE_STAYS = say`The file you upload stays in Slack. You can delete it there.`;

/** A block's text is limited. */
const ROWS_A_BLOCK = 20;
/** Of each kind, because each is a block. One sentence more names the others. */
const MAX_QUESTIONS = 20;

type Fault = readonly [row: number, sentence: string];
type RowsIn = Extract<ReturnType<typeof readRows>, { status: 'read' }>;
export type CheckedFile = { id: string; kind: BulkKind; questions: string[]; blocks: KnownBlock[] };

export async function checkFile(
  ctx: SlackContext,
  file: ChosenFile,
  { kind, channel, by }: { kind: BulkKind; channel: string; by: string },
): Promise<CheckedFile | { readonly wrong: readonly KnownBlock[] }> {
  const { bulks } = ctx.payments;
  const { defaultCurrency, timeZone } = ctx.settings;
  const bytes = await ctx.fetchFile(file);
  if (typeof bytes === 'string') return { wrong: [plainSection(bytes)] };
  const now = ctx.clock.now();
  const start = startOf(await ctx.channelDefaults.of(channel), defaultCurrency);
  const home = start.home ?? defaultCurrency;
  const read = readRows(bytes, kind === 'link' ? shillingsOf(start.currency, home) : home);
  if (read.status === 'unreadable') return { wrong: [plainSection(describeFileFault(read.fault))] };

  const id = randomBytes(16).toString('hex');
  const faults: Fault[] = read.faults.map((fault) => [fault.row, describeRowFault(fault)]);
  const rows: BulkRow[] = [];
  for (const row of read.rows) {
    const input = readRow(ctx, row, { kind, channel, start });
    if (typeof input === 'string') faults.push([row.row, input]);
    else rows.push(rowOf(id, row.row, input));
  }
  const { wrong, questions: asked } = await bulks.checkRows(
    rows.map((row) => ({ row: row.row, draft: draftOf({ id, kind, by, channel }, row) })),
  );
  faults.push(...wrong.map((one): Fault => [one.row, describeWrongRow(one, now, timeZone)]));
  if (faults.length > 0) return { wrong: wrongBlocks(faults, rows, read) };

  const fileDigest = await bulks.digestOf(sha256Of(rows));
  const before = await bulks.sameFile({ id, fileDigest });
  const questions = describeQuestions(asked, now);
  if (before) {
    const name = (await ctx.agentNames.of([before.by])).get(before.by) ?? before.by;
    const sent = `The same file was sent at ${clockTime(before.begunAt ?? 0, timeZone)} by ${name}.`;
    questions.unshift(`${sent} Its customers would get a second request.`);
  }
  const isAsked = questions.length > 0;
  const agreed = { at: now, rows: rowsAskedAbout(asked), ...(before ? { file: before.id } : {}) };
  await bulks.keep({ id, kind, by, channel, fileDigest, isAsked, ...(isAsked ? { agreed } : {}) }, rows);
  const verb = kind === 'prompt' ? 'Send' : 'Create';
  const minutes = Math.ceil((rows.length * 1.5) / 60);
  const within = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  return {
    ...{ id, kind, questions },
    blocks: [
      section(
        say`*${verb} ${countRequests(kind, rows.length)}?* This takes about ${within}. Progress and cards appear in ${placeOf({ channel })}.`,
      ),
      section(say`*${totalOf(rows)}*`),
      ...ignoredColumns(read),
      ...rowBlocks(rows.map(rowFact)),
      context(FILE_STAYS),
    ],
  };
}

/** Reads the row as if a form had been filled in with it; else returns what is wrong. */
function readRow(
  { settings, clock }: SlackContext,
  row: Row,
  { kind, channel, start }: { kind: BulkKind; channel: string; start: FormStart },
): PromptInput | LinkInput | string {
  // Nothing else is said of such a row, because a sentence might quote it.
  if (Object.values(row).some((cell) => hasCardNumber(String(cell)))) return CARD_NUMBER;
  const defaultCurrency = start.home ?? settings.defaultCurrency;
  const currency = row.currency?.toUpperCase();
  let result: FormResult<PromptInput | LinkInput>;
  if (kind === 'prompt') {
    const home = homeCountry(currency, defaultCurrency);
    const owner = readPromptOwner(row.phone, home);
    if (owner === 'which_country') return FIELD_TEXT.whichCountry;
    const country = owner ? countryOf(owner) : home;
    const method = (owner && networkOf(owner)?.method) ?? startingMethod(country, start.method);
    const taken = PAYMENT_METHODS[method].currency;
    if (currency && currency !== taken)
      return `Prompts to this number are in ${taken} (${nameOfMethod(method)}). Correct the currency, or create a link.`;
    const fields = { channel, msisdn: row.phone, payment_method: method };
    result = readPromptForm(stateFrom(row, fields), settings.methodLimits);
  } else {
    if (row.currency && currency && !isCurrency(currency))
      return `Pesapal doesn’t take the currency ${quote(row.currency)}. Use one such as KES, UGX or USD.`;
    const fields = { channel, phone_number: row.phone, currency: currency ?? start.currency };
    const { timeZone } = settings;
    result = readLinkForm(stateFrom(row, fields), { now: clock.now(), defaultCurrency, timeZone });
  }
  if (result.status === 'invalid') return [...new Set(Object.values(result.errors))].join(' ');
  // What a form would ask with a box to tick is wrong here: such a row is sent alone.
  const questions = questionsAbout(result.input, '');
  return questions.length > 0 ? questions.map(({ sentence }) => sentence).join(' ') : result.input;
}

function stateFrom(row: Row, fields: Readonly<Record<string, string>>): FormState {
  const { amount, description, reference: id = '', name = '' } = row;
  const [first_name = '', ...others] = withoutShortcodes(name).trim().split(/\s+/);
  const values = { ...fields, amount, description, id, first_name, last_name: others.join(' ') };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { [name]: { value } }]));
}

function rowOf(id: string, row: number, input: PromptInput | LinkInput): BulkRow {
  const { amount, description, customer, reference } = input;
  return {
    row,
    ...{ amount, description, customer },
    ...(input.kind === 'prompt' ? { prompt: input.prompt } : {}),
    reference: reference ?? makeReference(createHash('sha256').update(`${id} ${row}`).digest()),
    typedReference: reference !== undefined,
  };
}

/** A file is known again when a spreadsheet has saved or sorted it anew. */
function sha256Of(rows: readonly BulkRow[]): string {
  const asked = rows.map(({ prompt, customer, amount, description, reference, typedReference }) => [
    prompt?.msisdn ?? customer.phone,
    amount.amount,
    amount.currency,
    description,
    typedReference && reference,
  ]);
  const sorted = asked.map((one) => JSON.stringify(one)).sort();
  return createHash('sha256').update(sorted.join()).digest('hex');
}

function wrongBlocks(faults: readonly Fault[], rows: readonly BulkRow[], read: RowsIn): KnownBlock[] {
  const byRow = Map.groupBy(faults, ([row]) => row);
  const wrong = [...byRow].sort(([one], [other]) => one - other);
  const total = new Set([...read.rows, ...read.faults].map(({ row }) => row)).size;
  const right = rows.filter(({ row }) => !byRow.has(row));
  const have = wrong.length === 1 ? 'has an error' : 'have errors';
  return [
    section(
      say`*${wrong.length} of ${counted(total, 'row')} ${have}.* Nothing has been sent. Correct the file and choose it again.`,
    ),
    ...ignoredColumns(read),
    ...rowBlocks(
      wrong.map(([row, own]) => {
        const sentences = new Set(own.map(([, sentence]) => sentence));
        return [`Row ${row}`, [...sentences].join(' ')];
      }),
      600,
    ),
    ...(right.length > 0 ? [section(say`*Rows without errors:* ${totalOf(right)}.`)] : []),
    ...rowBlocks(right.map(rowFact)),
  ];
}

function totalOf(rows: readonly BulkRow[]): Piece {
  const sums = sumsOf(rows.map(({ amount }) => amount));
  const words = sums.map(({ money, count }) => `${plainMoney(money)} in ${counted(count, 'row')}`);
  return foreign(words.join(', '), MAX_TEXT_LENGTH);
}

function ignoredColumns({ ignored }: RowsIn): KnownBlock[] {
  const titles = ignored.filter((title) => !hasCardNumber(title));
  return ignored.length > 0 ? [plainSection(`Ignored columns: ${titles.join(', ')}.`)] : [];
}

export function rowBlocks(rows: readonly Fact[], max = 250): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  for (let at = 0; at < rows.length; at += ROWS_A_BLOCK)
    blocks.push(...facts(rows.slice(at, at + ROWS_A_BLOCK), max));
  return blocks;
}

export function rowFact(order: BulkRow): Fact {
  const { row, amount, customer, prompt } = order;
  const phone = prompt?.msisdn ?? customer.phone;
  const parts = [
    formatMoney(amount),
    nameOf(order),
    phone && maskMsisdn(phone),
    prompt && shortMethod(prompt.method),
    describeWhat(order),
    order.typedReference ? order.reference : '',
  ];
  return [`Row ${row}`, parts.filter(Boolean).join(' · ')];
}

/** Foreign text stands in the sentence, so it belongs into plain_text. */
function describeFileFault(fault: FileFault): string {
  switch (fault.problem) {
    case 'too_large':
      return TOO_LARGE;
    case 'workbook':
      return `That’s a spreadsheet or a PDF, not a CSV file. ${SAVE_AS_CSV}`;
    case 'not_text':
      return `That isn’t a CSV file. ${SAVE_AS_CSV}`;
    case 'empty':
      return 'The file is empty. Its first row names the columns: phone, amount, description.';
    case 'no_rows':
      return 'The file has column names but no rows. Add a row for each customer.';
    case 'columns_missing': {
      const columns = fault.columns.map((column) => `“${column}”`).join(' and no column ');
      return `The file has no column ${columns}. Its first row must name the columns phone, amount and description. It says ${quote(fault.titles.join(', ')) || 'nothing'}.`;
    }
    case 'column_doubled':
      return `Several columns could be the ${fault.column}: ${quote(fault.titles.join(', '))}. Keep one.`;
    case 'too_many_rows':
      return `The file has ${fault.rows.toLocaleString('en')} rows. The limit is ${MAX_ROWS}, so split it into several files.`;
    case 'open_quote':
      return `Row ${fault.row} has an opening quotation mark without a closing one. Close it or remove it.`;
  }
}

function describeRowFault(fault: RowFault): string {
  if (fault.problem === 'too_many_cells')
    return 'There are more cells than columns. Put text with a comma in quotation marks.';
  const { column, text } = fault;
  if (hasCardNumber(text)) return CARD_NUMBER;
  const cell = quote(text);
  switch (fault.problem) {
    case 'digits_lost':
      return `Your spreadsheet lost digits of the ${column}: ${cell}. Format the column as text and type it again.`;
    case 'cut_in_two':
      return `The amount ${cell} seems to be split at its comma. Remove the comma, or put the amount in quotation marks.`;
    case 'two_currencies':
      return 'There are two currencies. Keep one.';
    case 'unclear':
      return /\d/.test(text)
        ? `The ${column} ${cell} is unclear. Write it like 1500 or 1500.50.`
        : `${cell} isn’t an amount. Write it like 1500 or 1500.50.`;
  }
}

export function describeWrongRow(wrong: WrongRow, now: number, timeZone: string): string {
  if (wrong.status === 'reference_twice')
    return `Row ${wrong.first} has the same reference. Use another, or leave it empty to get one.`;
  if (wrong.status === 'too_many_prompts') {
    const minutes = Math.max(1, Math.ceil((wrong.retryAt - now) / 60_000));
    return `This would be a fourth unpaid prompt to this number in ten minutes. It can be sent from ${clockTime(wrong.retryAt, timeZone)}, in ${minutes} min.`;
  }
  const alone = 'This can’t be sent in bulk. Send it separately.';
  const sentences = {
    needs_approval: 'This needs approval. Request it separately.',
    prompted_too_often:
      'This number is in the file more than three times, and the limit is three prompts in ten minutes. Send this row later.',
    reference_taken: FIELD_TEXT.referenceTaken,
    account_number_taken: FIELD_TEXT.accountNumberTaken,
    not_the_balance: alone,
    impossible: alone,
  };
  return sentences[wrong.status];
}

/** One tick agrees to all questions, so each is named, at least by its rows. `now` in ms. */
export function describeQuestions(questions: readonly RowQuestion[], now: number): string[] {
  const rounded = questions.filter((one) => one.about === 'number_rounded');
  const twice = questions.filter((one) => one.about === 'number_twice');
  const again = questions.filter((one) => one.about === 'same_again');
  return [
    ...rounded.map(({ rows }) =>
      rows.length === 1
        ? `Row ${rows[0]}: the phone number ends in 00000. Excel may have rounded it, so check every digit.`
        : `Rows ${rows.join(', ')}: the phone numbers end in 00000. Excel may have rounded them, so check every digit.`,
    ),
    ...nameEach(
      twice,
      ({ rows }) => `Rows ${rows.join(', ')} have the same number.`,
      (more) => {
        const rows = more.map((one) => `rows ${one.rows.join(', ')}`).join('; ');
        return `${counted(more.length, 'more number')} in several rows: ${rows}.`;
      },
    ),
    ...nameEach(
      again,
      ({ row, order }) => {
        const minutes = Math.floor((now - (order.requestedAt ?? order.createdAt)) / 60_000);
        return `Row ${row}: ${sameAgain(order, minutes)}`;
      },
      (more) =>
        `Same recent request: ${counted(more.length, 'more row')} (${more.map(({ row }) => row).join(', ')}). A second prompt could be paid too.`,
    ),
  ];
}

function nameEach<One>(
  all: readonly One[],
  describe: (one: One) => string,
  describeMore: (others: readonly One[]) => string,
): string[] {
  const others = all.slice(MAX_QUESTIONS);
  return [...all.slice(0, MAX_QUESTIONS).map(describe), ...(others.length > 0 ? [describeMore(others)] : [])];
}

/** What may be somebody's number is masked. */
function quote(text: string): string {
  if (hasCardNumber(text)) return '“…”';
  const shown = shorten(maskNumbers(plain(text)), 60);
  return shown && `“${shown}”`;
}

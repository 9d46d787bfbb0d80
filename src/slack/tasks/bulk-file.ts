// Fetches and checks the file of a bulk: what is wrong in which row, or what will be sent, as the view that asks to confirm it.
import { createHash } from 'node:crypto';
import type { KnownBlock, ModalView } from '@slack/types';
import type { Clock } from '#lib/clock.ts';
import { makeReference } from '#orders/reference.ts';
import type { Bulks } from '#payments/bulk/bulks.ts';
import { rowsAskedAbout } from '#payments/bulk/check-rows.ts';
import { readRows } from '#payments/bulk/read-rows.ts';
import { draftOf } from '#payments/bulk/send-rows.ts';
import type { BulkRow } from '#payments/bulk/stored-bulk.ts';
import { sumsOf } from '#payments/reports/sums.ts';
import { shillingsOf } from '#provider/currencies.ts';
import type { MethodLimits } from '#provider/methods.ts';
import { context, plainSection, section } from '#slack/cards/blocks.ts';
import { rowBlocks, rowFact } from '#slack/cards/bulk.ts';
import { createAgentNames } from '#slack/connect/agent-names.ts';
import type { FetchFile } from '#slack/connect/fetch-file.ts';
import type { OrderHabitsOf } from '#slack/delivery/channel-settings.ts';
import { type BulkInput, confirmView } from '#slack/forms/bulk-form.ts';
import { readBulkRow } from '#slack/forms/bulk-rows.ts';
import { startOf } from '#slack/forms/form-start.ts';
import type { LinkInput } from '#slack/forms/link-form.ts';
import type { PromptInput } from '#slack/forms/prompt-form.ts';
import {
  askToConfirm,
  BULK_TEXT,
  leftOutColumns,
  PROGRESS_TEXT,
  rightRows,
  sameFileBefore,
  totals,
  wrongRows,
} from '#slack/text/bulk.ts';
import { describeQuestions } from '#slack/text/bulk-questions.ts';
import { describeFileFault, describeRowFault, describeWrongRow } from '#slack/text/bulk-rows.ts';

/** The key of the one box to tick: the form that is confirmed shows what it agrees to. */
export const AGREED = 'bulk';

/** Rejects when the store is down. */
export function createReadBulkFile(deps: {
  fetchFile: FetchFile;
  bulks: Pick<Bulks, 'checkRows' | 'digestOf' | 'sameFile' | 'keep'>;
  orderHabits: Pick<OrderHabitsOf, 'of'>;
  settings: { methodLimits: MethodLimits; defaultCurrency: string; timeZone: string };
  clock: Clock;
  client: Parameters<typeof createAgentNames>[0]['client'];
}) {
  const { fetchFile, bulks, orderHabits, settings, clock } = deps;
  const agentNames = createAgentNames(deps);

  /**
   * `id`: the bulk that the rows will belong to. `checked`: the view that asks to confirm. `wrong`: what is wrong with the file, or
   * with its rows above those that are right.
   */
  return async (
    asked: BulkInput & { id: string; userId: string },
  ): Promise<
    | { readonly status: 'checked'; readonly view: ModalView }
    | { readonly status: 'wrong'; readonly blocks: readonly KnownBlock[] }
  > => {
    const { id, kind, channel, userId: by } = asked;
    const file = await fetchFile(asked.file);
    if (file.status === 'failed') return { status: 'wrong', blocks: [plainSection(file.why)] };
    const now = clock.now();
    const { methodLimits: limits, defaultCurrency, timeZone } = settings;
    const start = startOf(await orderHabits.of(channel), defaultCurrency);
    const home = start.home ?? defaultCurrency;
    const read = readRows(file.bytes, kind === 'link' ? shillingsOf(start.currency, home) : home);
    if (read.status === 'unreadable')
      return { status: 'wrong', blocks: [plainSection(describeFileFault(read.fault))] };

    const faults: Fault[] = read.faults.map((fault) => [fault.row, describeRowFault(fault)]);
    const rows: BulkRow[] = [];
    for (const row of read.rows) {
      const one = readBulkRow(row, { kind, channel, limits, defaultCurrency, start, timeZone, now });
      if (one.status === 'right') rows.push(rowOf(id, row.row, one.input));
      else faults.push([row.row, one.sentences.join(' ')]);
    }
    const { wrong, questions } = await bulks.checkRows(
      rows.map((row) => ({ row: row.row, draft: draftOf({ id, kind, by, channel }, row) })),
    );
    faults.push(...wrong.map((one): Fault => [one.row, describeWrongRow(one, { now, timeZone })]));
    if (faults.length > 0) return { status: 'wrong', blocks: wrongBlocks(faults, rows, read) };

    const fileDigest = await bulks.digestOf(sha256Of(rows));
    const before = await bulks.sameFile({ id, fileDigest });
    const names = await agentNames.of(before ? [before.by] : []);
    const sentences = [
      ...(before ? [sameFileBefore(before, names.get(before.by) ?? before.by, timeZone)] : []),
      ...describeQuestions(questions, now),
    ];
    const isAsked = sentences.length > 0;
    const agreed = { at: now, rows: rowsAskedAbout(questions), ...(before ? { file: before.id } : {}) };
    await bulks.keep({ id, kind, by, channel, fileDigest, isAsked, ...(isAsked ? { agreed } : {}) }, rows);
    const blocks = [
      section(askToConfirm(kind, rows.length, channel)),
      section(`*${totals(sumsOf(rows.map(({ amount }) => amount)))}*`),
      ...leftOut(read.ignored),
      ...rowBlocks(rows.map(rowFact)),
      context(BULK_TEXT.fileStays),
    ];
    const asks = sentences.map((sentence) => ({ key: AGREED, sentence }));
    return {
      status: 'checked',
      view: confirmView({ id, kind, questions: asks, blocks }),
    };
  };
}

/** Of whom is asked for what, so that a file is known again when a spreadsheet has saved or sorted it anew. */
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

type Fault = readonly [row: number, sentence: string];

function wrongBlocks(
  faults: readonly Fault[],
  rows: readonly BulkRow[],
  { rows: read, faults: unread, ignored }: RowsIn,
): KnownBlock[] {
  const byRow = Map.groupBy(faults, ([row]) => row);
  const numbers = [...byRow.keys()].sort((a, b) => a - b);
  const total = new Set([...read, ...unread].map(({ row }) => row)).size;
  const right = rows.filter(({ row }) => !byRow.has(row));
  const sentencesOf = (row: number) => [...new Set((byRow.get(row) ?? []).map(([, sentence]) => sentence))];
  return [
    section(`*${wrongRows(numbers.length, total)}* ${BULK_TEXT.correct}`),
    ...leftOut(ignored),
    ...rowBlocks(
      numbers.map((row) => [PROGRESS_TEXT.row(row), sentencesOf(row).join(' ')]),
      MAX_SENTENCES,
    ),
    ...(right.length > 0 ? [section(rightRows(totals(sumsOf(right.map(({ amount }) => amount)))))] : []),
    ...rowBlocks(right.map(rowFact)),
  ];
}

/** Characters of what is wrong with one row. */
const MAX_SENTENCES = 600;

type RowsIn = Extract<ReturnType<typeof readRows>, { status: 'read' }>;

function leftOut(titles: readonly string[]): KnownBlock[] {
  return titles.length > 0 ? [plainSection(leftOutColumns(titles))] : [];
}

/** As a form's order gets it: a reference that the file does not give follows from the bulk and the row. */
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

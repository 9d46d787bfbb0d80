// Checks the rows of a bulk against each other and against the store, before any of them is sent: with the very function that
// refuses the order of a form (create-order.ts). What a single field says has been checked by then.
import { type ApprovalAbove, needsApproval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#orders/order-fields.ts';
import { foldReference } from '#orders/reference.ts';
import type { CreateResult, OrderCreation } from '#payments/ordering/create-order.ts';
import { MAX_UNPAID } from '#payments/ordering/prompt-limits.ts';
import type { Agreed } from './stored-bulk.ts';

/** A row that could be sent as far as its fields say. */
type DraftRow = { readonly row: number; readonly draft: Draft };

type Refusal = Exclude<CreateResult, { status: 'created' | 'already_created' | 'same_again' }>;

/**
 * What is wrong with a row. `needs_approval`: it has to be sent alone. `reference_twice`: row `first` has the same reference.
 * `prompted_too_often`: the file has the number more often than it may be prompted within ten minutes.
 */
export type WrongRow = { readonly row: number } & (
  | Refusal
  | { readonly status: 'needs_approval' | 'prompted_too_often' }
  | { readonly status: 'reference_twice'; readonly first: number }
);

/**
 * What a person has to agree to: numbers that a spreadsheet may have rounded, a number that stands in several rows, or a prompt like
 * one of the last ten minutes.
 */
export type RowQuestion =
  | { readonly about: 'number_rounded'; readonly rows: readonly number[] }
  | { readonly about: 'number_twice'; readonly rows: readonly number[] }
  | { readonly about: 'same_again'; readonly row: number; readonly order: Order };

type CheckedRows = {
  readonly wrong: readonly WrongRow[];
  readonly questions: readonly RowQuestion[];
};

/** Excel shows 254712345678 as 2.54712E+11, and keeps no more digits of it than it shows when it saves that as CSV. */
const ROUNDED = /0{5}$/;

/** Rejects when the store is down. */
type CheckRows = (rows: readonly DraftRow[]) => Promise<CheckedRows>;

export function createCheckRows(deps: {
  orderCreation: Pick<OrderCreation, 'refusalFor'>;
  approvalAbove: ApprovalAbove;
}): CheckRows {
  return async (rows) => {
    const wrong: WrongRow[] = [];
    const questions: RowQuestion[] = [];
    const firstWith = new Map<string, number>();
    const byNumber = Map.groupBy(rows, ({ draft }) => draft.prompt?.msisdn ?? draft.customer.phone ?? '');
    for (const { row, draft } of rows) {
      const folded = foldReference(draft.reference) ?? draft.reference;
      const first = firstWith.get(folded);
      if (first !== undefined) wrong.push({ row, status: 'reference_twice', first });
      else firstWith.set(folded, row);
      if (needsApproval(draft.amount, deps.approvalAbove)) wrong.push({ row, status: 'needs_approval' });
      const earlier = (byNumber.get(draft.prompt?.msisdn ?? '') ?? []).findIndex((one) => one.row === row);
      const isTooOften = draft.prompt !== undefined && earlier >= MAX_UNPAID;
      if (isTooOften) wrong.push({ row, status: 'prompted_too_often' });
      const ahead = isTooOften ? 0 : Math.max(0, earlier);
      const asked = await deps.orderCreation.refusalFor(draft, { evenIfSame: false, ahead });
      if (asked?.status === 'same_again') questions.push({ about: 'same_again', row, order: asked.order });
      // What stands in the way even if the person agrees.
      const refusal =
        asked?.status === 'same_again'
          ? await deps.orderCreation.refusalFor(draft, { evenIfSame: true, ahead })
          : asked;
      if (refusal && isRefusal(refusal)) wrong.push({ row, ...refusal });
    }
    const rounded = [...byNumber].flatMap(([number, same]) => (ROUNDED.test(number) ? same : []));
    if (rounded.length > 0)
      questions.push({ about: 'number_rounded', rows: rounded.map(({ row }) => row).sort((a, b) => a - b) });
    for (const [number, same] of byNumber)
      if (number !== '' && same.length > 1)
        questions.push({ about: 'number_twice', rows: same.map(({ row }) => row) });
    return { wrong, questions };
  };
}

/** What the person agrees to who ticks that these may be sent all the same. */
export function rowsAskedAbout(questions: readonly RowQuestion[]): Agreed['rows'] {
  return questions.flatMap((question) =>
    question.about === 'same_again'
      ? [{ row: question.row, upTo: question.order.requestedAt ?? question.order.createdAt }]
      : [],
  );
}

function isRefusal(result: CreateResult): result is Refusal {
  return result.status !== 'created' && result.status !== 'already_created' && result.status !== 'same_again';
}

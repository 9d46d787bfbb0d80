// Documents outlive the program that wrote them. Every driver reads them here, so that there is one place
// where an older shape becomes the current one and one place that says which order is damaged.
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';

const CURRENT_SHAPE = 1;

type Fields = { readonly [field: string]: unknown };

/** What nothing can be done without; a document that lacks it was cut off or is something else. */
const REQUIRED = {
  version: (value) => Number.isInteger(value) && Number(value) >= 0,
  kind: isText,
  state: (value) => ORDER_STATES.some((state) => state === value),
  asked: isObject,
  customer: isObject,
  channel: isText,
  createdAt: (value) => typeof value === 'number',
  service: isObject,
  announcements: Array.isArray,
} satisfies { [Field in keyof Order]?: (value: unknown) => boolean };

/**
 * The order in `text`, a kept document. Throws an Error that names the reference and what is wrong;
 * it never quotes the document (nor does a cause), because names and numbers of customers are in it.
 */
export function readOrder(text: string, reference: string): Order {
  const kept = upgraded(parse(text, reference));
  if (kept.shape !== CURRENT_SHAPE) {
    throw damaged(reference, `its shape is not ${CURRENT_SHAPE}; it may come from a newer version of Teller`);
  }
  const wrong = Object.entries(REQUIRED).find(([field, fits]) => !fits(kept[field]));
  if (wrong) throw damaged(reference, `"${wrong[0]}" is missing or wrong`);
  if (kept.reference !== reference) throw damaged(reference, 'it carries another reference');
  return kept as unknown as Order;
}

/**
 * Many of them, for a list in which a damaged one must not hide the others: its reference comes back in `damaged`,
 * and `readOrder` says what is wrong with it.
 */
export function readAll(kept: readonly { readonly reference: string; readonly text: string }[]): {
  orders: Order[];
  damaged: string[];
} {
  const orders: Order[] = [];
  const damaged: string[] = [];
  for (const { reference, text } of kept) {
    try {
      orders.push(readOrder(text, reference));
    } catch {
      damaged.push(reference);
    }
  }
  return { orders, damaged };
}

/** Steps from older shapes go here, one after the other: `if (kept.shape === 1) kept = { ...kept, shape: 2, … }`. */
function upgraded(kept: Fields): Fields {
  return kept;
}

function parse(text: string, reference: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(reference, 'it is not JSON');
  }
  if (!isObject(value)) throw damaged(reference, 'it is not an object');
  return value;
}

function damaged(reference: string, why: string): Error {
  return new Error(`The kept order ${reference} cannot be read: ${why}.`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Reads stored orders. Documents outlive the program that wrote them, so both drivers read them here: an older schema
// becomes the current one, and a damaged document is reported by its reference.
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { CURRENT_SCHEMA, upgradeOrder } from './upgrade-order.ts';

type Fields = { readonly [field: string]: unknown };

/** Fields without which nothing can be done; a document that lacks one was cut off or is something else. */
const REQUIRED = {
  version: (value) => Number.isInteger(value) && Number(value) >= 0,
  kind: isText,
  state: (value) => ORDER_STATES.some((state) => state === value),
  amount: isObject,
  customer: isObject,
  channel: isText,
  createdAt: (value) => typeof value === 'number',
  service: isObject,
  announcements: Array.isArray,
} satisfies { [Field in keyof Order]?: (value: unknown) => boolean };

/**
 * The order in `text`, a stored document. Throws an Error that names the reference and what is wrong. Neither the error
 * nor its cause quotes the document, because it holds customers' names and numbers.
 */
export function readOrder(text: string, reference: string): Order {
  const stored = upgradeOrder(parse(text, reference));
  if (stored['schemaVersion'] !== CURRENT_SCHEMA) {
    throw damaged(
      reference,
      `its schema version is not ${CURRENT_SCHEMA}; it may come from a newer version of Teller`,
    );
  }
  const wrong = Object.entries(REQUIRED).find(([field, fits]) => !fits(stored[field]));
  if (wrong) throw damaged(reference, `"${wrong[0]}" is missing or wrong`);
  if (stored['reference'] !== reference) throw damaged(reference, 'it carries another reference');
  return stored as unknown as Order;
}

/** Reads a list of documents. A damaged one does not hide the others: its reference is returned in `damaged`. */
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
  return new Error(`The stored order ${reference} cannot be read: ${why}.`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Reads stored orders for both drivers, and reports a damaged one by its reference.
import { FORMAT, type Order, storedOrder } from '#orders/order.ts';

/**
 * The order in `text`, a stored document. Throws an Error that names the reference and what is wrong. Neither the error nor
 * its cause quotes the document, because it holds customers' names and numbers.
 */
export function readOrder(text: string, reference: string): Order {
  const stored = parse(text, reference);
  if (stored['schemaVersion'] !== FORMAT)
    throw damaged(reference, `it was written by another version of Teller, not in format ${FORMAT}`);
  const checked = storedOrder.safeParse(stored);
  if (!checked.success) {
    const path = checked.error.issues[0]?.path.join('.');
    throw damaged(reference, `"${path}" is missing or wrong`);
  }
  if (checked.data.reference !== reference) throw damaged(reference, 'it has another reference');
  return stored as Order;
}

/** Reads a list of documents. A damaged one does not hide the others: its reference is returned in `damaged`. */
export function readAll(documents: readonly { readonly reference: string; readonly text: string }[]): {
  orders: Order[];
  damaged: string[];
} {
  const orders: Order[] = [];
  const damaged: string[] = [];
  for (const { reference, text } of documents) {
    try {
      orders.push(readOrder(text, reference));
    } catch {
      damaged.push(reference);
    }
  }
  return { orders, damaged };
}

function parse(text: string, reference: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(reference, 'it isn’t JSON');
  }
  if (typeof value !== 'object' || value === null) throw damaged(reference, 'it isn’t an object');
  return { ...value };
}

function damaged(reference: string, why: string): Error {
  return new Error(`The stored order ${reference} can’t be read: ${why}.`);
}

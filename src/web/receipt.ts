// The receipt's page, GET /r/<token>, for server.ts: on a phone, and printed on paper as small as A6.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomerAddresses } from '#customers/addresses.ts';
import { languageFrom } from '#customers/browser-language.ts';
import { type Receipt, receiptOf } from '#customers/receipt.ts';
import { SENTENCES } from '#customers/sentences.ts';
import { escapeHtml } from '#lib/text.ts';
import type { Language, Order } from '#orders/order.ts';
import { type Reference, storedReference } from '#orders/reference.ts';
import { pageOf, plainPage, sendPage } from './page.ts';

/** Finds an order; rejects while the store is down. */
export type OrderOf = (reference: Reference) => Promise<Order | undefined>;

/** No order has it: no reference has a blank. */
const NO_REFERENCE = storedReference.parse(' ');

/**
 * Answers 404 with the same page, after as many reads of the store, to a token that opens nothing and to one whose order has not
 * been paid. Rejects, with nothing sent, while the store is down.
 */
export function createReceiptHandler(deps: {
  addresses: Pick<CustomerAddresses, 'orderOfReceipt'>;
  orderOf: OrderOf;
  merchantName: string;
  /** In which the receipt says when it was paid. */
  timeZone: string;
}) {
  const { addresses, orderOf, merchantName, timeZone } = deps;
  return async (request: IncomingMessage, response: ServerResponse, token: string): Promise<void> => {
    const language = languageFrom(request.headers['accept-language']);
    const order = await orderOf((await addresses.orderOfReceipt(token)) ?? NO_REFERENCE);
    const receipt = order && receiptOf(order, { language, timeZone });
    const html = receipt
      ? receiptPage(receipt, language, merchantName)
      : plainPage({ language, merchantName, ...SENTENCES[language].noReceipt });
    sendPage(response, { status: receipt ? 200 : 404, language, html });
  };
}

/** The page in the place of any other while the store is down. */
export function sendUnavailable(request: IncomingMessage, response: ServerResponse, merchantName: string) {
  const language = languageFrom(request.headers['accept-language']);
  const html = plainPage({ language, merchantName, ...SENTENCES[language].unavailable });
  sendPage(response, { status: 503, language, html, headers: { 'retry-after': '60' } });
}

const STYLE = `
  .merchant { margin: 0; font-size: 1.25rem; font-weight: 600; opacity: 1 }
  h1 { margin: 0 0 1.5rem; font-size: 1rem; font-weight: 400; opacity: .75 }
  .paid { margin: 0; font-size: 2rem; font-weight: 700; line-height: 1.2 }
  .note { margin: .5rem 0; padding: .5rem .75rem; border-left: .25rem solid }
  dl { margin: 1.5rem 0; border-bottom: 1px solid #8888 }
  dl div { padding: .5rem 0; border-top: 1px solid #8888 }
  dt, .label { margin: 0; font-size: .85em; opacity: .75 }
  dd { margin: 0 }
  footer { font-size: .85em }
  footer p { margin: .25rem 0 }
  @media print {
    :root { color-scheme: light }
    body { display: block; min-height: 0; font-size: 10pt; line-height: 1.35 }
    main { max-width: none; padding: 0 }
    .merchant { font-size: 13pt }
    .paid { font-size: 18pt }
    h1, dl { margin: 0 0 3mm }
    dl div { padding: 1mm 0; break-inside: avoid }
  }
  @page { margin: 8mm }`;

function receiptPage(receipt: Receipt, language: Language, merchantName: string): string {
  const { title, labels, thanks, noTaxInvoice } = SENTENCES[language].receipt;
  const text = (value: string) => `<bdi>${escapeHtml(value)}</bdi>`;
  const rows = receipt.rows.map(
    ([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${text(value)}</dd></div>`,
  );
  const main = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="label">${escapeHtml(labels.paid)}</p>`,
    `<p class="paid">${text(receipt.paid)}</p>`,
    ...receipt.notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
    '<dl>',
    ...rows,
    '</dl>',
    '<footer>',
    ...(receipt.isPaidBack ? [] : [`<p>${escapeHtml(thanks)}</p>`]),
    `<p>${escapeHtml(noTaxInvoice)}</p>`,
    '</footer>',
  ];
  return pageOf({ language, title, merchantName, main: main.join('\n'), style: STYLE });
}

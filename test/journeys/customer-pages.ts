// What a customer's browser and an agent's Slack get at the addresses of an order, which are made as Teller makes them.
import { onTestFinished } from 'vitest';
import { type CustomerAddresses, createCustomerAddresses } from '#customers/addresses.ts';
import { openStore } from '#store/open.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { pixelsOf, textInQr } from '#test/web/read-png.ts';
import type { Rig } from './rig.ts';

export type CustomerPages = {
  readonly addresses: CustomerAddresses;
  /** The status, and what is read of the page. */
  receipt(reference: string, language?: string): Promise<string>;
  /** The status, and what a camera reads. */
  qr(reference: string): Promise<string>;
};

export async function openCustomerPages({ storeUrl, botUrl, clock }: Rig): Promise<CustomerPages> {
  const store = await openStore(storeUrl, { clock });
  onTestFinished(() => store.close());
  const addresses = createCustomerAddresses({ publicUrl: botUrl, digest: store.digest });
  return {
    addresses,
    async receipt(reference, language = 'en') {
      const url = await addresses.receiptUrl(referenceOf(reference));
      const answer = await fetch(url, { headers: { 'accept-language': language } });
      return `${answer.status} ${wordsOf(await answer.text())}`;
    },
    async qr(reference) {
      const answer = await fetch(await addresses.qrUrl(referenceOf(reference)));
      if (!answer.ok) return String(answer.status);
      return `${answer.status} ${textInQr(pixelsOf(Buffer.from(await answer.arrayBuffer())))}`;
    },
  };
}

function wordsOf(html: string): string {
  return html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

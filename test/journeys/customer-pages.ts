// What a customer's browser and an agent's Slack get at the addresses of an order, which are made as Teller makes them.
import { customerUrls } from '#test/peek.ts';
import { pixelsOf, textInQr } from '#test/web/read-png.ts';
import type { Rig } from './rig.ts';

export type CustomerPages = {
  /** The status, and what is read of the page. */
  receipt(reference: string, language?: string): Promise<string>;
  /** The status, and what a camera reads. */
  qr(reference: string): Promise<string>;
};

export function openCustomerPages({ storeUrl, botUrl }: Rig): CustomerPages {
  /** As customers keep them: they need no store to open them again. */
  const known = new Map<string, ReturnType<typeof customerUrls>>();
  function urls(reference: string): ReturnType<typeof customerUrls> {
    const found = known.get(reference) ?? customerUrls({ storeUrl, publicUrl: botUrl }, reference);
    known.set(reference, found);
    return found;
  }
  return {
    async receipt(reference, language = 'en') {
      const answer = await fetch((await urls(reference)).receipt, {
        headers: { 'accept-language': language },
      });
      return `${answer.status} ${wordsOf(await answer.text())}`;
    },
    async qr(reference) {
      const answer = await fetch((await urls(reference)).qr);
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

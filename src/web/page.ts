// The frame of every page that a customer's browser shows, and the headers that go with it. No script and no outside content.
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '#lib/text.ts';
import type { Language } from '#orders/order.ts';

/**
 * No referrer, because addresses have ids and tokens in them. `frames`: whether other pages may show it inside theirs, as the
 * provider does with the page after paying.
 */
function headersOf(language: Language, frames: 'all' | 'none'): Record<string, string> {
  const ancestors = frames === 'all' ? '*' : "'none'";
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    vary: 'accept-language',
  };
}

/** `title` and `merchantName` are any text; `main` and `style` are finished HTML and CSS. */
export function pageOf(page: {
  language: Language;
  title: string;
  merchantName: string;
  main: string;
  style?: string;
}): string {
  const merchant = escapeHtml(page.merchantName);
  const title = escapeHtml(page.title);
  return `<!doctype html>
<html lang="${page.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · ${merchant}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.1rem/1.5 system-ui, sans-serif }
  main { box-sizing: border-box; width: 100%; max-width: 32rem; padding: 2rem; overflow-wrap: anywhere }
  h1 { line-height: 1.2 }
  .merchant { opacity: .75 }${page.style ?? ''}
</style>
<main>
<p class="merchant"><bdi>${merchant}</bdi></p>
${page.main}
</main>
</html>
`;
}

/** A page that is a heading and a paragraph. */
export function plainPage(page: {
  language: Language;
  title: string;
  text: string;
  merchantName: string;
}): string {
  const main = `<h1>${escapeHtml(page.title)}</h1>\n<p>${escapeHtml(page.text)}</p>`;
  return pageOf({ ...page, main });
}

/** Node leaves out the body for HEAD. */
export function sendPage(
  response: ServerResponse,
  page: {
    status: number;
    language: Language;
    html: string;
    frames?: 'all';
    headers?: Record<string, string>;
  },
): void {
  response
    .writeHead(page.status, {
      ...headersOf(page.language, page.frames ?? 'none'),
      'content-length': Buffer.byteLength(page.html),
      ...page.headers,
    })
    .end(page.html);
}

// The page that a customer's browser is sent to after paying or giving up, for server.ts.

export type Landing = 'paid' | 'cancelled';

/** No script, no outside content, and no referrer, because the address has the order's ids in it. */
export const LANDING_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

const SENTENCES: Record<Landing, { title: string; text: string }> = {
  paid: {
    title: 'Thank you',
    text: 'If you have just paid, there is nothing more to do: the seller is told as soon as the payment is confirmed. You can close this page.',
  },
  cancelled: {
    title: 'Not paid',
    text: 'You left the payment page. If you did not pay, no money was taken. To pay after all, open the link that you were sent once more.',
  },
};

/** The same for everybody: whether the order was paid is not known from the browser, only from the service. */
export function landingPage(landing: Landing, merchantName: string): string {
  const merchant = escapeHtml(merchantName);
  const { title, text } = SENTENCES[landing];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · ${merchant}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.1rem/1.5 system-ui, sans-serif }
  main { max-width: 32rem; padding: 2rem }
  p:first-child { opacity: .7 }
</style>
<main>
<p>${merchant}</p>
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

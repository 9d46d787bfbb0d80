// The page that a customer's browser is sent to after paying or giving up, for server.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageFrom } from '#customers/browser-language.ts';
import { SENTENCES } from '#customers/sentences.ts';
import { plainPage, sendPage } from './page.ts';

export type Landing = 'paid' | 'cancelled';

/** The same for everybody: whether the order was paid is not known from the browser, only from the service. */
export function sendLanding(
  landing: Landing,
  merchantName: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const language = languageFrom(request.headers['accept-language']);
  const html = plainPage({ language, merchantName, ...SENTENCES[language].landing[landing] });
  sendPage(response, { status: 200, language, html, frames: 'all' });
}

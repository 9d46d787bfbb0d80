// Messages as Teller would post them, all on one sheet, for pictures of them.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import { isShort } from '#test/proofs/how-many.ts';
import { QR_URL } from '#test/slack/answer-samples.ts';
import { qrPng } from '#web/qr.ts';
import { type Clip, soon } from './browser.ts';
import { channel } from './scenes.ts';

const EVERY_SHEET = [
  [1360, 'light'],
  [390, 'dark'],
  [1360, 'dark'],
  [390, 'light'],
] as const;

/** Width and colours of each sheet; a short run draws each of these once. */
export const SHEETS = isShort ? EVERY_SHEET.slice(0, 2) : EVERY_SHEET;

/** Posts each sample as Teller would, under its name, with the ids of this workspace. */
export async function postAll(
  { slack }: Environment,
  samples: readonly [string, readonly unknown[]][],
): Promise<void> {
  const { users, channels } = slack;
  const picture = await serveQr();
  for (const [name, blocks] of samples) {
    const title = [{ type: 'divider' }, { type: 'context', elements: [{ type: 'plain_text', text: name }] }];
    const here = JSON.stringify([...title, ...blocks])
      .replaceAll(QR_URL, picture.url)
      .replace(/\bU1\b/g, users.agent)
      .replace(/\bU2\b/g, users.secondAgent)
      .replace(/\bC[12]\b/g, channels.sales);
    const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-sandbox-token', 'content-type': 'application/json' },
      body: JSON.stringify({ channel: channels.sales, text: name, blocks: JSON.parse(here) }),
    });
    expect(await response.json(), name).toMatchObject({ ok: true });
  }
  picture.stop();
}

/** Slack fetches the picture of a message when it is posted. */
async function serveQr(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(qrPng('https://pay.example/iframe/1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/code.png`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Where all articles are together, once there are `count` of them. None is wider than the screen, and each mark is drawn. */
export async function sheetOf(page: Page, count: number): Promise<Clip> {
  const articles = channel(page).locator('article');
  await soon(() => articles.count()).toBe(count);
  // A mark that the page does not draw is shown as its name between colons.
  expect((await articles.allInnerTexts()).join('\n')).not.toMatch(/:[a-z_]+:/);
  const [first, last] = [await articles.first().boundingBox(), await articles.last().boundingBox()];
  if (!first || !last) throw new Error('the messages are not on the screen');
  const tooWide = await articles.evaluateAll(
    (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  );
  expect(tooWide).toBe(0);
  expect(first.x + first.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await page.mouse.move(0, 0);
  return { x: first.x, y: first.y, width: first.width, height: last.y + last.height - first.y };
}

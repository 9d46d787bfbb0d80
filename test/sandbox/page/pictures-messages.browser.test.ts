// The pictures of docs/messages.md: every message about an order on one sheet for each width, light and dark.
import { stat } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import { messages, outcomes } from '#test/slack/samples.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { channel } from './scenes.ts';

const MAX_BYTES = 300_000;

/** Posts each sample as Teller would, under its name, with the ids of this workspace. */
async function postAll(
  { slack }: Environment,
  samples: readonly [string, readonly unknown[]][],
): Promise<void> {
  const { users, channels } = slack;
  for (const [name, blocks] of samples) {
    const title = [{ type: 'divider' }, { type: 'context', elements: [{ type: 'plain_text', text: name }] }];
    const here = JSON.stringify([...title, ...blocks])
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
}

/** Of all articles together. */
async function sheet(page: Page, count: number) {
  const articles = channel(page).locator('article');
  await soon(() => articles.count()).toBe(count);
  const [first, last] = [await articles.first().boundingBox(), await articles.last().boundingBox()];
  if (!first || !last) throw new Error('the messages are not on the screen');
  return { x: first.x, y: first.y, width: first.width, height: last.y + last.height - first.y };
}

describeInChromium('the pictures of docs/messages.md', (play) => {
  it.each([
    [1360, 'light'],
    [1360, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('show every message at %d pixels, %s, and nothing is wider than the screen', (width, scheme) =>
    play(
      async ({ page, environment }) => {
        const samples = Object.entries({ ...messages(), ...outcomes() }).map(
          ([name, { blocks }]): [string, readonly unknown[]] => [name, blocks],
        );
        await postAll(environment, samples);
        const clip = await sheet(page, samples.length);
        await page.mouse.move(0, 0);
        expect(clip.x + clip.width).toBeLessThanOrEqual(width);
        const tooWide = await channel(page)
          .locator('article')
          .evaluateAll(
            (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
          );
        expect(tooWide).toBe(0);
        const path = await keepPicture(page, `messages-${width}-${scheme}`, clip);
        expect((await stat(path)).size).toBeLessThanOrEqual(MAX_BYTES);
      },
      { width, scheme, height: 9_000 },
    ),
  );
});

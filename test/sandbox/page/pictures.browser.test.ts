// The README's pictures: `npm run screenshots` makes them anew, from the real bot in a real browser.
import { stat } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Clip, describeInChromium, keepPicture, soon } from './browser.ts';
import { card, channel, field, modal, openThread, payOnPhone, sendPrompt, thread, type } from './scenes.ts';

const MAX_BYTES = 150_000;

async function isSmall(path: string): Promise<void> {
  expect((await stat(path)).size).toBeLessThanOrEqual(MAX_BYTES);
}

/** The part of the page that two things cover together. */
async function around(one: Locator, other: Locator): Promise<Clip> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('What the picture should show is not on the screen.');
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

describeInChromium('the pictures of the README', (play) => {
  it('show a card and its thread', () =>
    play(
      async ({ page }) => {
        await sendPrompt(page);
        await page.getByRole('button', { name: 'Decline' }).first().click();
        await soon(() => card(page).innerText()).toContain('not paid');
        await page.getByRole('button', { name: /^Pay, / }).click();
        await soon(() => card(page).innerText()).toContain('00 paid');
        await openThread(page);
        await thread(page).getByText('Paid after all').waitFor();
        await page.mouse.move(0, 0);
        await isSmall(await keepPicture(page, 'card-and-thread', await around(channel(page), thread(page))));
      },
      { width: 1460, height: 860 },
    ));

  it('show a form', () =>
    play(async ({ page }) => {
      await type(page, '/pay prompt 0712345678 1500 Two bags of flour');
      await field(page, 'msisdn').waitFor();
      await field(page, 'amount').fill('15.005');
      await modal(page).getByRole('button', { name: 'Send prompt' }).click();
      await modal(page).locator('.field-error').waitFor();
      await isSmall(await keepPicture(page, 'modal', await around(modal(page), modal(page))));
    }));

  it('show the whole sandbox', () =>
    play(
      async ({ page }) => {
        await sendPrompt(page);
        await payOnPhone(page);
        await soon(() => card(page).innerText()).toContain('00 paid');
        await sendPrompt(page, '0722000111 2400 Cement, five bags');
        await page.getByLabel('Enter your PIN').waitFor();
        await page.mouse.move(0, 0);
        await isSmall(await keepPicture(page, 'sandbox'));
      },
      { width: 1360, height: 800 },
    ));
});

// Bulk requests in the browser: a file with wrong rows, the corrected one, its message while it is sent, and its stop.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { channel, modal, type } from './scenes.ts';

const WRONG = [
  'Phone,Amount,Description,Name,Shop',
  '0712345678,"1,500",Flour,Jane Wanjiru,Nakuru',
  '7.12E+08,250,Sugar,Brian Otieno,Nakuru',
  '0733000003,,Salt,Asha,Nakuru',
].join('\r\n');

/** So many that there is time to stop them: about one is sent in a second. */
const ROWS = 40;
const RIGHT = [
  'Phone;Amount;Description;Name',
  ...Array.from(
    { length: ROWS },
    (_, index) => `07120001${10 + index};${1_500 + index},00;Flour;Jane ${index}`,
  ),
].join('\n');

async function choose(page: Page, name: string, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await modal(page).getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await modal(page).getByText(`Uploaded: ${name}`).waitFor();
  await modal(page).getByRole('button', { name: 'Check file' }).click();
}

const message = (page: Page) =>
  channel(page)
    .locator('article')
    .filter({ hasText: `${ROWS} PIN prompts` });

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const DEVICES = [
  { name: 'wide and light', scheme: 'light', width: 1440, height: 900 },
  { name: 'narrow and dark', scheme: 'dark', width: 390, height: 780 },
] as const;

describeInChromium('a bulk', (play) => {
  it.each(DEVICES)(
    'is corrected, confirmed, seen on its way and stopped: $name',
    { timeout: 180_000 },
    (device) =>
      play(async ({ page, environment }) => {
        const { provider } = environment;
        const picture = (name: string) => keepPicture(page, `bulk-${name}-${device.scheme}`);
        await type(page, '/pay bulk');
        await modal(page).getByRole('button', { name: 'Check file' }).waitFor();
        expect(await faultsOf(page)).toEqual([]);
        await picture('form');
        await choose(page, 'customers.csv', WRONG);
        await modal(page).getByText('2 of 3 rows have errors.').waitFor();
        const wrong = await modal(page).innerText();
        expect(wrong).toMatch(/Row 3.*lost digits of the phone: “7.12E\+08”/s);
        expect(wrong).toContain('Row 4');
        expect(wrong).toContain('Ignored columns: Shop');
        expect(await faultsOf(page)).toEqual([]);
        await picture('wrong');
        await choose(page, 'corrected.csv', RIGHT);
        const send = modal(page).getByRole('button', { name: 'Send all' });
        await send.waitFor();
        expect(await modal(page).innerText()).toContain(`in ${ROWS} rows`);
        expect(await faultsOf(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
        await picture('checked');
        expect(provider.prompts).toEqual([]);
        await send.click();
        await modal(page).getByText('Follow or stop this in').waitFor();
        await modal(page).getByRole('button', { name: 'Close' }).last().click();
        await modal(page).waitFor({ state: 'hidden' });

        await soon(() => message(page).first().innerText()).toMatch(/[1-9]\d* of 40/);
        expect(await faultsOf(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
        await message(page).first().scrollIntoViewIfNeeded();
        await picture('running');
        await message(page).first().getByRole('button', { name: 'Stop' }).click();
        await page.getByRole('dialog').getByText('Anything already sent stays.').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
        await soon(() => message(page).first().innerText()).toMatch(/stopped by .*not sent/s);
        const rang = provider.prompts.length;
        expect(rang).toBeGreaterThan(0);
        expect(rang).toBeLessThan(ROWS);
        expect(await message(page).first().getByRole('button', { name: 'Stop' }).count()).toBe(0);
        await picture('stopped');
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        expect(provider.prompts).toHaveLength(rang);
      }, device),
  );
});

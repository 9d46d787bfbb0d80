// What the customer gets, as an agent does it in the workspace and the customer on a phone of their own.
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { card, channel, field, modal, type } from './scenes.ts';

/** What a camera reads of the QR code that the page shows. */
async function scan(page: Page): Promise<string> {
  const picture = channel(page).getByRole('img', { name: /^QR code/ });
  await picture.waitFor();
  const { width, height, data } = await picture.evaluate(async (shown) => {
    if (!(shown instanceof HTMLImageElement)) throw new Error('no picture');
    await shown.decode();
    const { naturalWidth: width, naturalHeight: height } = shown;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context?.drawImage(shown, 0, 0);
    return { width, height, data: [...(context?.getImageData(0, 0, width, height).data ?? [])] };
  });
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

/** The customer's own browser, in their language. */
async function customersPhone(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'sw-KE',
    });
  if (!context) throw new Error('Chromium is gone');
  return context.newPage();
}

describeInChromium('what the customer gets', (play) => {
  it('a link is shared by WhatsApp in Swahili and shown as a QR code, is paid on the phone that scans it, and its receipt is opened there', () =>
    play(async ({ page }) => {
      await type(page, '/pay link 0712345678 2500 KES School fees');
      await field(page, 'language').selectOption('Swahili');
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      await modal(page).getByRole('button', { name: 'Close' }).last().click();

      await card(page).getByRole('button', { name: 'Share by WhatsApp' }).click();
      const answers = channel(page).locator('article.private');
      await answers.getByText('Payment link for +254 7•• ••• 678').waitFor();
      const whatsApp = answers.getByRole('link', { name: 'Open WhatsApp' });
      const shared = new URL((await whatsApp.getAttribute('href')) ?? '');
      expect(shared.pathname).toBe('/254712345678');
      expect(shared.searchParams.get('text')).toMatch(/^Habari.* School fees.* http/);
      expect(await answers.getByLabel('Language').inputValue()).toBe('sw');
      await keepPicture(page, 'shared-by-whatsapp');

      await card(page).getByRole('button', { name: 'Show QR code' }).click();
      const address = await scan(page);
      expect(shared.searchParams.get('text')).toContain(address);
      await keepPicture(page, 'qr-code');
      expect(await faultsOf(page)).toEqual([]);

      const phone = await customersPhone(page);
      await phone.goto(address);
      await phone.getByRole('button', { name: 'Pay' }).click();
      await phone.waitForURL(/\/paid/);
      expect(await phone.locator('html').getAttribute('lang')).toBe('sw');

      await soon(() => card(page).innerText()).toContain('00 paid');
      await card(page).getByRole('button', { name: 'Send receipt' }).click();
      const receipt = answers.filter({ hasText: 'Receipt for' });
      await receipt.getByLabel('Language').selectOption('French');
      await soon(() => receipt.innerText()).toContain('Bonjour');
      const [url = ''] = /http\S+\/r\/\S+/.exec(await receipt.locator('pre').innerText()) ?? [];
      await phone.goto(url);
      await soon(() => phone.innerText('body')).toContain('School fees');
      expect(await phone.innerText('body')).not.toContain('712345678');
      await keepPicture(page, 'receipt-sent');
      await phone.context().close();
    }));

  it('a new link’s window shows the text below the link, and the QR code in a window above', () =>
    play(
      async ({ page }) => {
        await type(page, '/pay link 0712345678 2500 KES School fees');
        await modal(page).getByRole('button', { name: 'Create link' }).click();
        await modal(page).getByRole('button', { name: 'Share by WhatsApp' }).click();
        await modal(page).getByRole('link', { name: 'Open WhatsApp' }).waitFor();
        await modal(page).getByLabel('Language').selectOption('Swahili');
        await soon(() => modal(page).innerText()).toContain('Habari');
        await keepPicture(page, 'window-whatsapp');
        await modal(page).getByRole('button', { name: 'Show QR code' }).click();
        await modal(page)
          .getByRole('img', { name: /^QR code/ })
          .waitFor();
        expect(await modal(page).innerText()).not.toContain('Habari');
        await keepPicture(page, 'window-qr');
        expect(await faultsOf(page)).toEqual([]);
        await modal(page).getByRole('button', { name: 'Close' }).last().click();
        await soon(() => modal(page).innerText()).toContain('Habari');
      },
      { width: 390, height: 844, scheme: 'dark' },
    ));
});

// The select of earlier customers, as somebody uses it in the browser: by keyboard, by pointer, and on a phone's screen.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { field, modal, sendPrompt, type } from './scenes.ts';

const LABEL = 'Jane Wanjiru · +254 7•• ••• 678';

const offered = (page: Page) => modal(page).getByRole('listbox', { name: 'Options' }).getByRole('option');

describeInChromium('the select of earlier customers', (play) => {
  it('searches while one types, and fills in the form by arrows and Enter alone', () =>
    play(async ({ page, environment }) => {
      await sendPrompt(page, '0712345678 1500 Two bags of flour', {
        first_name: 'Jane',
        last_name: 'Wanjiru',
      });
      await sendPrompt(page, '0722000111 900 Sugar', { first_name: 'Janet', last_name: 'Otieno' });
      await type(page, '/pay prompt');
      const customer = modal(page).getByRole('combobox', { name: /^Customer/ });
      await soon(() => customer.evaluate((node) => node === document.activeElement)).toBe(true);
      await page.keyboard.press('ArrowDown');
      await offered(page).nth(1).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await keepPicture(page, 'customers-offered');
      await page.keyboard.press('Escape');
      await soon(() => offered(page).count()).toBe(0);
      expect(await modal(page).isVisible()).toBe(true);
      await page.keyboard.type('zzz');
      await modal(page).getByText('No results').waitFor();
      await customer.fill('jan');
      await offered(page).nth(1).waitFor();
      await page.keyboard.press('ArrowDown');
      await soon(() => customer.getAttribute('aria-activedescendant')).toMatch(/-1$/);
      await page.keyboard.press('Enter');
      await modal(page).getByText('Phone number: +254 7•• ••• 678').waitFor();
      expect(await customer.inputValue()).toBe(LABEL);
      await modal(page).getByRole('button', { name: 'More' }).click();
      await soon(() => field(page, 'first_name').inputValue()).toBe('Jane');
      expect(await faultsOf(page)).toEqual([]);
      await keepPicture(page, 'customer-chosen');
      await field(page, 'amount').fill('350');
      await field(page, 'description').fill('Milk');
      await page.keyboard.press('Enter');
      await modal(page).waitFor({ state: 'hidden' });
      await soon(() => environment.provider.prompts.at(2)?.msisdn).toBe('254712345678');
    }));

  it('fits a phone, and is cleared by its button; what was typed elsewhere stays', () =>
    play(
      async ({ page }) => {
        await sendPrompt(page, '0712345678 1500 Two bags of flour', {
          first_name: 'Jane',
          last_name: 'Wanjiru',
        });
        await type(page, '/pay prompt Jane 350 Milk');
        await modal(page).getByText('Phone number: +254 7•• ••• 678').waitFor();
        await field(page, 'amount').fill('355');
        await keepPicture(page, 'narrow-customer-chosen');
        await modal(page)
          .getByRole('combobox', { name: /^Customer/ })
          .click();
        await offered(page).filter({ hasText: 'Someone else' }).waitFor();
        await keepPicture(page, 'narrow-customers-offered');
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
          ),
        ).toBe(false);
        await modal(page).getByRole('button', { name: 'Clear Customer' }).click();
        await field(page, 'msisdn').fill('0733123456');
        await soon(() => field(page, 'payment_method').inputValue()).toBe('AirtelKE');
        expect(await field(page, 'amount').inputValue()).toBe('355');
        expect(await faultsOf(page)).toEqual([]);
      },
      { width: 390, height: 780 },
    ));
});

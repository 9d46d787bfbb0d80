import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { become, channel, field, goTo, modal, payOnPhone, submitPrompt, type } from './scenes.ts';

describeInChromium('the direct message with Teller', (play) => {
  it('answers words without the command, and opens a form by a button', () =>
    play(async ({ page, environment }) => {
      await goTo(page, 'Home');
      await page.getByRole('button', { name: 'Messages' }).click();
      const messages = channel(page).locator('article');
      await type(page, 'hello');
      await soon(() => messages.count()).toBe(2);
      expect(await messages.last().innerText()).toContain('What would you like to do?');

      await type(page, 'prompt 0712345678 1500 Two bags of flour');
      await soon(() => messages.count()).toBe(4);
      await keepPicture(page, 'direct-message');
      await messages.last().getByRole('button', { name: 'Send a PIN prompt' }).click();
      await modal(page).waitFor();
      expect(await field(page, 'msisdn').inputValue()).toBe('0712345678');
      await submitPrompt(page);
      await payOnPhone(page);
      await soon(() => channel(page).innerText()).toContain('00 paid');

      const [order] = environment.provider.orders();
      await type(page, `find ${order?.id ?? ''}`);
      await soon(() => messages.last().innerText()).toContain('Checked with Pesapal');
      await keepPicture(page, 'direct-message-found');
    }));

  it('offers the words of the command while somebody types, and refuses a guest', () =>
    play(async ({ page }) => {
      await goTo(page, 'Teller');
      const box = page.getByRole('combobox', { name: 'Message Teller' });
      await box.click();
      await page.keyboard.type('rep');
      await soon(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining('report')]);
      await page.keyboard.press('Tab');
      expect(await box.inputValue()).toBe('report ');
      await keepPicture(page, 'direct-message-offers');
      await become(page, 'Grace Guest');
      // Until her own list has come, the message below would be written to somebody else's.
      await page
        .getByRole('navigation', { name: 'Workspace' })
        .getByRole('button', { name: 'finance' })
        .waitFor({ state: 'detached' });
      await goTo(page, 'Teller');
      await type(page, 'open');
      await channel(page).getByText('Guests can’t use Teller').first().waitFor();
    }));
});

import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { card, channel, field, goTo, modal, openThread, payOnPhone, submitPrompt, type } from './scenes.ts';

describeInChromium('the two-minute story', (play) => {
  it('an agent sends a prompt, the phone rings, the customer enters the PIN, the thread says paid', () =>
    play(async ({ page, environment }) => {
      await page.getByRole('combobox', { name: /^Message/ }).click();
      await page.keyboard.type('/pay prompt 0712345678 1500 Two bags of flour');
      await page.keyboard.press('Enter');
      await soon(() => field(page, 'msisdn').inputValue()).toBe('0712345678');
      await submitPrompt(page);

      await soon(() => card(page).innerText()).toContain('waiting for the PIN');
      await keepPicture(page, 'story-ringing');
      await payOnPhone(page);

      await soon(() => card(page).innerText()).toContain('00 paid');
      const thread = await openThread(page);
      await soon(() => thread.locator('article').count()).toBeGreaterThan(1);
      expect(await thread.locator('article').last().innerText()).toContain('KES 1,500.00');
      expect(await thread.innerText()).toContain('also sent to the channel');
      await page.getByText('Confirmed. KES 1,500.00 paid for Two bags of flour').waitFor();
      expect(environment.provider.prompts).toHaveLength(1);
      await keepPicture(page, 'story-paid');
    }));

  it('the thread says that the customer declined, and the agent can send again', () =>
    play(async ({ page }) => {
      await type(page, '/pay prompt 0712345678 700 Sugar');
      await submitPrompt(page);
      await page
        .getByRole('region', { name: 'The customer’s phone' })
        .getByRole('button', { name: 'Decline' })
        .click();
      const thread = await openThread(page);
      await soon(() => thread.innerText()).toMatch(/declined/);
      await card(page).getByRole('button', { name: 'Send again' }).click();
      await soon(() => field(page, 'description').inputValue()).toBe('Sugar');
    }));

  it('a link is paid on the hosted page, which leads to the bot’s own page and to the thread', () =>
    play(async ({ page }) => {
      await type(page, '/pay link 2500 KES School fees');
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      await modal(page).getByRole('button', { name: 'Show QR code' }).waitFor();
      await page.keyboard.press('Escape');
      const popup = page.waitForEvent('popup');
      await card(page).getByRole('link', { name: 'Open payment page' }).click();
      const hosted = await popup;
      await hosted.getByRole('button', { name: 'Pay' }).click();
      await hosted.waitForURL(/\/paid/);
      expect(await hosted.innerText('body')).toContain('Duka la Amina');
      await hosted.close();
      await soon(() => card(page).innerText()).toContain('00 paid');
    }));

  it('sales fills in a first prompt, and a channel that Teller was added to has no button left', () =>
    play(async ({ page }) => {
      const beginning = channel(page).locator('.channel-start');
      await beginning.getByRole('button', { name: 'Try a PIN prompt' }).click();
      expect(await page.getByRole('combobox', { name: /^Message/ }).inputValue()).toBe(
        '/pay prompt 0712345678 1500 Two bags of flour',
      );
      await goTo(page, 'leads');
      await beginning.getByRole('button', { name: 'Invite Teller' }).click();
      await soon(() => beginning.innerText()).toContain('Type /pay.');
      expect(await beginning.getByRole('button').count()).toBe(0);
    }));
});

import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { card, channel, goTo, modal, openThread, payOnPhone, type } from './scenes.ts';

describeInChromium('the two-minute story', (play) => {
  it('an agent sends a prompt, the phone rings, the customer enters the PIN, the thread says paid', () =>
    play(async ({ page, environment }) => {
      await page.getByRole('button', { name: 'Try a PIN prompt' }).click();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => modal(page).getByLabel('Customer’s mobile number').inputValue())
        .toBe('0712345678');
      await modal(page).getByRole('button', { name: 'Send prompt' }).click();
      await modal(page).getByText('is being asked for').waitFor();
      await page.keyboard.press('Escape');
      await modal(page).waitFor({ state: 'hidden' });

      await soon(() => card(page).innerText()).toContain('waiting for the PIN');
      await keepPicture(page, 'story-ringing');
      await payOnPhone(page);

      await soon(() => card(page).innerText()).toContain('00 paid');
      const thread = await openThread(page);
      await soon(() => thread.innerText()).toContain('KES 1,500.00 paid');
      expect(await thread.innerText()).toContain('also sent to the channel');
      await page.getByText('Confirmed. KES 1,500.00 paid for Two bags of flour').waitFor();
      expect(environment.provider.prompts).toHaveLength(1);
      await keepPicture(page, 'story-paid');
    }));

  it('the thread says that the customer declined, and the agent can send again', () =>
    play(async ({ page }) => {
      await type(page, '/pay prompt 0712345678 700 Sugar');
      await modal(page).getByRole('button', { name: 'Send prompt' }).click();
      await modal(page).getByText('is being asked for').waitFor();
      await page.keyboard.press('Escape');
      await modal(page).waitFor({ state: 'hidden' });
      await page
        .getByRole('region', { name: 'The customer’s phone' })
        .getByRole('button', { name: 'Decline' })
        .click();
      const thread = await openThread(page);
      await soon(() => thread.innerText()).toContain('The customer declined the prompt');
      await card(page).getByRole('button', { name: 'Send again' }).click();
      await soon(() => modal(page).getByLabel('What it is for').inputValue()).toBe('Sugar');
    }));

  it('a link is paid on the hosted page, which leads to the bot’s own page and to the thread', () =>
    play(async ({ page }) => {
      await type(page, '/pay link 2500 KES School fees');
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      const popup = page.waitForEvent('popup');
      await modal(page).getByRole('link', { name: 'Open payment page' }).click();
      const hosted = await popup;
      await hosted.getByRole('button', { name: 'Pay' }).click();
      await hosted.waitForURL(/\/paid/);
      expect(await hosted.innerText('body')).toContain('Duka la Amina');
      await hosted.close();
      await page.keyboard.press('Escape');
      await soon(() => card(page).innerText()).toContain('00 paid');
    }));

  it('where Teller was let in, the channel speaks of no button but the one that it has', () =>
    play(async ({ page }) => {
      const beginning = channel(page).locator('.channel-start');
      expect(await beginning.innerText()).toContain('or press the button below');
      await goTo(page, 'leads');
      await beginning.getByRole('button', { name: 'Invite Teller' }).click();
      await soon(() => beginning.innerText()).toContain('Type /pay.');
      expect(await beginning.getByRole('button').count()).toBe(0);
    }));
});

import { expect, it } from 'vitest';
import { untilNoon } from '#test/journeys/noon.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import {
  become,
  card,
  channel,
  field,
  goTo,
  modal,
  openThread,
  payOnPhone,
  reply,
  sendPrompt,
  thread,
  type,
} from './scenes.ts';

describeInChromium('the workspace', (play) => {
  it('shows what is wrong with a form at its field, and keeps what was typed', () =>
    play(async ({ page, environment }) => {
      await type(page, '/pay prompt');
      const form = modal(page);
      await field(page, 'msisdn').fill('020 123');
      await field(page, 'amount').fill('15.005');
      await field(page, 'description').fill('Flour');
      await form.getByRole('button', { name: 'Send prompt' }).click();
      const phone = field(page, 'msisdn');
      await soon(() => phone.getAttribute('aria-invalid')).toBe('true');
      await soon(() => form.locator('.field-error').count()).toBe(2);
      expect(await phone.inputValue()).toBe('020 123');
      await soon(() => phone.evaluate((node) => node === document.activeElement)).toBe(true);
      await keepPicture(page, 'form-errors');
      expect(environment.provider.requestsTo('push')).toEqual([]);
    }));

  it('lets Slack itself refuse an empty field', () =>
    play(async ({ page }) => {
      await type(page, '/pay link');
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      await modal(page).getByText('Please complete this required field.').first().waitFor();
    }));

  it('asks before an order is cancelled; no changes nothing, yes cancels it', () =>
    play(async ({ page }) => {
      await sendPrompt(page);
      await card(page).getByRole('button', { name: 'Cancel' }).click();
      await modal(page).getByRole('heading', { name: 'Cancel this order?' }).waitFor();
      await keepPicture(page, 'confirm');
      await modal(page).getByRole('button', { name: 'Keep it' }).click();
      await modal(page).waitFor({ state: 'hidden' });
      expect(await card(page).innerText()).toContain('waiting for the PIN');

      await card(page).getByRole('button', { name: 'Cancel' }).click();
      await modal(page).getByRole('button', { name: 'Cancel order' }).click();
      await soon(() => card(page).innerText()).toMatch(/cancelled/i);
    }));

  it('calls a day yesterday once time has been skipped, also on a card that has not changed since', () =>
    play(async ({ page, environment }) => {
      environment.skip(untilNoon(environment.now()));
      await sendPrompt(page);
      await payOnPhone(page);
      await soon(() => card(page).innerText()).toMatch(/today/);
      await page.getByRole('tab', { name: 'Faults' }).click();
      await page.getByText('+ 1 day', { exact: true }).click();
      await soon(() => card(page).innerText()).toMatch(/yesterday/i);
      await soon(() => channel(page).locator('.day').first().innerText()).toBe('Yesterday');
    }));

  it('looks a payment up in its thread when Teller is mentioned, and from the menu of a message', () =>
    play(async ({ page }) => {
      await sendPrompt(page);
      await payOnPhone(page);
      await openThread(page);
      await soon(() => thread(page).locator('article').count()).toBe(2);
      await reply(page, '@teller status');
      await soon(() => thread(page).locator('article').count()).toBe(4);
      expect(await thread(page).locator('article').last().innerText()).toMatch(/paid/i);
      await keepPicture(page, 'thread');

      await card(page).hover();
      await card(page).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Find this payment' }).click();
      await soon(() => thread(page).locator('article').count()).toBe(5);
    }));

  it('refuses a guest on a command, on a button and at Home', () =>
    play(async ({ page, environment }) => {
      await sendPrompt(page);
      await become(page, 'Grace Guest');
      await type(page, '/pay prompt 0712345678 10 Nothing');
      const note = channel(page).locator('.private');
      await soon(() => note.count()).toBe(1);
      expect(await note.innerText()).toContain('Only visible to you');
      await keepPicture(page, 'guest');
      await card(page).getByRole('button', { name: 'Check now' }).click();
      await soon(() => note.count()).toBe(2);
      await goTo(page, 'Home');
      await page
        .getByRole('region', { name: 'Home of Teller' })
        .getByText('Guests can’t use Teller')
        .waitFor();
      expect(await channel(page).getByRole('button', { name: 'Send a PIN prompt' }).count()).toBe(0);
      expect(environment.provider.prompts).toHaveLength(1);
    }));

  it('says that Teller is missing while it is stopped, and after the restart the thread has the payment', () =>
    play(async ({ page }) => {
      await sendPrompt(page);
      await page.getByRole('tab', { name: 'Faults' }).click();
      await page.getByRole('button', { name: 'Stop Teller' }).click();
      await page.getByRole('banner').getByText('Teller is stopped').waitFor();
      await type(page, '/pay open');
      await page.getByText('/pay failed with the error "dispatch_failed"').first().waitFor();
      await payOnPhone(page);
      await page.getByRole('button', { name: 'Start Teller' }).click();
      await page.getByRole('button', { name: 'Skip 1 min' }).click();
      await soon(() => card(page).innerText()).toContain('00 paid');
      await keepPicture(page, 'restarted');
    }));

  it('announces a payment in finance once alerts are on there, with a link that leads to the card’s thread', () =>
    play(async ({ page }) => {
      await goTo(page, 'finance');
      await page.getByRole('button', { name: 'Turn on alerts here' }).click();
      await page.getByText('This channel now gets').first().waitFor();
      await goTo(page, 'sales');
      await sendPrompt(page);
      await payOnPhone(page);
      await goTo(page, 'finance');
      const alert = channel(page).locator('article').filter({ hasText: 'Two bags of flour' });
      await soon(() => alert.count()).toBe(1);
      await alert.getByText('card', { exact: true }).click();
      await soon(() => thread(page).innerText()).toContain('Two bags of flour');
      await keepPicture(page, 'alerts');
    }));

  it('shows a report’s file, inside and to download', () =>
    play(async ({ page, environment }) => {
      environment.skip(untilNoon(environment.now()));
      await sendPrompt(page);
      await payOnPhone(page);
      await soon(() => card(page).innerText()).toContain('00 paid');
      await type(page, '/pay report today');
      await channel(page).getByText('Open report').click();
      await thread(page).getByText('Preview').click();
      await thread(page).getByRole('cell', { name: 'Two bags of flour' }).waitFor();
      const coming = page.waitForEvent('download');
      await thread(page).getByRole('link', { name: 'Download' }).click();
      expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
    }));

  it('opens forms from the shortcuts and from Home', () =>
    play(async ({ page }) => {
      await page.getByRole('button', { name: 'Shortcuts' }).click();
      await page.getByRole('menuitem', { name: /^Create a payment link/ }).click();
      await modal(page).getByRole('heading', { name: 'Create a payment link' }).waitFor();
      await page.keyboard.press('Escape');
      await modal(page).waitFor({ state: 'hidden' });
      await goTo(page, 'Home');
      await channel(page).getByRole('button', { name: 'Send a PIN prompt' }).click();
      await modal(page).getByRole('heading', { name: 'Send a PIN prompt' }).waitFor();
      await keepPicture(page, 'home-modal');
    }));
});

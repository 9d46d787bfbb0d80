import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { card, goTo, modal, openThread, payOnPhone, sendPrompt, thread, type } from './scenes.ts';

describeInChromium('the page for everybody', (play) => {
  it.each(['light', 'dark'] as const)(
    'has nothing that axe would complain about, when it is %s',
    { timeout: 180_000 },
    (scheme) =>
      play(
        async ({ page }) => {
          expect(await faultsOf(page)).toEqual([]);
          await type(page, '/pay prompt');
          await modal(page).getByRole('button', { name: 'Send prompt' }).click();
          await modal(page).locator('.field-error').first().waitFor();
          expect(await faultsOf(page)).toEqual([]);
          await page.keyboard.press('Escape');
          await modal(page).waitFor({ state: 'hidden' });

          await sendPrompt(page);
          expect(await faultsOf(page)).toEqual([]);
          await keepPicture(page, `ringing-${scheme}`);
          await payOnPhone(page);
          await openThread(page);
          await type(page, '/pay open');
          await page.getByText('Only visible to you').first().waitFor();
          expect(await faultsOf(page)).toEqual([]);
          await page.getByRole('tab', { name: 'Faults' }).click();
          await page.getByText('More faults').click();
          await page.getByRole('switch', { name: 'Slow answers' }).click();
          expect(await faultsOf(page)).toEqual([]);
          await keepPicture(page, `thread-and-faults-${scheme}`);
          await page.getByRole('tab', { name: 'Steps' }).click();
          await page.getByText('Create a payment link').first().click();
          await page.getByRole('button', { name: 'Run step' }).first().waitFor();
          expect(await faultsOf(page)).toEqual([]);
          await page.getByRole('tab', { name: 'Wire' }).click();
          await page.locator('.wire summary').first().click();
          await page.getByRole('heading', { name: 'Request' }).waitFor();
          await goTo(page, 'Home');
          await page.getByRole('heading', { name: 'Open orders' }).waitFor();
          expect(await faultsOf(page)).toEqual([]);
          await keepPicture(page, `home-and-wire-${scheme}`);
        },
        { scheme },
      ),
  );

  it('can be used with the keyboard alone: complete a command, fill in, send, pay', () =>
    play(async ({ page }) => {
      await page.getByRole('combobox', { name: /^Message/ }).focus();
      await page.keyboard.type('/pa');
      await page.getByRole('option', { name: '/pay' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.type('pro');
      await page.keyboard.press('Tab');
      await page.keyboard.type('0712345678 50 Tea');
      await page.keyboard.press('Enter');
      // Wherever the focus is in a form, Enter sends it.
      await soon(() => modal(page).evaluate((node) => node.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Enter');
      await modal(page).waitFor({ state: 'hidden' });
      const box = page.getByRole('combobox', { name: /^Message/ });
      await soon(() => box.evaluate((node) => node === document.activeElement)).toBe(true);
      await page.getByLabel('Enter your PIN').focus();
      await page.keyboard.type('1234');
      await page.keyboard.press('Enter');
      await soon(() => card(page).innerText()).toContain('00 paid');
      expect(await page.getByRole('log', { name: 'New messages' }).innerText()).toContain('KES 50.00');
    }));

  it('reads new messages out from the first one on, as they are shown and without Slack’s marks', () =>
    play(async ({ page }) => {
      await type(page, '/pay alerts on');
      const log = page.getByRole('log', { name: 'New messages' });
      await soon(() => log.innerText()).toContain(
        'Teller: @Amina Agent changed the alerts. This channel now gets',
      );
      await sendPrompt(page, '0712345678 1500 Fish & chips');
      await soon(() => log.innerText()).toContain('Fish & chips');
      expect(await log.innerText()).not.toMatch(/[<>*]|&amp;|:\w+:/);
      expect(await log.getByRole('button').count()).toBe(0);
    }));

  it('fits a phone: one pane at a time, nothing wider than the screen', () =>
    play(
      async ({ page }) => {
        const isTooWide = () =>
          page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
        await sendPrompt(page);
        expect(await isTooWide()).toBe(false);
        await keepPicture(page, 'narrow-chat');
        await page.getByRole('button', { name: 'Customer' }).click();
        await keepPicture(page, 'narrow-customer');
        await payOnPhone(page);
        await page.getByRole('button', { name: 'Chat' }).click();
        await openThread(page);
        await soon(() => thread(page).innerText()).toContain('paid');
        expect(await isTooWide()).toBe(false);
        expect(await faultsOf(page)).toEqual([]);
        await keepPicture(page, 'narrow-thread');
        await page.getByRole('button', { name: 'Channels' }).click();
        expect(await isTooWide()).toBe(false);
        expect(await faultsOf(page)).toEqual([]);
        await keepPicture(page, 'narrow-channels');
      },
      { width: 390, height: 780 },
    ));
});

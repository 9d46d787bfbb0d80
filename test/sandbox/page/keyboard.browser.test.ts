// The page for people who press Tab, and what must not lie over or push aside what they want to see.
import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { card, field, modal, payOnPhone, sendPrompt, type } from './scenes.ts';

/** A laptop and a phone. */
const WINDOWS = [
  { width: 1360, height: 860 },
  { width: 390, height: 844 },
];

describeInChromium('the page', (play) => {
  it.each(WINDOWS)(
    'leads from the first Tab to the message box, and from the second to the phone ($width px)',
    (window) =>
      play(async ({ page, environment }) => {
        const { slack } = environment;
        const brian = slack.person(slack.users.secondAgent);
        for (let count = 1; count <= 40; count += 1) brian.say('sales', `Message ${count}`);
        await soon(() => page.locator('article').count()).toBe(40);
        await page.keyboard.press('Tab');
        await soon(() =>
          page
            .getByRole('link', { name: 'Skip to the message box' })
            .evaluate((node) => node.getBoundingClientRect().top),
        ).toBeGreaterThan(0);
        await keepPicture(page, `skip-${window.width}`);
        await page.keyboard.press('Enter');
        const box = page.getByRole('combobox', { name: /^Message/ });
        await soon(() => box.evaluate((node) => node === document.activeElement)).toBe(true);
        await page.keyboard.type('Hello');
        await soon(() => box.inputValue()).toBe('Hello');

        await page.getByRole('link', { name: 'Skip to the customer’s phone' }).focus();
        await page.keyboard.press('Enter');
        const phone = page.getByRole('region', { name: 'The customer’s phone' });
        await soon(() => phone.evaluate((node) => node === document.activeElement)).toBe(true);
        expect(await phone.isVisible()).toBe(true);
      }, window),
  );

  it('offers no way to a message box on Home, where there is none', () =>
    play(async ({ page }) => {
      await page
        .getByRole('navigation', { name: 'Workspace' })
        .getByRole('button', { name: /^Home/ })
        .click();
      await page.getByRole('link', { name: 'Skip to the message box' }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Skip to the customer’s phone' }).waitFor({ state: 'attached' });
    }));

  it.each(WINDOWS)(
    'keeps long error codes and long words of the wire inside its panel ($width px)',
    (window) =>
      play(async ({ page, environment }) => {
        const { provider, slack } = environment;
        await fetch(`${provider.baseUrl}/Auth/RequestToken`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ consumer_key: provider.consumerKey, consumer_secret: 'wrong' }),
        });
        await slack
          .person(slack.users.agent)
          .command(slack.channels.sales, '/pay', `status ${'x'.repeat(300)}`);
        if (window.width < 800) await page.getByRole('button', { name: 'Customer' }).click();
        await page.getByRole('tab', { name: 'Wire' }).click();
        await page.getByText('invalid_consumer_key_or_secret_provided').first().waitFor();
        const panel = page.getByRole('region', { name: 'Customer and Pesapal' });
        const tooWide = () => panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(await tooWide()).toBe(0);
        // Lines that come meanwhile move the others.
        const closed = panel.locator('.wire details:not([open]) > summary');
        while ((await closed.count()) > 0) await closed.first().click();
        await panel.locator('.wire-inside').first().waitFor();
        expect(await tooWide()).toBe(0);
        await keepPicture(page, `wire-${window.width}`);
      }, window),
  );

  it.each(WINDOWS)('leaves the phone in reach while a link’s result is open ($width px)', (window) =>
    play(async ({ page }) => {
      await sendPrompt(page);
      await type(page, '/pay link 2500 KES School fees');
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      await modal(page).getByRole('button', { name: 'Show QR code' }).waitFor();
      await keepPicture(page, `outcome-${window.width}`);
      if (window.width < 800) await page.getByRole('button', { name: 'Customer' }).click();
      await payOnPhone(page);
      if (window.width < 800) await page.getByRole('button', { name: 'Chat' }).click();
      await soon(() => card(page).first().innerText()).toContain('00 paid');
      await modal(page).press('Escape');
      await modal(page).waitFor({ state: 'hidden' });
    }, window),
  );

  it('sends what was typed at Enter, and takes a suggestion at Tab or after an arrow', () =>
    play(async ({ page }) => {
      const box = page.getByRole('combobox', { name: /^Message/ });
      await box.click();
      await page.keyboard.type('/pay op');
      await page.getByRole('option', { name: 'open' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await box.inputValue()).toBe('/pay open ');
      await box.fill('/pay li');
      await page.keyboard.press('Tab');
      expect(await box.inputValue()).toBe('/pay link ');
      await box.fill('/pay link 25');
      await page.keyboard.press('Enter');
      await soon(() => field(page, 'amount').inputValue()).toBe('25');
      expect(await box.inputValue()).toBe('');
    }));
});

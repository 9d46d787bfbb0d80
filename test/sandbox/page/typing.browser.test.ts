import { expect, it } from 'vitest';
import { describeInChromium, soon } from './browser.ts';
import { card, field, modal, sendPrompt, type } from './scenes.ts';

describeInChromium('typing', (play) => {
  it('goes on in the message box after a modal has closed, whether by Escape, by its button or by an answer', () =>
    play(async ({ page }) => {
      const box = page.getByRole('combobox', { name: /^Message/ });
      const typed = async (words: string) => {
        await soon(() => box.evaluate((node) => node === document.activeElement)).toBe(true);
        await page.keyboard.type(words);
        await soon(() => box.inputValue()).toBe(words);
        await box.fill('');
      };
      await box.click();
      await page.keyboard.type('/pay link');
      await page.keyboard.press('Enter');
      await modal(page).waitFor();
      await page.keyboard.press('Escape');
      await modal(page).waitFor({ state: 'hidden' });
      await typed('Hello after Escape');

      await page.keyboard.type('/pay link 2500 Fees');
      await page.keyboard.press('Enter');
      await modal(page).getByRole('button', { name: 'Close' }).first().click();
      await modal(page).waitFor({ state: 'hidden' });
      await typed('Hello after Close');

      await sendPrompt(page);
      await typed('Hello after an outcome');
    }));

  it('goes on in the message box after a question of Slack’s was answered with no', () =>
    play(async ({ page }) => {
      await sendPrompt(page);
      await card(page).getByRole('button', { name: 'Cancel' }).click();
      await modal(page).getByRole('button', { name: 'Keep it' }).click();
      await modal(page).waitFor({ state: 'hidden' });
      const box = page.getByRole('combobox', { name: /^Message/ });
      await box.click();
      await page.keyboard.type('Hello');
      await soon(() => box.inputValue()).toBe('Hello');
    }));

  it('brings the answer to one’s own command into sight, also for a reader who had scrolled up', () =>
    play(async ({ page, environment }) => {
      const { slack } = environment;
      const brian = slack.person(slack.users.secondAgent);
      for (let count = 1; count <= 40; count += 1) brian.say('sales', `Message ${count}`);
      const messages = page.getByRole('region', { name: 'Messages' });
      await soon(() => messages.locator('article').count()).toBe(40);
      await messages.evaluate((node) => {
        // A message may arrive before the browser has told of the scrolling: here it never does.
        window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true });
        node.scrollTop = 0;
      });
      brian.say('sales', 'Message 41');
      await soon(() => messages.locator('article').count()).toBe(41);
      expect(await messages.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
      await type(page, '/pay open');
      await soon(() => messages.getByText('You have no open orders').isVisible()).toBe(true);
      await soon(() =>
        messages.evaluate(
          ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight,
        ),
      ).toBeLessThan(2);
    }));

  it('is not disturbed by messages that arrive meanwhile, in the message box and in a form', () =>
    play(async ({ page, environment }) => {
      const { slack } = environment;
      const brian = slack.person(slack.users.secondAgent);
      const box = page.getByRole('combobox', { name: /^Message/ });
      await box.click();
      for (const letter of 'Hello there') {
        await page.keyboard.type(letter);
        brian.say('sales', `A message while ${letter} is typed`);
      }
      await soon(() => page.getByRole('region', { name: 'Messages' }).locator('article').count()).toBe(11);
      expect(await box.inputValue()).toBe('Hello there');
      await box.fill('/pay link');
      await box.press('Enter');
      const amount = field(page, 'amount');
      await amount.click();
      for (const digit of '2500') {
        await page.keyboard.type(digit);
        brian.say('sales', `A message while ${digit} is typed`);
      }
      await soon(() =>
        page.getByRole('region', { name: 'Messages', includeHidden: true }).locator('article').count(),
      ).toBe(15);
      expect(await amount.inputValue()).toBe('2500');
    }));
});

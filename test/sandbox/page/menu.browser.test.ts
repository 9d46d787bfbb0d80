// The menu of a card and the fields that come with "Repeat", by mouse and by keyboard alone.
import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { card, channel, field, modal, openThread, payOnPhone, sendPrompt, type } from './scenes.ts';

describeInChromium('the menu of a card', (play) => {
  it.each(['light', 'dark'] as const)(
    'opens by key, is walked through with arrows, and asks in a form before it cancels (%s)',
    (scheme) =>
      play(
        async ({ page, environment }) => {
          await type(page, '/pay link 2500 KES School fees');
          await modal(page).getByRole('button', { name: 'Create link' }).click();
          await modal(page).getByRole('button', { name: 'Show QR code' }).waitFor();
          await page.keyboard.press('Escape');
          await modal(page).waitFor({ state: 'hidden' });
          // A card that is written anew closes its menu.
          await soon(() => card(page).innerText()).toContain('waiting for payment');
          const menu = card(page).getByRole('button', { name: 'More options' });
          await menu.focus();
          await page.keyboard.press('Enter');
          await card(page).getByRole('menuitem', { name: 'Check now' }).waitFor();
          expect(await faultsOf(page)).toEqual([]);
          await keepPicture(page, `menu-${scheme}`);
          await page.keyboard.press('Escape');
          await soon(() => menu.evaluate((node) => node === document.activeElement)).toBe(true);

          await page.keyboard.press('Enter');
          await page.keyboard.press('Enter');
          await channel(page).getByText('Waiting for payment, checked just now.').waitFor();
          await menu.focus();
          await page.keyboard.press('Enter');
          await page.keyboard.press('ArrowDown');
          await page.keyboard.press('Enter');
          await modal(page).getByText('Cancel KES 2,500.00?').waitFor();
          expect(environment.provider.requestsTo('cancelOrder')).toEqual([]);
          await modal(page).getByRole('button', { name: 'Cancel order' }).click();
          await modal(page).getByText('Cancelled.').waitFor();
          await soon(() => card(page).first().innerText()).toContain('cancelled by');
        },
        { scheme },
      ),
  );

  it.each([1360, 390])('stays on a screen of %d pixels', (width) =>
    play(
      async ({ page }) => {
        await type(page, '/pay link 2500 KES School fees');
        await modal(page).getByRole('button', { name: 'Create link' }).click();
        await modal(page).getByRole('button', { name: 'Show QR code' }).waitFor();
        await page.keyboard.press('Escape');
        await soon(() => card(page).innerText()).toContain('waiting for payment');
        await card(page).getByRole('button', { name: 'More options' }).click();
        const box = await card(page).getByRole('menu').boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? width) + (box?.width ?? width)).toBeLessThanOrEqual(width);
        await keepPicture(page, `menu-${width}`);
      },
      { width, height: 844 },
    ),
  );

  it('is not cut off by the edge of the channel or of the thread when it stands at the side of a paid card', () =>
    play(async ({ page }) => {
      await sendPrompt(page);
      await payOnPhone(page);
      await soon(() => card(page).innerText()).toContain('00 paid');
      const thread = await openThread(page);
      for (const pane of [channel(page), thread]) {
        await pane.getByRole('button', { name: 'More options' }).first().click();
        const menu = await pane.getByRole('menu').boundingBox();
        const edge = await pane.boundingBox();
        expect(menu?.x).toBeGreaterThanOrEqual(edge?.x ?? Infinity);
        expect((menu?.x ?? 0) + (menu?.width ?? Infinity)).toBeLessThanOrEqual(
          (edge?.x ?? 0) + (edge?.width ?? 0),
        );
        await page.keyboard.press('Escape');
      }
      await keepPicture(page, 'menu-of-paid');
    }));
});

describeInChromium('Repeat', (play) => {
  it('brings the fields of a recurring link, keeps what was typed, and takes them away again', () =>
    play(async ({ page }) => {
      await type(page, '/pay link 2500 KES School fees');
      await field(page, 'amount').fill('3000');
      const repeat = field(page, 'frequency');
      await repeat.selectOption('Monthly');
      await field(page, 'start_date').waitFor();
      expect(await field(page, 'amount').inputValue()).toBe('3000');
      expect(await faultsOf(page)).toEqual([]);
      await field(page, 'end_date').scrollIntoViewIfNeeded();
      await keepPicture(page, 'repeat');
      await repeat.selectOption('Once');
      await field(page, 'start_date').waitFor({ state: 'detached' });
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      await modal(page).getByText('KES 3,000.00').waitFor();
    }));
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { requestRefund } from './request-refund.ts';
import { become, card, field, modal, openThread, payOnPhone, sendPrompt, thread } from './scenes.ts';

const requests = (page: Page) => page.getByRole('region', { name: 'Refund requests' });

async function payPrompt(page: Page, { provider }: Environment, words: string): Promise<string> {
  const before = provider.orders().length;
  await sendPrompt(page, words);
  await payOnPhone(page);
  const codeOf = () => provider.orders()[before]?.payment?.confirmation_code;
  await soon(codeOf).toBeDefined();
  return codeOf() ?? '';
}

describeInChromium('the service’s operator', (play) => {
  it('gets the request that one agent has asked for and another has approved', () =>
    play(async ({ page, environment }) => {
      await payPrompt(page, environment, '0712345678 1500 Two bags of flour');
      await soon(() => card(page).innerText()).toContain('00 paid');
      await card(page).getByRole('button', { name: 'More options' }).click();
      await card(page).getByRole('menuitem', { name: 'Refund' }).click();
      await field(page, 'remarks').fill('Sent twice');
      await modal(page).getByRole('button', { name: 'Request refund' }).click();
      await soon(() => environment.slack.messages(environment.slack.channels.sales).length).toBeGreaterThan(
        2,
      );
      await page.keyboard.press('Escape');
      await modal(page).waitFor({ state: 'hidden' });

      await become(page, 'Brian Agent');
      await openThread(page);
      await thread(page).getByRole('button', { name: 'Approve' }).click();
      await modal(page).getByRole('button', { name: 'Approve' }).click();
      const request = requests(page).getByRole('listitem').first();
      await soon(() => request.innerText()).toMatch(/Amina Agent, approved by Brian Agent/);
      await keepPicture(page, 'refund-approved');
      environment.skip(10_000);
      await request.getByRole('button', { name: /^Approve the refund of / }).click();
      await soon(() => card(page).innerText()).toContain('refunded');
    }));

  it('finds requests for refunds above the orders, approves one and rejects another', () =>
    play(async ({ page, environment }) => {
      const code = await payPrompt(page, environment, '0712345678 1500 Two bags of flour');
      await openThread(page);
      await soon(() => card(page).innerText()).toContain('00 paid');
      expect(await requests(page).count()).toBe(0);
      await requestRefund(environment, { confirmation_code: code, amount: 1500 });
      const request = requests(page).getByRole('listitem').first();
      await soon(() => request.innerText()).toMatch(/KES 1,500\.00 Sent twice[\s\S]*pending/);

      environment.skip(10_000);
      await request.getByRole('button', { name: /^Approve the refund of / }).click();
      await soon(() => request.innerText()).toContain('refunded');
      expect(await request.getByRole('button').count()).toBe(0);
      await soon(() => thread(page).innerText()).toContain('refunded');
      const phone = page.getByRole('region', { name: 'The customer’s phone' });
      await soon(() => phone.innerText()).toContain('Reversed. KES 1,500.00');

      const other = await payPrompt(page, environment, '0722000111 2400 Cement');
      await requestRefund(environment, { confirmation_code: other, amount: 2400, remarks: 'Wrong goods' });
      const second = requests(page).getByRole('listitem').filter({ hasText: 'Wrong goods' });
      await second.getByRole('button', { name: /^Reject the refund of / }).click();
      await soon(() => second.innerText()).toContain('rejected');
      expect(environment.provider.orders().map(({ payment }) => payment?.status_code)).toEqual([3, 1]);
    }));

  it.each([
    [1360, 'light'],
    [1360, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'has a list at %d pixels, %s, that fits and about which axe does not complain',
    { timeout: 180_000 },
    (width, scheme) =>
      play(
        async ({ page, environment }) => {
          const { provider } = environment;
          const narrow = width < 600;
          const codes: string[] = [];
          for (const words of ['0712345678 1500 Flour', '0722000111 2400 Cement', '0733000222 9000 Tiles']) {
            await sendPrompt(page, words);
            await soon(() => provider.orders().length).toBe(codes.length + 1);
            const order = provider.orders().at(-1);
            const { confirmation_code } = await provider.customer.pay(order?.order_tracking_id ?? '');
            await requestRefund(environment, {
              confirmation_code,
              amount: order?.amount ?? 0,
              username: 'Amina Otieno, approved by Brian Kimani',
              remarks: 'The customer paid a second time for the same order, by hand',
            });
            codes.push(confirmation_code);
          }
          const [approved = '', rejected = ''] = codes;
          await provider.operator.approve(approved, { notify: false });
          provider.operator.reject(rejected);
          if (narrow) await page.getByRole('button', { name: 'Customer' }).click();
          await soon(() => requests(page).innerText()).toMatch(/pending[\s\S]*rejected[\s\S]*refunded/);
          expect(await faultsOf(page)).toEqual([]);
          const isTooWide = () =>
            page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
          expect(await isTooWide()).toBe(false);
          await requests(page).scrollIntoViewIfNeeded();
          await keepPicture(page, `refunds-${width}-${scheme}`);
        },
        { width, scheme },
      ),
  );
});

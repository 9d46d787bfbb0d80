// Somebody asks for the report of a month: what it looks like, that its tables sort, and that it fits a phone.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import { untilNoon } from '#test/journeys/noon.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { faultsOf } from './faults-of.ts';
import { channel, goTo, modal, type } from './scenes.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Amounts by day: who collected them, and how they were paid. */
const SALES = [
  [
    ['agent', 1500, 'MpesaKE'],
    ['secondAgent', 4200, 'MpesaKE'],
  ],
  [['agent', 12_000, 'Visa']],
  [
    ['secondAgent', 900, 'MpesaKE'],
    ['agent', 2750.5, 'AirtelKE'],
  ],
] as const;

async function collect({ slack, provider, now, skip }: Environment): Promise<void> {
  skip(untilNoon(now()));
  for (const [index, day] of SALES.entries()) {
    if (index > 0) skip(DAY_MS);
    for (const [who, amount, method] of day) {
      skip(10_000);
      const person = slack.person(slack.users[who]);
      await person.command(slack.channels.sales, '/pay', `link ${amount} KES School fees`);
      await soon(() => slack.modal(person.id)?.submit).toBeTruthy();
      const before = slack.messages(slack.channels.sales).length;
      await person.submit();
      await soon(() => slack.messages(slack.channels.sales).length).toBeGreaterThan(before);
      const message = slack.messages(slack.channels.sales).at(-1);
      const reference = String(message?.metadata?.event_payload['reference']);
      await soon(() => JSON.stringify(slack.modal(person.id)?.blocks)).toContain('share_whatsapp');
      await provider.customer.pay(reference, { payment_method: method });
      await soon(() =>
        JSON.stringify(slack.thread(slack.channels.sales, message?.ts ?? '').slice(1)),
      ).toContain('aid');
    }
  }
}

const report = (page: Page) => channel(page).locator('article').filter({ hasText: 'Payments, ' }).first();
const column = (page: Page, table: string, index: number) =>
  report(page).getByRole('table', { name: table }).locator(`tbody tr > :nth-child(${index})`).allInnerTexts();

describeInChromium('a report', (play) => {
  it.each(['light', 'dark'] as const)(
    'sorts by any column, is drawn and read aloud, and fits a phone, when it is %s',
    { timeout: 180_000 },
    (scheme) =>
      play(
        async ({ page, environment }) => {
          await collect(environment);
          await page.keyboard.press('Escape');
          await modal(page).waitFor({ state: 'hidden' });
          await type(page, `/pay report ${daysOf(environment)}`);
          await channel(page).getByText('in your direct messages').waitFor();
          await goTo(page, 'Teller');
          await soon(() => report(page).innerText()).toContain('in 5 payments');
          expect(await column(page, 'By agent', 1)).toEqual(['Amina Agent', 'Brian Agent']);
          const amount = report(page)
            .getByRole('table', { name: 'By method' })
            .getByRole('button', { name: 'Amount' });
          expect(await column(page, 'By method', 2)).toEqual([
            'KES 12,000.00',
            'KES 6,600.00',
            'KES 2,750.50',
          ]);
          await amount.click();
          expect(await column(page, 'By method', 2)).toEqual([
            'KES 2,750.50',
            'KES 6,600.00',
            'KES 12,000.00',
          ]);
          await amount.click();
          expect((await column(page, 'By method', 2))[0]).toBe('KES 12,000.00');
          expect(
            await report(page)
              .getByRole('columnheader', { name: 'Amount' })
              .first()
              .getAttribute('aria-sort'),
          ).toBe('descending');
          expect(
            await report(page).getByRole('table', { name: 'KES by day' }).locator('tbody tr').count(),
          ).toBe(3);
          await page.mouse.move(0, 0);
          expect(await faultsOf(page)).toEqual([]);
          await keepPicture(page, `report-${scheme}`);
          await page.setViewportSize({ width: 390, height: 844 });
          await report(page).scrollIntoViewIfNeeded();
          const isTooWide = await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
          );
          expect(isTooWide).toBe(false);
          expect(await faultsOf(page)).toEqual([]);
          await keepPicture(page, `report-phone-${scheme}`);
        },
        { width: 1360, height: 900, scheme },
      ),
  );
});

/** The three days of the sales. */
function daysOf({ now }: Environment): string {
  const dayOf = (at: number) => new Date(at + 3 * 60 * 60_000).toISOString().slice(0, 10);
  return `${dayOf(now() - 2 * DAY_MS)}..${dayOf(now())}`;
}

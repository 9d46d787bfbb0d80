import { expect, it } from 'vitest';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { card, modal, openThread, thread, type } from './scenes.ts';

describeInChromium('the panel of the customer and the service', (play) => {
  it('a step of a workflow is run with typed inputs, and shows its outputs or its error', () =>
    play(async ({ page, environment }) => {
      await page.getByRole('tab', { name: 'Steps' }).click();
      const steps = page.getByRole('tabpanel', { name: 'Steps' });
      await steps.getByText('Create a payment link').first().click();
      const form = steps.getByRole('form', { name: 'Create a payment link' });
      await form.getByLabel('Amount').fill('2500');
      await form.getByLabel('Currency').fill('KES');
      await form.getByLabel('Description').fill('School fees');
      await form.getByLabel('Reference').fill('INV-7');
      await form.getByRole('button', { name: 'Run step' }).click();
      await soon(() => steps.getByRole('listitem').first().innerText()).toMatch(
        /Create a payment link is done\s+id\s+INV-7\s+state\s+Waiting for payment\s+redirect_url\s+http/,
      );
      await soon(() => card(page).innerText()).toContain('School fees');
      expect(await form.getByLabel('Amount').inputValue()).toBe('2500');

      await form.getByLabel('Agent').selectOption({ label: 'Grace Guest' });
      await form.getByRole('button', { name: 'Run step' }).click();
      await soon(() => steps.getByRole('listitem').first().innerText()).toMatch(/failed[\s\S]*full member/);
      expect(environment.slack.functionRuns.map(({ inputs }) => inputs['agent'])).toEqual([
        environment.slack.users.agent,
        environment.slack.users.guest,
      ]);

      await form.getByLabel('Amount').fill('');
      // The note is shown for six seconds only.
      await Promise.all([
        page.getByText('missing required field: amount').waitFor(),
        form.getByRole('button', { name: 'Run step' }).click(),
      ]);
      await keepPicture(page, 'steps');
    }));

  it('the customer pays another amount, in another currency, from the list of orders', () =>
    play(async ({ page, environment }) => {
      await type(page, '/pay link 2500 KES School fees');
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      await modal(page).getByRole('button', { name: 'Show QR code' }).waitFor();
      await page.keyboard.press('Escape');
      const orders = page.getByRole('tabpanel', { name: 'Orders' });
      await orders.getByText('Pay another amount').click();
      await orders.getByLabel(/^Amount, /).fill('10');
      await orders.getByLabel(/^Currency, /).fill('usd');
      await orders.getByRole('button', { name: /^Pay this amount, / }).click();
      await soon(() => environment.provider.orders()[0]?.payment).toMatchObject({
        amount: 10,
        currency: 'USD',
      });
      await openThread(page);
      await soon(() => thread(page).innerText()).toMatch(/Paid USD 10\.00 instead of KES 2,500\.00/);
    }));

  it('older orders than the newest thirty are shown at a press', () =>
    play(async ({ page, environment }) => {
      const { slack, provider } = environment;
      const agent = slack.person(slack.users.agent);
      for (let count = 1; count <= 32; count += 1) {
        await agent.command(slack.channels.sales, '/pay', `link ${count} KES Visit ${count}`);
        await soon(() => slack.modal(agent.id)?.callback_id).toBe('create_link');
        await agent.submit();
        await soon(() => provider.orders().length).toBe(count);
        agent.close();
      }
      const orders = page.getByRole('tabpanel', { name: 'Orders' });
      const shown = () => orders.locator('.orders > li').count();
      const older = orders.getByRole('button', { name: 'Show older orders (2)' });
      await older.waitFor();
      expect(await shown()).toBe(30);
      await older.scrollIntoViewIfNeeded();
      await keepPicture(page, 'older-orders');
      await older.click();
      await soon(shown).toBe(32);
      expect(await orders.innerText()).toContain('KES 1.00 Visit 1\n');
      expect(await older.count()).toBe(0);
    }));

  it('the customer pays another amount on the hosted page', () =>
    play(async ({ page, environment }) => {
      await type(page, '/pay link 2500 KES School fees');
      await modal(page).getByRole('button', { name: 'Create link' }).click();
      await modal(page).getByRole('button', { name: 'Show QR code' }).waitFor();
      await page.keyboard.press('Escape');
      const popup = page.waitForEvent('popup');
      await card(page).getByRole('link', { name: 'Open payment page' }).click();
      const hosted = await popup;
      await hosted.getByText('Pay another amount').click();
      await hosted.getByLabel('Amount in KES').fill('2,000');
      await hosted.getByRole('button', { name: 'Pay' }).click();
      await hosted.waitForURL(/\/paid/);
      await hosted.close();
      expect(environment.provider.orders()[0]?.payment).toMatchObject({ amount: 2000, currency: 'KES' });
    }));

  it('the wire shows headers and body of what Slack sent to Teller, without the signature', () =>
    play(async ({ page }) => {
      await type(page, '/pay link 2500 School fees');
      await modal(page).waitFor();
      await page.keyboard.press('Escape');
      await modal(page).waitFor({ state: 'hidden' });
      await page.getByRole('tab', { name: 'Wire' }).click();
      const line = page.locator('.wire li').filter({ hasText: '/pay link 2500 School fees' });
      await line.locator('summary').click();
      const sent = line.locator('pre').first();
      await soon(() => sent.innerText()).toMatch(/"x-slack-signature": "•••"/);
      const shown = await sent.innerText();
      expect(shown).toMatch(/"x-slack-request-timestamp": "\d{10}"/);
      expect(shown).toContain('"text": "link 2500 School fees"');
      await keepPicture(page, 'signed-payload');
    }));
});

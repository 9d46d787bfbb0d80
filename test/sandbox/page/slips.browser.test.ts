// What people see when something goes wrong: the same prompt again, no PIN, paid twice, paid too little.
import { expect, it } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { card, field, modal, sendPrompt, submitPrompt, type } from './scenes.ts';

const MINUTE = 60_000;

async function references({ provider }: Environment): Promise<string[]> {
  return provider.prompts.map(({ id }) => id);
}

describeInChromium('slips', (play) => {
  it('the same prompt again is asked about above the fields, and goes out with a tick', () =>
    play(async ({ page, environment }) => {
      await sendPrompt(page);
      await type(page, '/pay prompt 0712345678 1500 Two bags of flour');
      await modal(page).getByRole('button', { name: 'Send prompt' }).click();
      await modal(page).getByText('a prompt for KES 1,500.00').waitFor();
      await keepPicture(page, 'slip-same-again');
      expect(environment.provider.prompts).toHaveLength(1);
      await modal(page).getByLabel('Send anyway').check();
      await submitPrompt(page);
      await soon(() => environment.provider.prompts.length).toBe(2);
    }));

  it('a prompt without a PIN is cancelled and sent again, and both payments are told of when both arrive', () =>
    play(async ({ page, environment }) => {
      await sendPrompt(page);
      environment.skip(3 * MINUTE + 1_000);
      await soon(() => card(page).innerText()).toContain('no PIN yet');
      await keepPicture(page, 'slip-no-pin');
      await card(page).getByRole('button', { name: 'Cancel and send again' }).click();
      await modal(page).getByText('can still be paid').waitFor();
      await keepPicture(page, 'slip-send-again');
      await submitPrompt(page);
      await soon(() => card(page).first().innerText()).toContain('Sent again as');
      await keepPicture(page, 'slip-sent-again');
      const [first = '', second = ''] = await references(environment);
      await environment.provider.customer.pay(second);
      await environment.provider.customer.pay(first);
      await soon(() => card(page).first().innerText()).toContain('duplicate payment');
      await soon(() => card(page).nth(1).innerText()).toContain('duplicate payment');
      await keepPicture(page, 'slip-paid-twice');
    }));

  it('the rest of an order that was paid too little is asked for, or the amount accepted', () =>
    play(async ({ page, environment }) => {
      await sendPrompt(page);
      const [first = ''] = await references(environment);
      await environment.provider.customer.pay(first, { amount: 175 });
      await card(page).getByRole('button', { name: 'Request the remaining KES 1,325.00' }).waitFor();
      await keepPicture(page, 'slip-review');
      await card(page).getByRole('button', { name: 'Request the remaining KES 1,325.00' }).click();
      await soon(() => field(page, 'amount').inputValue()).toBe('1325');
      await page.keyboard.press('Escape');
      await card(page).getByRole('button', { name: 'Accept as paid' }).click();
      await keepPicture(page, 'slip-accept');
      await page.getByRole('dialog').getByRole('button', { name: 'Accept as paid' }).click();
      await soon(() => card(page).innerText()).toContain('accepted by');
      await keepPicture(page, 'slip-accepted');
    }));
});

// A customer calls with a code: what the agent types, and what the answers look like.
import { expect, it } from 'vitest';
import { untilNoon } from '#test/journeys/noon.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { card, channel, field, modal, payOnPhone, sendPrompt, type } from './scenes.ts';

describeInChromium('a customer who calls with a code', (play) => {
  it('is found by it, then others are found by words, also on a narrow screen and in a window', () =>
    play(async ({ page, environment }) => {
      environment.skip(untilNoon(environment.now()));
      await sendPrompt(page);
      await payOnPhone(page);
      await soon(() => card(page).innerText()).toContain('00 paid');
      const [, code = ''] = /M-PESA (\S+)/.exec(await card(page).innerText()) ?? [];
      await sendPrompt(page, '0722000111 2400 Cement, five bags');
      const answers = channel(page).locator('article').filter({ hasText: 'Only visible to you' });

      await type(page, `/pay find ${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`);
      await soon(() => answers.last().innerText()).toContain('Checked with Pesapal');
      expect(await answers.last().innerText()).toContain(`code ${code}`);
      await keepPicture(page, 'find-one');
      await answers.last().getByRole('button', { name: 'Post to channel' }).click();
      await channel(page).getByText('posted by').waitFor();

      await type(page, '/pay find bags today');
      await soon(() => answers.last().innerText()).toContain('2 payments found');
      expect(await answers.last().getByText('Card', { exact: true }).count()).toBe(2);

      await type(page, '/pay find bags unpaid yesterday');
      await soon(() => answers.last().innerText()).toContain(
        'No payments found for “bags” · unpaid · yesterday.',
      );
      await type(page, '/pay find QQQ7QQQQQQ');
      await soon(() => answers.last().innerText()).toContain('Check the Pesapal dashboard');
      await keepPicture(page, 'find-none');

      await page.setViewportSize({ width: 390, height: 844 });
      await type(page, '/pay find bags');
      await soon(() => answers.last().innerText()).toContain('2 payments found');
      await keepPicture(page, 'find-phone');
      const { slack } = environment;
      await slack.person(slack.users.agent).shortcut('look_up');
      await field(page, 'id').fill('bags');
      await keepPicture(page, 'find-form-phone');
      await modal(page).getByRole('button', { name: 'Find', exact: true }).click();
      await modal(page).getByText('2 payments found').waitFor();
      await keepPicture(page, 'find-window-phone');
    }));
});

import { expect, it } from 'vitest';
import { describeInChromium, soon } from './browser.ts';
import {
  become,
  card,
  channel,
  goTo,
  modal,
  openThread,
  payOnPhone,
  sendPrompt,
  thread,
  type,
} from './scenes.ts';

const HOSTILE = '<img src=x onerror=alert(1)> *not bold* _nor_ ~struck~ `nor code` :tada: <!channel> &amp;';

/** Customers read no emoji that an agent types into a form. */
const SHOWN = HOSTILE.replace(':tada: ', '');

describeInChromium('text of others on the page', (play) => {
  it('is text and nothing else, in a card, on the phone and in a message', () =>
    play(async ({ page }) => {
      let dialogs = 0;
      page.on('dialog', (dialog) => {
        dialogs += 1;
        void dialog.dismiss();
      });
      await sendPrompt(page, `0712345678 10 ${HOSTILE}`);
      await soon(() => card(page).innerText()).toContain(SHOWN);
      await page.getByRole('region', { name: 'The customer’s phone' }).getByText(SHOWN).waitFor();
      await payOnPhone(page);
      await soon(() => card(page).innerText()).toContain('paid');
      await soon(() => card(page).innerText()).toContain(SHOWN);
      await type(page, '<img src=x onerror=alert(1)>');
      await channel(page).locator('article').last().getByText('<img src=x onerror=alert(1)>').waitFor();
      expect(await page.locator('img').count()).toBe(0);
      expect(dialogs).toBe(0);
    }));

  it('a post that Slack would refuse is refused, and the wire shows Slack’s error', () =>
    play(async ({ page, environment }) => {
      await fetch(`${environment.slack.apiUrl}chat.postMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer xoxb-sandbox-token' },
        body: JSON.stringify({
          channel: environment.slack.channels.sales,
          text: 'x',
          blocks: [{ type: 'hologram' }],
        }),
      });
      await page.getByRole('tab', { name: 'Wire' }).click();
      await page.getByText('invalid_blocks').waitFor();
      expect(await channel(page).locator('article').count()).toBe(0);
    }));

  it('goes to whom it is for: another agent sees the card, not the note, and may cancel', () =>
    play(async ({ page }) => {
      await sendPrompt(page);
      await type(page, '/pay open');
      await page.getByText('Only visible to you').first().waitFor();
      await become(page, 'Brian Agent');
      await soon(() => channel(page).locator('.private').count()).toBe(0);
      await card(page).getByRole('button', { name: 'Cancel' }).click();
      await modal(page).getByRole('button', { name: 'Cancel order' }).click();
      await soon(() => card(page).innerText()).toContain('cancelled by @Brian Agent');
    }));

  it('an unread channel stands out, and a thread can be left and found again', () =>
    play(async ({ page }) => {
      await goTo(page, 'finance');
      await page.getByRole('button', { name: 'Turn on alerts here' }).click();
      await page.getByText('This channel now gets').first().waitFor();
      await goTo(page, 'sales');
      await sendPrompt(page);
      await payOnPhone(page);
      const finance = page
        .getByRole('navigation', { name: 'Workspace' })
        .getByRole('button', { name: /^finance/ });
      await soon(() => finance.innerText()).toContain('unread');
      await openThread(page);
      await page.getByRole('button', { name: 'Close thread' }).click();
      await thread(page).waitFor({ state: 'hidden' });
    }));
});

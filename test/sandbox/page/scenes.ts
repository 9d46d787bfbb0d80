// What people do at the page again and again, in the words of what they see.
import type { Locator, Page } from 'playwright-core';

export async function type(page: Page, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: /^Message/ });
  await box.fill(text);
  await box.press('Enter');
}

export async function reply(page: Page, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: /^Reply/ });
  await box.fill(text);
  await box.press('Enter');
}

export const modal = (page: Page): Locator => page.getByRole('dialog');

/** A field of the form by its name in SPEC.md; a number behind it means that Teller filled it in. */
export const field = (page: Page, name: string): Locator =>
  modal(page).locator(`[name="${name}"], [name^="${name}."]`);

/** The pane in the middle. */
export const channel = (page: Page): Locator => page.getByRole('region', { name: 'Channel' });

/** The only message in the channel that everybody sees and that has a menu. */
export const card = (page: Page): Locator =>
  channel(page)
    .locator('article:not(.private)')
    .filter({ has: page.locator('.overflow') });

export const thread = (page: Page): Locator => page.getByRole('region', { name: 'Thread' });

/**
 * Sends a prompt and waits until its form has closed and its card is there. `fields`: what else is typed into the form, by the
 * fields' names; those behind *More* are shown first.
 */
export async function sendPrompt(
  page: Page,
  words = '0712345678 1500 Two bags of flour',
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await type(page, `/pay prompt ${words}`);
  await modal(page).waitFor();
  for (const [name, value] of Object.entries(fields)) {
    if ((await field(page, name).count()) === 0)
      await modal(page).getByRole('button', { name: 'More' }).click();
    await field(page, name).fill(value);
  }
  await submitPrompt(page);
  await card(page).first().waitFor();
}

/** The form closes at once. */
export async function submitPrompt(page: Page): Promise<void> {
  await modal(page).getByRole('button', { name: 'Send prompt' }).click();
  await modal(page).waitFor({ state: 'hidden' });
}

export async function payOnPhone(page: Page): Promise<void> {
  const phone = page.getByRole('region', { name: 'The customer’s phone' });
  await phone.getByLabel('Enter your PIN').fill('1234');
  await phone.getByRole('button', { name: 'Pay' }).click();
}

/** Opens the thread of the only card. */
export async function openThread(page: Page): Promise<Locator> {
  await card(page)
    .getByRole('button', { name: /repl(y|ies)/ })
    .first()
    .click();
  return thread(page);
}

export async function become(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name }).click();
}

export async function goTo(page: Page, place: string): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Workspace' });
  await list.getByRole('button', { name: new RegExp(`^${place}`) }).click();
}

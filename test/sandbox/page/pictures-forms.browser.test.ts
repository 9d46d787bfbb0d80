// Pictures of each form, on a laptop in the light and on a phone in the dark. Nothing in them is wider than the screen.
import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { pressMore } from '#test/journeys/more-fields.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { modal } from './scenes.ts';

const MAX_BYTES = 60_000;

type Opening = { readonly agent: Person; readonly environment: Environment };

/** How each is opened, and what it says once it is there. */
const FORMS: Readonly<Record<string, { shows: string; open(opening: Opening): Promise<unknown> }>> = {
  prompt: {
    shows: 'Phone number',
    open: (opening) => command(opening, 'prompt 0712345678 1500 Two bags of flour'),
  },
  link: { shows: 'Repeat', open: (opening) => command(opening, 'link 2500 School fees') },
  'recurring-link': {
    shows: 'First day',
    async open(opening) {
      await command(opening, 'link 3000 Gym');
      const { agent, environment } = opening;
      await soon(() => environment.slack.modal(agent.id)).toBeTruthy();
      const form = environment.slack.modal(agent.id);
      if (form) await agent.select(form, 'frequency', 'MONTHLY');
    },
  },
  settings: { shows: 'Branch', open: (opening) => command(opening, 'settings') },
  bulk: { shows: 'CSV file', open: (opening) => command(opening, 'bulk') },
  'bulk-checked': {
    shows: 'Send 3 PIN prompts?',
    open: (opening) => chooseFile(opening, [...RIGHT, '0733000002,99,Salt,']),
  },
  'bulk-wrong': {
    shows: 'Nothing has been sent.',
    open: (opening) =>
      chooseFile(opening, [...RIGHT, '0712,10,Eggs,', '0733000002,12.50,Salt,4111 1111 1111 1111']),
  },
  'look-up': { shows: 'What the customer quotes', open: ({ agent }) => agent.shortcut('look_up') },
  cancel: {
    shows: 'Cancel KES',
    async open(opening) {
      await make(opening, 'prompt 0712345678 1500 Two bags of flour');
      await command(opening, 'cancel INV-1');
    },
  },
  decline: {
    shows: 'Decline request',
    async open({ agent, environment }) {
      const { slack } = environment;
      const { sales } = slack.channels;
      const asker = slack.person(slack.users.secondAgent);
      await asker.command(sales, '/pay', 'prompt 0712345678 60000 Generator');
      await soon(() => slack.modal(asker.id)).toBeTruthy();
      await asker.submit();
      await soon(() => JSON.stringify(slack.history(sales))).toContain('"decline"');
      const card = slack.history(sales).find(({ blocks }) => JSON.stringify(blocks).includes('"decline"'));
      if (card) await agent.click(card, 'decline');
    },
  },
  forget: {
    shows: 'Amounts, days',
    async open(opening) {
      const { slack, provider } = opening.environment;
      await make(opening, 'link 2500 0712345678 School fees');
      await provider.customer.pay('INV-1');
      await soon(() => JSON.stringify(slack.history(slack.channels.sales))).toContain('refund_order');
      await command(opening, 'forget 0712345678');
    },
  },
  refund: {
    shows: 'Refund amount',
    async open(opening) {
      const { slack, provider } = opening.environment;
      await make(opening, 'link 2500 School fees');
      await provider.customer.pay('INV-1', { payment_method: 'Visa' });
      await soon(() => JSON.stringify(slack.history(slack.channels.sales))).toContain('refund_order');
      await command(opening, 'refund INV-1');
    },
  },
};

/** Makes the order INV-1, and closes its form. */
async function make(opening: Opening, words: string): Promise<void> {
  const { agent, environment } = opening;
  const { slack, provider } = environment;
  await command(opening, words);
  await soon(() => slack.modal(agent.id)).toBeTruthy();
  await pressMore({ slack, agent });
  await agent.submit({ id: 'INV-1' });
  await soon(() => provider.find('INV-1')).toBeDefined();
  // A prompt’s form closes by itself; a link’s shows the link.
  await soon(() => slack.modal(agent.id)?.submit ?? undefined).toBeUndefined();
  agent.close();
}

const RIGHT = [
  'phone,amount,description,name',
  '0712345678,1500,Flour,Jane Wanjiru',
  '0722000001,250,Sugar,',
];

async function chooseFile(opening: Opening, lines: readonly string[]): Promise<void> {
  const { agent, environment } = opening;
  await command(opening, 'bulk');
  await soon(() => environment.slack.modal(agent.id)).toBeTruthy();
  const file = agent.upload({ name: 'customers.csv', content: lines.join('\n') });
  await agent.submit({ file: [file] });
}

function command({ agent, environment }: Opening, words: string): Promise<unknown> {
  return agent.command(environment.slack.channels.sales, '/pay', words);
}

describeInChromium('the pictures of forms', (play) => {
  it.each(
    Object.keys(FORMS).flatMap((name) => [[name, 1360, 'light'] as const, [name, 390, 'dark'] as const]),
  )('the form %s is shown at %d pixels, %s', (name, width, scheme) =>
    play(
      async ({ page, environment }) => {
        const form = FORMS[name];
        if (!form) throw new Error(`there is no form ${name}`);
        const agent = environment.slack.person(environment.slack.users.agent);
        await form.open({ agent, environment });
        await modal(page).getByText(form.shows).first().waitFor();
        // The whole form, without scrolling.
        await modal(page).evaluate((shown) => {
          shown.style.maxHeight = 'none';
        });
        await page.mouse.move(0, 0);
        const box = await modal(page).boundingBox();
        if (!box) throw new Error('the form is not on the screen');
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        const path = await keepPicture(page, `form-${name}-${width}-${scheme}`, box);
        expect((await stat(path)).size).toBeLessThanOrEqual(MAX_BYTES);
      },
      { width, scheme, height: 1_500 },
    ),
  );
});

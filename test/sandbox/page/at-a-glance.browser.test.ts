// What fits on one screen of a laptop.
import { expect, it } from 'vitest';
import { pressMore } from '#test/journeys/more-fields.ts';
import { describeInChromium, keepPicture, soon } from './browser.ts';
import { channel, goTo } from './scenes.ts';

const CUSTOMERS = [
  'Jane',
  'Otieno',
  'Achieng',
  'Kamau',
  'Njeri',
  'Wafula',
  'Halima',
  'Mutua',
  'Chebet',
  'Brian',
];

/** What a paid card and its reply in the channel take, as docs/messages.md says (pixels). */
const CARD_HEIGHT = 180;
const REPLY_HEIGHT = 98;

describeInChromium('at a glance', (play) => {
  it('ten payments in one channel fit on one screen', () =>
    play(
      async ({ page, environment }) => {
        const { slack, provider } = environment;
        const agent = slack.person(slack.users.agent);
        const { sales, finance } = slack.channels;
        slack.invite(finance, slack.botUserId);
        await agent.command(finance, '/pay', 'alerts on');
        const opened = () => slack.modal(agent.id);
        for (const [index, name] of CUSTOMERS.entries()) {
          await agent.command(
            sales,
            '/pay',
            `prompt 07123456${70 + index} ${250 * (index + 1)} Two bags of flour`,
          );
          await soon(() => opened()?.callback_id).toBe('send_prompt');
          await pressMore({ slack, agent });
          await agent.submit({ first_name: name, id: `INV-${index}` });
          await soon(() => provider.find(`INV-${index}`)).toBeDefined();
          await soon(opened).toBeUndefined();
          await provider.customer.pay(`INV-${index}`);
        }
        await goTo(page, 'finance');
        const alerts = channel(page)
          .locator('article')
          .filter({ hasText: / from .* for / });
        await soon(() => alerts.count()).toBe(CUSTOMERS.length);
        const screen = await channel(page).locator('.messages').boundingBox();
        for (const alert of await alerts.all()) {
          const box = await alert.boundingBox();
          expect(box?.y).toBeGreaterThanOrEqual(screen?.y ?? 0);
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
            (screen?.y ?? 0) + (screen?.height ?? 0),
          );
        }
        await page.mouse.move(0, 0);
        await keepPicture(page, 'ten-payments');
        await goTo(page, 'sales');
        const cards = channel(page).locator('article').filter({ hasText: '· requested ' });
        const replies = channel(page)
          .locator('article')
          .filter({ hasText: / from .* for / });
        await soon(() => replies.count()).toBe(CUSTOMERS.length);
        expect((await cards.last().boundingBox())?.height).toBeLessThanOrEqual(CARD_HEIGHT);
        expect((await replies.last().boundingBox())?.height).toBeLessThanOrEqual(REPLY_HEIGHT);
      },
      { width: 1360, height: 900 },
    ));
});

// The language of a link’s customer: chosen in the form, kept with the order, and suggested for that customer the next time.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, press, repliesOf } from './agent.ts';
import { pressMore } from './more-fields.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const FIELD = 'language';

it('Language: a link starts with that of its customer’s last link, and with English for others', async () => {
  await createLink(rig, { language: 'sw', phone_number: '0712 345 678' });
  rig.agent.close();
  await openForm(rig, 'link 0712345678 100 Milk');
  expect(rig.readModal()).toContain(`${FIELD}: Swahili`);
  rig.agent.close();
  await openForm(rig, 'link 0733123456 100 Milk');
  expect(rig.readModal()).toContain(`${FIELD}: English`);
});

it('a link that is sent again, and a new one for the same customer, begin with the language of the earlier one', async () => {
  const first = await createLink(rig, { language: 'fr', phone_number: '0712 345 678' });
  await createLink(rig, { language: 'sw' });
  await press(rig, first.card, 'cancel_order');
  await repliesOf(rig, first.card, 1, SAYS.cancelledAmount('00'));
  rig.agent.close();
  await rig.agent.click(newest(rig, first.card), 'send_again');
  await until(() => rig.readModal().includes(`${FIELD}: French`));
  rig.agent.close();

  const paid = await createLink(rig, { language: 'fr', phone_number: '0712 345 678' });
  await createLink(rig, { language: 'en' });
  await rig.provider.customer.pay(paid.reference);
  await repliesOf(rig, paid.card, 1, SAYS.paid);
  rig.agent.close();
  await rig.agent.select(newest(rig, paid.card), 'order_menu', `ask_again:${paid.reference}`);
  await until(() => rig.readModal().includes('== create_link =='));
  await pressMore(rig);
  expect(rig.readModal()).toContain(`${FIELD}: French`);
});

// What the provider's record says of a payment, where it would be easy to spoil or to show too much.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, createLink, repliesOf, sendPrompt } from './agent.ts';
import { postedIn } from './erased.ts';
import { goToNoon } from './noon.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

it('Card payment: its 22 digits are shown, found and exported whole', async () => {
  const { card, reference } = await createLink(rig);
  rig.agent.close();
  const { confirmation_code: code } = await rig.provider.customer.pay(reference, { payment_method: 'Visa' });
  expect(code).toMatch(/^\d{22}$/);
  const [paid] = await repliesOf(rig, card, 1, SAYS.paid);
  expect(paid).toContain(code);
  await rig.idle();
  expect(await answerTo(rig, `find ${code}`)).toContain(reference);
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
  await until(() => rig.slack.files().at(-1)?.content !== undefined);
  const file = String(rig.slack.files().at(-1)?.content);
  expect(file).toContain(code);
  // A spreadsheet takes a bare number of 22 digits for 2.3E+21.
  expect(file).not.toMatch(new RegExp(`,"?${code}"?,`));
});

it('Payer: a whole number from the provider is masked wherever it is shown', async () => {
  const { leads } = rig.slack.channels;
  rig.slack.invite(leads, rig.slack.botUserId);
  await rig.agent.command(leads, '/pay', 'alerts on');
  await until(() => rig.slack.messages(leads).some(({ user }) => user === rig.slack.botUserId));
  const sent = await sendPrompt(rig);
  await rig.provider.customer.pay(sent.reference, { notify: false });
  Object.assign(rig.provider.find(sent.reference)?.payment ?? {}, { payment_account: '254722123456' });
  await rig.provider.notify(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.paid);
  await rig.idle();
  const shown = [postedIn(rig, leads), await answerTo(rig, `find ${sent.reference}`)].join();
  expect(shown).toContain('456');
  expect(shown).not.toContain('722123456');
});

// Whatever a customer quoted, typed behind the command as it is: it is searched for without a subcommand.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sent } from './agent.ts';
import { follow, request } from './request.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let sent: Sent;
let code: string;
beforeAll(async () => {
  rig = await startRig();
  const values = { email_address: 'jane@example.com', id: 'INV-2041' };
  sent = await request(rig, 'link 2500 Upholstery for Zuri', { values });
  await follow(rig, sent, () => rig.provider.customer.pay(sent.reference));
  code = rig.provider.find(sent.reference)?.payment?.confirmation_code ?? '';
});
afterAll(() => rig.stop());

it.each<[quoted: string, words: () => string, isFound: boolean]>([
  ['a confirmation code', () => code, true],
  ['a confirmation code in small letters', () => code.toLowerCase(), true],
  ['a reference', () => 'INV-2041', true],
  ['a reference in small letters and without its dash', () => 'inv2041', true],
  ['an email address', () => 'jane@example.com', true],
  ['a word of ten letters', () => 'upholstery', true],
  ['a code that nobody has', () => 'QQQ7QQQQQQ', false],
  ['a short word', () => 'zuri', false],
])('First word: %s is searched for, or is no subcommand', async (_, words, isFound) => {
  const before = rig.slack.ephemerals(rig.agent.id).length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', words());
  await until(() => rig.slack.ephemerals(rig.agent.id).length > before);
  await rig.idle();
  const answers = rig.slack.ephemerals(rig.agent.id).slice(before);
  const link = `/p${sent.card.ts.replace('.', '')}`;
  expect(JSON.stringify(answers).includes(link)).toBe(isFound);
  // What was not found can be searched for with the button.
  expect(JSON.stringify(answers).includes('"action_id":"look_up"')).toBe(!isFound);
});

// A pasted SMS about an order whose payment Teller does not know yet: the account number finds it, and the provider answers.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('Message shortcut: an account number finds the order whose payment is not known', async () => {
  const { reference, card } = await sendPrompt(rig);
  rig.agent.close();
  await sendPrompt(rig, { msisdn: '0722000111', description: 'Another order of that amount' });
  rig.agent.close();
  const [account = ''] = /PP\d+/.exec(rig.readCard(card)) ?? [];
  expect(account).not.toBe('');
  const { confirmation_code } = await rig.provider.customer.pay(reference, { notify: false });
  const message = await rig.agent.say(
    rig.slack.channels.sales,
    `${confirmation_code} Confirmed. Ksh1,500.00 sent to PESAPAL for account ${account} on 20/11/26 at 2:15 PM.`,
  );
  const calls = rig.provider.requestsTo('getTransactionStatus').length;
  await rig.agent.messageShortcut('look_up_message', message);
  await until(() => rig.replies(message).length > 0);
  expect(rig.replies(message).join()).toContain(reference);
  expect(rig.replies(message).join()).toContain(':white_check_mark:');
  expect(rig.replies(message).join()).toContain(confirmation_code);
  expect(rig.provider.requestsTo('getTransactionStatus').length).toBeGreaterThan(calls);
  await repliesOf(rig, card, 1, SAYS.paidAmount('KES 1,500.00'));
});

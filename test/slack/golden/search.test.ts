// What people see when they look for payments and orders, and of their own work.
import { makeExternally } from '#test/journeys/agent.ts';
import { until } from '#test/journeys/rig.ts';
import { golden, type Stage } from './stage.ts';

const SMS = 'SJK7QWERTY Confirmed. Ksh1,500.00 paid to DUKA LA AMINA. on 10/1/30 at 12:00 PM';

/** A paid, an unpaid, a cancelled and an external one. */
async function make(s: Stage): Promise<void> {
  await s.request('prompt 0712345678 1500 Flour', { first_name: 'Jane', last_name: 'Wanjiru', id: 'INV-7' });
  await s.pay('Flour');
  await s.request('prompt 0722000001 800 Sugar', { first_name: 'Jane', last_name: 'Otieno' });
  await s.request('link 2500 School fees', { first_name: 'Amos', email_address: 'amos@example.com' });
  s.agent.close();
  await s.rig.provider.customer.pay(await makeExternally(s.rig, 'SHOP-7', 750));
}

golden('find', async (s) => {
  const { agent, rig, sales } = s;
  await s.quietly(() => make(s));
  for (const words of [
    '',
    'jane',
    'jane 1500',
    'INV-7',
    'inv7',
    'fees 2500',
    'unpaid',
    'paid today by me',
    '678',
  ])
    await s.type(`find ${words}`);
  await s.press('Post to channel', s.answer(), 'share_order').catch(() => undefined);
  for (const words of [
    'jnae',
    'nobody 99',
    'SJK7QWERTY',
    'SHOP-7',
    '2029-13-45',
    'x',
    'yesterday',
    'refunded',
    SMS,
  ])
    await s.type(`find ${words}`);
  await s.type('status INV-7');
  await s.press('Post INV-7 to channel', s.answer(), 'share_order');
  await s.press('Post INV-7 to channel again', s.answer(), 'share_order').catch(() => undefined);
  for (const words of [
    'wanjiru',
    'INV-7',
    'promt 0712345678 1500 Flour',
    'hello',
    'what is this',
    '0712345678',
  ])
    await s.type(words);
  await s.type('promt 1500 Flour');
  await s.press('Search instead', s.answer(), 'look_up');
  await s.type('reprt yesterday');
  await s.press('the nearest subcommand', s.answer(), 'subcommand');
  await s.step('Shortcut look_up', () => agent.shortcut('look_up'));
  await s.submit('wanjiru', { id: 'wanjiru' });
  await s.step('Shortcut look_up again', () => agent.shortcut('look_up'));
  await s.submit('nothing that is there', { id: 'nobody' });
  const thread = s.card();
  const threadTs = s.there(thread).ts;
  for (const words of ['find', 'status', 'find jane', 'find INV-7', 'help', 'cancel', 'xyzzy'])
    await s.step(`In a thread: @teller ${words}`, () => agent.mention(sales, words, { thread_ts: threadTs }));
  await s.step('In the channel: @teller find jane', () => agent.mention(sales, 'find jane'));
  await s.step('In a shared channel: @teller find INV-7', () =>
    agent.mention(rig.slack.channels.partners, 'find INV-7'),
  );
  for (const text of [SMS, 'Has INV-7 paid?', 'Good morning'])
    await s.step(`Message shortcut: ${text}`, () =>
      agent.messageShortcut('look_up_message', agent.say(sales, text)),
    );
  await s.submit('INV-7 for a thread', { id: 'INV-7' });
  rig.provider.faults.down();
  for (const words of ['find INV-7', 'find SHOP-8'])
    await s.step(`Without Pesapal: /pay ${words}`, async () => {
      const before = s.answer();
      await agent.command(sales, '/pay', words);
      await until(() => s.answer()?.ts !== before?.ts);
    });
});

golden('pages', async (s) => {
  await s.quietly(async () => {
    for (let row = 1; row <= 12; row += 1) await s.request(`link ${row}00 Item ${row}`);
  });
  await s.type('find item');
  await s.press('More', s.answer(), 'more');
  await s.type('open');
  await s.press('More', s.answer(), 'more');
  await s.type('open all', s.approver);
  await s.press('More of all', s.answer(s.approver), 'more', undefined, s.approver);
  await s.type('cancel');
});

golden('home', async (s) => {
  const { agent, approver, rig } = s;
  await s.step('The first Home', () => agent.openHome());
  await s.press('Don’t notify me of payments', s.home(), 'tell_when_paid');
  await s.quietly(() => make(s));
  await s.step('Home', () => agent.openHome());
  await s.press('Remind again', s.home(), 'remind_again').catch(() => undefined);
  await s.step('Home of an approver', () => approver.openHome());
  await s.press('Don’t notify me of requests', s.home(approver), 'tell_directly', undefined, approver);
  await s.step('Home of a guest', () => rig.slack.person(rig.slack.users.guest).openHome());
  for (const words of [
    'open',
    'open all',
    'history',
    'history INV-7',
    'history NOSUCH99',
    'cancel',
    'cancel x y',
  ])
    await s.type(words);
  await s.type('open all', approver);
  await s.type('cancel INV-7');
  await s.type('cancel NOSUCH99');
  await s.type(`cancel ${rig.provider.orders().find(({ amount }) => amount === 800)?.id}`);
  await s.submit('to cancel');
  await s.type('help');
  await s.press('More help', s.answer(), 'more');
  await s.press('Prompt', s.answer(), 'send_prompt').catch(() => undefined);
  for (const days of [1, 2, 3, 4]) await s.pass(`day ${days}`, 24 * 3_600_000);
  await s.press('Stop reminding', s.direct(), 'stop_reminding');
  await s.step('Home without reminders', () => agent.openHome());
  await s.press('Remind again', s.home(), 'remind_again');
});

golden('direct', async (s) => {
  const { agent, rig } = s;
  await s.quietly(() => make(s));
  const dm = rig.slack.dmOf(agent.id);
  const say = (text: string) => s.step(`Direct message: ${text}`, () => agent.say(dm, text));
  for (const text of [
    'hello',
    'link',
    'find jane',
    'find INV-7',
    'bulk',
    'settings',
    'alerts on',
    'digest daily 18:00',
  ])
    await say(text);
  for (const text of [
    'report',
    'open',
    'history INV-7',
    'refund INV-7',
    '4242 4242 4242 4242 1500',
    'xyzzy',
    'open all',
  ])
    await say(text);
  await say('0712345678 1500 Flour');
  await s.press('the form', s.direct(), 'send_prompt');
  await s.pass('a quarter of an hour', 16 * 60_000);
  await s.press('the form, too late', s.direct(), 'send_prompt');
  await say(`cancel ${rig.provider.orders().find(({ amount }) => amount === 800)?.id}`);
  await s.press('Cancel', s.direct(), 'cancel_order');
  await say('refund INV-7');
  await s.press('Refund', s.direct(), 'refund_order').catch(() => undefined);
});

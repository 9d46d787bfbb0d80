// What channels read of payments, and what people see of files, reports and settings.
import { golden } from './stage.ts';

const ROWS = 'phone,amount,description,name\n0712345678,1500,Flour,Jane\n0722000001,250,Sugar,Brian\n';
const WRONG = 'phone,amount,description\n12,much,Flour\n0722000001,60000,Sugar\n0722000001,250,\n';

golden('bulk', async (s) => {
  const { agent, approver } = s;
  const upload = async (title: string, content: string, values = {}) => {
    const field =
      s
        .modal()
        ?.blocks.map(({ block_id }) => block_id)
        .find((id) => id.startsWith('file')) ?? 'file';
    await s.submit(title, { [field]: [agent.upload({ name: 'customers.csv', content })], ...values });
  };
  await s.type('bulk');
  await upload('no table', 'hello');
  await upload('wrong rows', WRONG);
  await upload('two rows', ROWS);
  await s.submit('begin');
  await s.pass('a second', 1_000);
  await s.pay('Sugar');
  await s.pass('a minute', 60_000, 10);
  await s.type('bulk');
  await upload('the same file', ROWS);
  await s.submit('the same file, without the tick');
  await s.type('bulk');
  await upload('links', `${ROWS}0733000002,99,Salt,Asha\n`, { kind: 'link' }).catch(() => undefined);
  await s.submit('begin');
  await s.press('Stop', s.rig.slack.messages(s.sales).at(-1), 'stop_bulk', undefined, approver);
  await s.pass('another minute', 60_000, 10);
  await s.pass('ten minutes', 600_000);
});

const TITLES = 'phone,amount,description,name,reference,currency\n';
const FILES = {
  'a spreadsheet': 'PK\u0003\u0004 sheet',
  'no rows': 'phone,amount,description\n',
  'a missing column': 'phone,amount\n0712345678,1500\n',
  'two columns for the number': 'phone,phone number,amount,description\n0712345678,,1500,Flour\n',
  'too many rows': `${TITLES}${'0712345678,1500,Flour,,,\n'.repeat(101)}`,
  'an open quotation mark': `${TITLES}0712345678,1500,"Flour,,,\n`,
  'many faults': [
    `${TITLES}0712345678,1500,Flour,,,,more`,
    '2.54712E+11,1500,Flour,,,',
    '0712345678,1.500,Flour,,,',
    '0712345678,KES 1500,Flour,,,UGX',
    '0712345678,1500,Flour,,,Euro',
    '0712345678,1500,Flour,,,UGX',
    '0201234567,1500,Flour,,INV-7,',
    '0772345678,1500,Flour,,INV-7,',
    '0722000002,1500,4242 4242 4242 4242,,a b,',
    ...Array.from({ length: 5 }, (_, row) => `0722000001,${row + 1}00,Sugar,,,`),
  ].join('\n'),
  'what to ask': `${TITLES}0712345678,1500,Flour,,,\n0712345678,1500,Flour,,,\n0722100000,99,Salt,,,\n`,
};

golden('bulk-files', async (s) => {
  await s.quietly(() => s.request('prompt 0712345678 1500 Flour'));
  for (const [title, content] of Object.entries(FILES)) {
    await s.quietly(() => s.type('bulk'));
    const id = s.agent.upload({ name: 'customers.csv', content });
    await s.submit(title, { file: [id] });
  }
});

golden('report', async (s) => {
  await s.type('report');
  await s.quietly(async () => {
    await s.request('prompt 0712345678 1500 Flour', { first_name: 'Jane' });
    await s.pay('Flour');
    await s.request('link 2500 School fees');
    await s.pay('School fees', { amount: 2000 });
    await s.request('link 300 Tea');
    await s.pass('a day', 24 * 3_600_000);
    await s.request('prompt 0722000001 800 Sugar');
    await s.pay('Sugar');
  });
  for (const words of [
    'today',
    'yesterday me',
    'last week',
    'month',
    '2030-01-01..2030-01-31',
    'nonsense',
    '2031-01',
  ])
    await s.type(`report ${words}`);
  await s.type('report month <@U0AGENT002>');
  await s.type('report today <@U0AGENT001> <@U0AGENT002>');
  await s.type('report week');
  await s.press('Post to channel', s.direct(), 'share_report').catch(() => undefined);
  await s.type('report audit');
  await s.type('report audit today', s.approver);
  await s.type('report audit nonsense', s.approver);
});

golden('alerts', async (s) => {
  const { agent, rig, sales } = s;
  const { leads, partners, finance } = rig.slack.channels;
  rig.slack.invite(leads, rig.slack.botUserId);
  for (const words of [
    '',
    'on',
    'on over 1000 mpesa by <@U0AGENT001>',
    'on only paid',
    'on purple',
    'on only',
    'off now',
  ])
    await s.type(`alerts ${words}`, agent, leads);
  await s.type('alerts on only failed, only review', agent, leads);
  await s.type('alerts on', agent, leads);
  await s.type('alerts list');
  await s.type('alerts on', agent, partners);
  await s.type('alerts on', agent, finance);
  await s.type('alerts quiet');
  await s.request('prompt 0712345678 1500 Flour');
  await s.pay('Flour');
  await s.pass('ten seconds', 10_000);
  await s.step('It goes back', () => rig.provider.customer.reverse(s.order()));
  await s.pass('two seconds more', 2_000);
  await s.type('alerts', agent, leads);
  await s.type('alerts');
  rig.slack.remove(leads, rig.slack.botUserId);
  await s.quietly(() => s.request('link 100 Tea'));
  await s.pay('Tea, whose alert has no place any more');
  await s.pass('a minute', 60_000, 4);
  await s.type('alerts off');
  await s.type('alerts', agent, sales);
});

golden('digest', async (s) => {
  const { partners } = s.rig.slack.channels;
  for (const words of ['', 'daily', 'daily 25:00', 'weekly 8', 'dialy 8', 'weekly mon 08:00', 'daily 18:00'])
    await s.type(`digest ${words}`);
  await s.type('digest daily 18:00', s.agent, partners);
  await s.type('digest');
  await s.quietly(async () => {
    await s.request('prompt 0712345678 1500 Flour');
    await s.pay('Flour');
    await s.request('link 300 Tea');
    await s.pay('Tea', { amount: 200 });
  });
  await s.pass('six o’clock', 6 * 3_600_000);
  await s.pass('six o’clock of the next day', 24 * 3_600_000);
  await s.type('digest daily 18:00', s.agent, s.rig.slack.channels.finance);
  s.rig.slack.remove(s.sales, s.rig.slack.botUserId);
  await s.pass('six o’clock, without Teller', 24 * 3_600_000);
  s.rig.slack.invite(s.sales, s.rig.slack.botUserId);
  await s.type('digest off');
});

golden('settings', async (s) => {
  const { finance } = s.rig.slack.channels;
  await s.type('settings');
  await s.submit('Kampala', { currency: 'UGX', payment_method: 'AirtelUG', branch: 'Kampala' });
  await s.type('settings');
  await s.submit('nothing new');
  await s.type('prompt 0752345678 1500 Flour');
  await s.type('link 1500 Flour');
  await s.type('settings');
  await s.submit('a branch that is too long', { branch: 'x'.repeat(80) });
  await s
    .submit('all as it was', { currency: null, payment_method: null, branch: null })
    .catch(() => undefined);
  await s.type('settings, without Teller', s.agent, finance);
});

golden('steps', async (s) => {
  const { slack } = s.rig;
  const input = { agent: s.agent.id, channel: s.sales, amount: '1500', description: 'Flour' };
  const prompt = { ...input, msisdn: '0712345678', payment_method: 'MpesaKE' };
  const run = (title: string, id: string, inputs: Record<string, string>) =>
    s.step(`Step ${id}: ${title}`, () => slack.runFunction(id, inputs));
  await run('right', 'send_prompt', prompt);
  await run('the same once more', 'send_prompt', prompt);
  await run('a wrong number', 'send_prompt', { ...prompt, msisdn: '12' });
  await run('by a guest', 'send_prompt', { ...prompt, agent: slack.users.guest });
  await run('right', 'create_link', { ...input, currency: 'KES' });
  await run('a wrong currency', 'create_link', { ...input, currency: 'Euro' });
  await run('needs approval', 'create_link', { ...input, amount: '60000', currency: 'KES' });
  await run('where Teller is not', 'create_link', {
    ...input,
    channel: slack.channels.leads,
    currency: 'KES',
  });
});

golden('errors', async (s) => {
  const { slack } = s.rig;
  const guest = slack.person(slack.users.guest);
  const stranger = slack.person(slack.users.stranger);
  await s.type('prompt', guest);
  await s.type('help', stranger, slack.channels.partners);
  slack.faults.next('users.info', { kind: 'error', code: 'internal_error' });
  await s.type('open', slack.person(slack.users.secondAgent));
  slack.faults.next('views.open', { kind: 'error', code: 'internal_error' });
  await s.type('prompt');
  slack.faults.next('views.open', { kind: 'error', code: 'expired_trigger_id' });
  await s.type('prompt');
  await s.type('prompt 4242 4242 4242 4242 1500 Flour');
  slack.faults.next('chat.postMessage', { kind: 'error', code: 'channel_not_found' });
  await s.request('prompt 0712345678 1700 Flour');
  await s.quietly(async () => {
    await s.request('prompt 0712345678 1800 Flour');
    await s.pay('Flour');
  });
  slack.faults.next('files.completeUploadExternal', { kind: 'error', code: 'missing_scope' });
  await s.type('report today');
  slack.faults.next('chat.postMessage', { kind: 'error', code: 'restricted_action' });
  await s.type('report week');
  slack.faults.next('files.completeUploadExternal', { kind: 'error', code: 'file_uploads_disabled' });
  await s.type('report audit', s.approver);
});

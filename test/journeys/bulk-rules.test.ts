// Many orders with one file keep the rules of single ones: what the channel's settings say, and how often a number is prompted.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { makeExternally, sendPrompt, shownTo } from './agent.ts';
import { cardsOf, checkFile, confirm, pass, THREE_ROWS, untilBulkSays } from './bulks.ts';
import { type Rig, startRig, until } from './rig.ts';
import { fail } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const sales = () => rig.slack.channels.sales;

describe('many at once in a channel with settings', () => {
  async function set(values: Record<string, Typed>): Promise<void> {
    await rig.agent.command(sales(), '/pay', 'settings');
    await until(() => rig.readModal().includes('== settings =='));
    await rig.agent.submit(values);
    await until(() => rig.readModal().includes(SAYS.settingsSaved));
    rig.agent.close();
  }

  it('links without a currency have that of the channel, and are sent with its branch', async () => {
    await set({ currency: 'USD', branch: 'Kampala' });
    expect(await checkFile(rig, THREE_ROWS, { kind: 'link' })).toContain(
      SAYS.sumInRows('USD 1,849.00', '3 rows'),
    );
    await confirm(rig);
    await untilBulkSays(rig, SAYS.linksDone('3'));
    expect(rig.provider.orders().map(({ currency, branch }) => [currency, branch])).toEqual(
      Array(3).fill(['USD', 'Kampala']),
    );
  });

  it('numbers without a country code are of the country that the channel prompts', async () => {
    await set({ currency: 'UGX', payment_method: 'AirtelUG' });
    expect(await checkFile(rig, 'phone,amount,description\n0752345678,1500,Flour')).toContain(
      'Row 2: UGX 1,500 · +256 7•• ••• 678 · Airtel',
    );
  });
});

describe('a number that had prompts before', () => {
  it('a row that would be its fourth unpaid one within ten minutes is named with the minute from which it goes', async () => {
    await sendPrompt(rig);
    rig.agent.close();
    rig.clock.advance(60_000);
    await sendPrompt(rig, { amount: '20' });
    rig.agent.close();
    const file = 'phone,amount,description\n0712345678,30,Tea\n0722000001,5,Salt\n0712345678,40,Milk';
    const shown = await checkFile(rig, file);
    expect(shown).toContain(SAYS.rowWrong('3'));
    expect(shown).toMatch(inLine('Row 4: ', SAYS.fourthPrompt, 'in 9 min.'));
  });
});

it.each(['prompt', 'link'] as const)(
  'Bulk row: a %s whose reference another system has used is not sent, nor paid by it',
  async (kind) => {
    await makeExternally(rig, 'INV-7', 1500);
    rig.clock.advance(120_000);
    await checkFile(rig, 'phone,amount,description,reference\n0722000001,1500,Flour,INV-7', { kind });
    await confirm(rig);
    await untilBulkSays(rig, SAYS.countFailed('1'));
    await rig.provider.customer.pay('INV-7');
    await pass(rig, 60, 5);
    expect(rig.provider.requestsTo('push')).toEqual([]);
    expect(rig.provider.orders()).toHaveLength(1);
    const [card, ...others] = cardsOf(rig);
    expect(others).toEqual([]);
    expect(card && rig.readCard(card)).toContain(SAYS.notSent);
    expect(card && rig.replies(card).join()).toContain(SAYS.alreadyHasOrder);
    expect(card && rig.replies(card).join()).not.toContain(SAYS.received);
  },
);

it('Bulk row: one that waits is not sent once its customer has had the same prompt', async () => {
  const busy = rig.provider.faults.refuse({ httpStatus: 429, message: 'Too many' }, { operation: 'push' });
  await checkFile(rig, 'phone,amount,description\n0712345678,1500,Flour');
  rig.clock.hold();
  await confirm(rig);
  await until(async () => {
    await pass(rig, 1);
    return busy.hits > 0;
  });
  rig.agent.close();
  busy.end();
  await sendPrompt(rig);
  await untilBulkSays(rig, SAYS.countFailed('1'));
  await pass(rig, 60, 5);
  expect(rig.provider.prompts).toHaveLength(1);
});

describe('an app that was installed before it asked for the right to read files', () => {
  it('says which scope is missing and who adds it, to the command and to its button', async () => {
    await rig.stop();
    rig = await startRig({}, { withoutScope: 'files:read' });
    await rig.agent.command(sales(), '/pay', 'bulk');
    await until(() => shownTo(rig).length > 0);
    expect(shownTo(rig).at(-1)).toContain(SAYS.scopeMissingRead('files:read'));
    expect(shownTo(rig).at(-1)).toContain(SAYS.askAdministrator);
    expect(shownTo(rig).at(-1)).not.toContain(SAYS.incidentWord);
    const direct = rig.slack.dmOf(rig.agent.id);
    await rig.agent.say(direct, 'bulk');
    await until(() => rig.slack.messages(direct).length > 1);
    const before = shownTo(rig).length;
    await rig.agent.click(rig.slack.messages(direct).at(-1) ?? fail('no offer'), 'bulk');
    await until(() => shownTo(rig).length > before);
    expect(shownTo(rig).at(-1)).toContain(SAYS.scopeMissingRead('files:read'));
  });
});

// A customer calls and quotes something: each kind of word, alone and together, and what is said where nothing fits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ephemeral } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let flour: Sent;
let fees: Sent;
let code: string;
let account: string;

beforeAll(async () => {
  rig = await startRig();
  goToNoon(rig);
  // Half of another reference might read as money, such as 12KES.
  flour = await sendPrompt(rig, { id: '7K3M9-QX2ZD', first_name: 'Jane', last_name: 'Wanjiru' });
  account = onCard(/account (\w+)/);
  await rig.provider.customer.pay(flour.reference);
  await repliesOf(rig, flour.card, 1, SAYS.paid);
  code = onCard(/`(\w+)`/);
  rig.agent.close();
  rig.clock.advance(60_000);
  fees = await createLink(rig, { first_name: 'Jane', last_name: 'Otieno', phone_number: '0733123456' });
  rig.agent.close();
});
afterAll(() => rig.stop());

/** What the card of the prompt says in the place that is marked. */
function onCard(place: RegExp): string {
  const [, value] = place.exec(rig.readCard(flour.card)) ?? [];
  if (!value) throw new Error(`the card has no ${place}`);
  return value;
}

const shown = () => rig.slack.ephemerals(rig.agent.id);
const read = (answer: Ephemeral) => renderMessage(answer);

async function answerTo(act: () => unknown): Promise<Ephemeral> {
  const before = shown().length;
  await act();
  await until(() => shown().length > before);
  const answer = shown()[before];
  if (!answer) throw new Error('no answer');
  return answer;
}
const typed = (words: string) => answerTo(() => rig.agent.command(rig.slack.channels.sales, '/pay', words));
const find = async (words: string) => read(await typed(`find ${words}`));

describe('one payment', () => {
  it.each<[string, () => string]>([
    ['the confirmation code', () => code],
    ['the code in small letters with a blank', () => `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase()],
    ['the number', () => '0712345678'],
    ['the number in another spelling', () => '+254 712-345-678'],
    ['the end of the number', () => '5678'],
    ['the last name', () => 'wanj'],
    ['the account to pay to', () => account],
    ['a word of the description', () => 'flour'],
    ['half of the reference', () => flour.reference.slice(0, 5).toLowerCase()],
    ['the amount', () => 'KES 1,500'],
    ['the state', () => 'paid'],
    ['several of these together', () => `jane 1500 today paid by me 345678`],
    ['a sentence around the name', () => 'Did Wanjiru pay?'],
    ['a sentence, a method and a week', () => 'the mpesa payment from wanjiru this week'],
    ['the channel of its card', () => `wanjiru in <#${rig.slack.channels.sales}|sales>`],
    ['its SMS', () => `${code} Confirmed. Ksh1,500.00 paid to DUKA LA AMINA on 20/11/26 at 2:15 PM.`],
    ['the beginning of its SMS', () => `${code} Confirmed.`],
    ['its SMS in few words', () => `${code} Confirmed. Ksh1,500.00 paid to DUKA`],
    ['its SMS in Swahili, in few words', () => `${code} Imethibitishwa Ksh1,500.00`],
    [
      'an SMS whose code is not known, by its account',
      () => `QQQ1QQQQQQ Confirmed. Ksh1,500.00 sent to PESAPAL for account ${account} on 20/11/26 at 2:15 PM`,
    ],
  ])(
    'a payment is found by %s, asked from the service, and can be posted to the channel',
    async (_, words) => {
      const asked = rig.provider.requestsTo('getTransactionStatus').length;
      const answer = await find(words());
      expect(answer).toContain(`${flour.reference} · `);
      expect(answer).toContain(SAYS.paid);
      expect(answer).toContain('[open_card]');
      expect(answer).toContain('[share_order]');
      expect(answer).not.toContain('712345678');
      expect(rig.provider.requestsTo('getTransactionStatus').length).toBeGreaterThan(asked);
    },
  );

  it('one payment is answered with what was understood of the words', async () => {
    expect(await find('flour ksh 1500 today paid')).toContain('“flour” · KES 1,500 · today · paid');
    expect(await find('school unpaid by me')).toContain('“school” · unpaid · by ');
  });

  it('the first word may be what is quoted', async () => {
    for (const words of [code, `${code.slice(0, 4)} ${code.slice(4)}`, '1500 today', account])
      expect(read(await typed(words))).toContain(`${flour.reference} · `);
  });

  it('an SMS whose code no payment has is answered with a warning beside what fits its account or amount', async () => {
    const warning = SAYS.unknownCodeWarning;
    const sms = (with_: string, to: string) =>
      `find ${with_} Confirmed. Ksh1,500.00 paid to ${to} on 20/11/26 at 2:15 PM.`;
    for (const to of ['DUKA LA AMINA', `PESAPAL for account ${account}`]) {
      const answer = read(await typed(sms('QQQ1QQQQQQ', to)));
      expect(answer).toContain(warning);
      expect(answer).toContain(`${flour.reference} · `);
      expect(read(await typed(sms(code, to)))).not.toContain(warning);
    }
  });

  it('an exact reference beats all other words', async () => {
    expect(await find(`${flour.reference} unpaid school`)).toContain(`${flour.reference} · `);
  });
});

describe('several payments', () => {
  it('several payments are listed newest first, two lines each, masked, with a button to the card', async () => {
    const answer = await typed('find jane');
    const text = read(answer);
    expect(text).toContain(SAYS.paymentsFoundFor('2', '“jane”'));
    const rows = text.split('[open_card]');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`:link: ${SAYS.foundWaiting('KES 2,500.00')}`);
    expect(rows[1]).toContain(`School fees · Jane Otieno · +254 7•• ••• 456 · ${fees.reference} · `);
    expect(rows[1]).toContain(`:white_check_mark: ${SAYS.foundPaid('KES 1,500.00')}`);
    expect(rows[2]).toContain(
      `Two bags of flour · Jane Wanjiru · +254 7•• ••• 678 · ${flour.reference} · ${code}`,
    );
    expect(text).toContain(`/p${fees.card.ts.replace('.', '')}`);
    expect(text).not.toContain('[more]');
  });

  it('a list costs no call of the service', async () => {
    // Else a check of the link's schedule may come meanwhile.
    rig.clock.hold();
    await rig.idle();
    const asked = rig.provider.requestsTo('getTransactionStatus').length;
    await find('jane');
    await find('today');
    expect(rig.provider.requestsTo('getTransactionStatus')).toHaveLength(asked);
  });
});

describe('nothing', () => {
  it.each([
    ['jane unpaid 1500', SAYS.foundNothingForSearch('“jane” · unpaid · 1,500 or “1500”')],
    ['0799 999 999', SAYS.foundNothingForSearch('number +254 7•• ••• 999')],
    ['by <@U0AGENT002> flour', SAYS.foundNothingForSearch('“flour” by @U0AGENT002')],
    ['by <@U0AGENT002>', SAYS.foundNothingBy('by @U0AGENT002')],
    [
      '<@U0AGENT002|brian> unpaid in <#C0GENERAL1|general>',
      SAYS.foundNothingForSearch('unpaid by @U0AGENT002 in #C0GENERAL1'),
    ],
    ['in <#C0GENERAL1|general>', SAYS.foundNothingBy('in #C0GENERAL1')],
    ['flour 2026-01-31', SAYS.foundNothingForSearch('“flour” · 31 Jan 2026')],
    ['UGX 1,500', SAYS.foundNothingForSearch('UGX 1,500')],
    ['wairimu', SAYS.foundNothingForSearch('“wairimu”')],
  ])('“find %s” says what was searched for, and what else could be tried', async (words, sentence) => {
    const answer = await find(words);
    expect(answer).toContain(sentence);
    expect(answer).toContain(SAYS.tryFewerWords);
  });

  it('a code that Teller knows is not called unknown because another word does not fit', async () => {
    for (const words of [`peter ${code}`, `${code} unpaid`]) {
      const answer = await find(words);
      expect(answer).toContain(SAYS.foundNothingFor);
      expect(answer).not.toContain(SAYS.unknownToBoth);
    }
  });

  it('a code that is nowhere gets the place to look next', async () => {
    for (const words of ['QQQ7QQQQQQ', 'qqq7 qqqqqq'])
      expect(await find(words)).toContain(SAYS.foundNothingForCodeLook('QQQ7QQQQQQ'));
  });

  it.each([
    ['', SAYS.whichPaymentWrite],
    ['of', SAYS.nothingSearchable],
    ['jane 2026-02-31', SAYS.noSuchDay],
    ['2026-11-15..2026-11-01', SAYS.periodEndsFirst],
    ['2099-01-01', SAYS.periodNotBegun],
    ['flour January 2099', SAYS.periodNotBegun],
  ])('“find %s” says what is missing', async (words, sentence) => {
    expect(await find(words)).toContain(sentence);
  });
});

it('a payment is found by a month to come that its description names', async () => {
  const hall = await createLink(rig, { first_name: 'Esther', description: 'Hall for January 2099' });
  rig.agent.close();
  for (const words of ['hall January 2099', 'January 2099', 'esther Jan 2099'])
    expect(await find(words)).toContain(`${hall.reference} · `);
});

// What the books say once a customer was erased: the same money, and nobody.
import { afterEach, expect, it } from 'vitest';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { digestChannels } from './digest-channels.ts';
import { postedIn } from './erased.ts';
import { type Rig, startRig, until } from './rig.ts';

const PERSON = /12345678|2547[x*]|Zawadi|Nyambura|Two bags|•/i;
const MINUTE_MS = 60_000;

let rig: Rig;
afterEach(() => rig.stop());

/** The lines of the file of a report of now. */
async function reported(): Promise<Record<string, string>[]> {
  const before = rig.slack.files().length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'report week');
  await until(() => rig.slack.files().length > before);
  await rig.idle();
  const [titles = [], ...records] = readCsv(String(rig.slack.files().at(-1)?.content).slice(1));
  return records.map((record) =>
    Object.fromEntries(titles.map((title, index) => [title, record[index] ?? ''])),
  );
}

it('a report’s file and a digest have the same sums after a customer was erased, say so where they were, and name nobody', async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT001' });
  const { sales } = rig.slack.channels;
  const digests = digestChannels(rig);
  rig.clock.advance(digests.untilTime('12:00'));
  await rig.idle();
  await digests.set(sales, 'daily 18:00');
  const { card, reference } = await sendPrompt(rig, { first_name: 'Zawadi', last_name: 'Nyambura' });
  rig.agent.close();
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  await rig.idle();
  const [before] = await reported();
  expect(before).toMatchObject({ Customer: 'Zawadi Nyambura', Paid: '1500' });

  await rig.agent.command(sales, '/pay', 'forget 0712345678');
  await until(() => rig.readModal().includes('== forget =='));
  await rig.agent.submit();
  await until(() => rig.readCard(card).includes(SAYS.customerErased));
  await until(async () => !(await storedOrder(rig, reference)).isErasing);
  rig.agent.close();

  const after = await reported();
  const gone = { Customer: '(erased)', Description: '(erased)', Payer: '(erased)' };
  expect(after).toEqual([{ ...before, ...gone }]);
  expect(Object.values(after[0] ?? {}).join('\n')).not.toMatch(PERSON);

  rig.clock.advance(digests.untilTime('18:00') - MINUTE_MS);
  await rig.idle();
  rig.clock.advance(MINUTE_MS);
  await until(() => digests.digests(sales).length === 1);
  expect(digests.digests(sales)[0]).toContain(SAYS.inPaymentsBold('KES 1,500.00', '1 payment'));
  expect(postedIn(rig)).not.toMatch(PERSON);
});

// Channels with every filter of alerts listen to the same payments, and each is announced where it passes and nowhere else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sent } from './agent.ts';
import { repliesTo, request } from './request.ts';
import { type Rig, startRig, until } from './rig.ts';

const BRIAN = 'U0AGENT002';

/** After `alerts on`: what the channel is told of. */
const KINDS: readonly [filter: string, announced: string[]][] = [
  ['', ['M-PESA KES 1,500', 'Airtel KES 900', 'Visa USD 50', 'review KES 1,000', 'refund KES 1,500']],
  ['only paid', ['M-PESA KES 1,500', 'Airtel KES 900', 'Visa USD 50']],
  ['only review', ['review KES 1,000']],
  ['only refunds', ['refund KES 1,500']],
  ['only failed', ['failed KES 2,000']],
  ['only failed only review', ['failed KES 2,000', 'review KES 1,000']],
];
const PAYMENTS: readonly [filter: string, announced: string[]][] = [
  ['only paid over 1000', ['M-PESA KES 1,500', 'Visa USD 50']],
  ['only paid over KES 1000', ['M-PESA KES 1,500']],
  ['only paid over KES 5000 over USD 20', ['Visa USD 50']],
  ['only paid card', ['Visa USD 50']],
  ['only paid mpesa', ['M-PESA KES 1,500']],
  ['only paid airtel', ['Airtel KES 900']],
  ['only paid mpesa airtel', ['M-PESA KES 1,500', 'Airtel KES 900']],
  [`only paid by <@${BRIAN}>`, ['Visa USD 50']],
  ['only paid over KES 1000 airtel', []],
  [`only paid mpesa by <@${BRIAN}>`, []],
];

let rig: Rig;
/** The channel of each filter, and the event that each order stands for. */
const channels = new Map<string, string>();
const events: [name: string, sent: Sent][] = [];

beforeAll(async () => {
  rig = await startRig();
  for (const [filter] of [...KINDS, ...PAYMENTS]) {
    const members = [rig.slack.botUserId, rig.agent.id];
    const { id } = rig.slack.addChannel({ name: `alerts-${channels.size}`, members });
    channels.set(filter, id);
    await rig.agent.command(id, '/pay', `alerts on ${filter}`);
    await until(() => rig.slack.messages(id).length === 1);
  }
  const { customer } = rig.provider;
  const mpesa = await request(rig, 'prompt 0712345678 1500 Flour');
  await happens('M-PESA KES 1,500', mpesa, () => customer.pay(mpesa.reference));
  const airtel = await request(rig, 'prompt 0733123456 900 Salt');
  await happens('Airtel KES 900', airtel, () => customer.pay(airtel.reference));
  const visa = await request(rig, 'link USD 50 Fees', { by: rig.slack.person(BRIAN) });
  await happens('Visa USD 50', visa, () => customer.pay(visa.reference, { payment_method: 'Visa' }));
  const failed = await request(rig, 'prompt 0722000001 2000 Oil');
  await happens('failed KES 2,000', failed, () => customer.decline(failed.reference));
  const less = await request(rig, 'prompt 0722000002 1600 Tea');
  await happens('review KES 1,000', less, () => customer.pay(less.reference, { amount: 1000 }));
  await happens('refund KES 1,500', mpesa, () => customer.reverse(mpesa.reference));
  for (let minute = 0; minute < 3; minute += 1) {
    await rig.idle();
    rig.clock.advance(60_000);
  }
  await rig.idle();
});
afterAll(() => rig.stop());

/** Waits for the reply in the order's own thread. */
async function happens(name: string, sent: Sent, act: () => Promise<unknown>): Promise<void> {
  events.push([name, sent]);
  const before = repliesTo(rig, sent).length;
  await act();
  await until(() => {
    rig.clock.advance(500);
    return repliesTo(rig, sent).length > before;
  });
}

/** What the channel was told of: an alert links to the card of its order, and a refund has its own emoji. */
function announcedTo(filter: string): string[] {
  const alerts = rig.slack.messages(channels.get(filter) ?? '').slice(1);
  const isAbout = (alert: string, [name, { card }]: (typeof events)[number]) =>
    alert.includes(`/p${card.ts.replace('.', '')}`) &&
    name.startsWith('refund') === alert.includes('rotating_light');
  return events.flatMap((event) =>
    alerts.filter(({ blocks }) => isAbout(JSON.stringify(blocks), event)).map(() => event[0]),
  );
}

it.each(KINDS)('Alerts on: “%s” announces %j and nothing else', (filter, expected) => {
  expect(announcedTo(filter)).toEqual(expected);
});

it.each(PAYMENTS)('Alerts on: “%s” announces the payments of %j and no others', (filter, expected) => {
  expect(announcedTo(filter)).toEqual(expected);
});

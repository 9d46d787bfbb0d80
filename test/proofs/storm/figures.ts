// The table at the end of a run.
import { isAboveLimit } from './audit-approvals.ts';
import type { Evidence, Tally, Violation } from './evidence.ts';
import type { Faults } from './faults.ts';
import type { Storm, StormResult } from './storm.ts';

const MAX_VALUE = 72;

export function figuresOf(facts: {
  seed: number;
  what: Storm;
  evidence: Evidence;
  storm: StormResult;
  faults: Faults;
  tally: Tally;
  violations: readonly Violation[];
  clockMs: number;
}): string {
  const { seed, what, evidence, storm, faults, tally, violations } = facts;
  const { environment, posts, orders, journal } = evidence;
  const { provider } = environment;
  const count = (kind: string) => orders.filter((order) => order.kind === kind).length;
  const again = orders.filter(({ resendOf }) => resendOf !== undefined).length;
  const balances = orders.filter(({ balanceOf }) => balanceOf !== undefined).length;
  const recurring = orders.filter((order) => order.recurring !== undefined).length;
  const paid = provider.orders().filter(({ payment }) => payment && payment.status_code !== 2).length;
  const happened = (name: string) => journal.changes.filter((change) => change.what === name).length;
  const received = provider.notifications.filter(({ answer }) => answer !== 'none');
  const requests = (...names: Parameters<typeof provider.requestsTo>[0][]) =>
    names.reduce((sum, name) => sum + provider.requestsTo(name).length, 0);
  const submissions = storm.forms.reduce((sum, form) => sum + form.submissions, 0);
  const events = (...names: string[]) =>
    evidence.record.lines.filter(({ event }) => names.includes(event)).length;
  const ofRefunds = journal.approvals.filter(({ about }) => about === 'refund');
  const own = ofRefunds.filter(({ reference, by }) => journal.refundAskers.get(reference) === by);
  const refunds = provider.refunds();
  const rows: [string, string][] = [
    [
      'orders',
      `${count('prompt') + count('link')} (prompts ${count('prompt')}, links ${count('link')}, of these recurring ${recurring})`,
    ],
    [
      'forms submitted',
      `${submissions} times for ${storm.forms.length} orders; never opened ${storm.neverOpened}`,
    ],
    ...(what.bulk === undefined ? [] : [bulkRow(evidence, what.bulk)]),
    ['prompts that rang', String(provider.prompts.length)],
    [
      'payments',
      `${paid} (of these charges ${happened('charged')}, paid back ${happened('reversed')}), paid again ${happened('paid again')}; declined ${happened('declined')}`,
    ],
    [
      'orders made from others',
      `${again + balances} (sent again ${again}, for a rest ${balances}); reviews accepted ${orders.filter((order) => order.acceptedBy).length}, paid twice ${orders.filter((order) => order.duplicatePayment).length}`,
    ],
    [
      'orders above the limit',
      `${orders.filter((order) => isAboveLimit(order, environment)).length}, sent late ${events('sent_now')}; with refunds approved ${events('approved')}, declined ${events('declined')}, withdrawn ${events('withdrawn')}, run out ${events('ran_out')}`,
    ],
    [
      'refunds',
      `${events('refund_asked')} requests, approve pressed ${ofRefunds.length} times (by the asker ${own.length}), calls ${requests('requestRefund')}, received ${refunds.length}, carried out ${refunds.filter(({ state }) => state === 'approved').length}`,
    ],
    [
      'cancelled at the service',
      String(provider.orders().filter(({ cancelledAt }) => cancelledAt !== undefined).length),
    ],
    ['notifications received', `${received.length}, of these copies ${received.length - distinct(evidence)}`],
    ['status requests', String(requests('getTransactionStatus', 'getTransactionByMerchantReference'))],
    ['tokens, registrations', `${requests('requestToken')}, ${requests('registerIpn')}`],
    ['Slack posts, edits', `${posts.counts.posts}, ${posts.counts.edits}`],
    ...faultRows(faults),
    ['bots killed', String(storm.kills)],
    ['payments announced once', `${tally.once}, of these by direct message ${tally.direct}`],
    ['payments never announced / twice', `${tally.lost} / ${tally.twice}`],
    ['violations', String(violations.length)],
    ['hours that passed', String(Math.round(facts.clockMs / 360_000) / 10)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const command = `npm run simulate -- --seed ${seed} ${what.bulk === undefined ? `--orders ${what.orders}` : `--bulk ${what.bulk}`}`;
  const lines = rows.flatMap(([name, value]) =>
    wrapped(value).map((part, index) => `  ${(index === 0 ? name : '').padEnd(width)}  ${part}`),
  );
  return [command, ...lines].join('\n');
}

function bulkRow({ orders }: Evidence, rows: number): [string, string] {
  const notSent = orders.filter(({ state }) => state === 'not_sent').length;
  const made = new Set(orders.map(({ bulk }) => bulk?.row)).size;
  return ['rows of the bulk', `${rows}, with an order ${made}, of these not sent ${notSent}`];
}

/** Parted at commas where a line would be longer than people like to read. */
function wrapped(value: string): string[] {
  const lines = [''];
  for (const part of value.split(/(?<=, )/)) {
    const last = lines.at(-1) ?? '';
    if (last.length + part.length > MAX_VALUE) lines.push(part);
    else lines[lines.length - 1] = last + part;
  }
  return lines.map((line) => line.trimEnd());
}

/** One row for each side, its faults by kind. */
function faultRows({ counts }: Faults): [string, string][] {
  const sides = {
    slack: 'faults of Slack',
    service: 'faults of the service',
    bot: 'faults on the way to the bot',
  };
  return Object.entries(sides).map(([side, name]) => {
    const own = [...counts].flatMap(([key, times]) => (key.startsWith(`${side}: `) ? [{ key, times }] : []));
    const total = own.reduce((sum, { times }) => sum + times, 0);
    const kinds = own
      .sort((a, b) => b.times - a.times)
      .map(({ key, times }) => `${key.slice(side.length + 2)} ${times}`);
    return [name, total === 0 ? '0' : `${total} (${kinds.join(', ')})`];
  });
}

/** Of how many different changes a notification was received. */
function distinct({ environment, journal }: Evidence): number {
  const received = environment.provider.notifications.flatMap(({ answer, order_tracking_id, at }) => {
    if (answer === 'none') return [];
    const before = journal.changes.filter(
      (change) => change.trackingId === order_tracking_id && change.at <= at,
    );
    return [`${order_tracking_id} ${before.length}`];
  });
  return new Set(received).size;
}

// Everything that Teller shows in Slack, once each: cards, replies, lists, forms, Home, reports. For checks of all of it.
import type { ModalView } from '@slack/types';
import { ORDER_AUDIT_EVENTS } from '#orders/audit-line.ts';
import { receivedIn } from '#payments/reports/sums.ts';
import { declineForm } from '#slack/approval/approval.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { settingsForm } from '#slack/channel/settings.ts';
import { digestCard } from '#slack/digest/card.ts';
import { findForm } from '#slack/find/find.ts';
import { foundList } from '#slack/find/search.ts';
import { historyCard } from '#slack/history/history.ts';
import { homeView, messageHome, openMessage } from '#slack/home/home.ts';
import { openPage } from '#slack/home/open-orders.ts';
import { unknownWordsMessage } from '#slack/listen/commands.ts';
import { helpMessage, moreHelp } from '#slack/listen/help.ts';
import { linkForm, promptForm } from '#slack/order/form-fields.ts';
import { withRepeat } from '#slack/order/live-form.ts';
import { offerOrderForm } from '#slack/order/order.ts';
import { messageView, sendingView } from '#slack/order/outcome.ts';
import { refundForm } from '#slack/refund/form.ts';
import { reportCard } from '#slack/report/card.ts';
import { auditReportCard } from '#slack/report/report.ts';
import { say } from '#slack/ui/say.ts';
import { answerSamples, forgetFormSample } from './answer-samples.ts';
import { bulkForms, bulkMessages, strangeBulkMessage } from './bulk-samples.ts';
import { EVERY_STATE_AND_KIND, hostile, orderIn, PAYMENT } from './every-order.ts';
import { fillIn } from './fill-in.ts';
import { CONTENT, DIGEST, NOTHING, QUIET, sum, WEEK } from './report/report-content.ts';
import { messages, ORDERS, outcomes } from './samples.ts';

type Blocks = { readonly blocks: readonly unknown[] };
/** `text` is missing where a form shows the blocks. */
export type Sample = { readonly name: string } & (
  | { readonly kind: 'message'; readonly content: Blocks & { readonly text: string } }
  | { readonly kind: 'modal' | 'home'; readonly content: Blocks }
);

const NOW = Date.parse('2026-11-22T15:00Z');
const cardUrl = 'https://sandbox.slack.com/archives/C1/p1700000000000100';
const listed = (order: ReturnType<typeof orderIn>) => ({ order, cardUrl });

export function everySample(): Sample[] {
  const message = ([name, content]: [string, Blocks & { readonly text: string }]): Sample => ({
    name,
    kind: 'message',
    content,
  });
  const modal = ([name, content]: [string, Blocks]): Sample => ({ name, kind: 'modal', content });
  const home = ([name, content]: [string, Blocks]): Sample => ({ name, kind: 'home', content });
  return [
    ...Object.entries({
      ...messages(),
      ...answerSamples(),
      ...everyCard(),
      ...lists(),
      ...answers(),
      ...bulks(),
    }).map(message),
    ...Object.entries({ ...outcomes(), ...forms() }).map(modal),
    ...Object.entries(homes()).map(home),
  ];
}

const bulks = () => ({ ...bulkMessages(), 'Bulk requests, strange texts': strangeBulkMessage() });

/** Of each state and kind, as usual and with the longest and strangest texts. */
function everyCard() {
  return Object.fromEntries(
    EVERY_STATE_AND_KIND.flatMap(([state, kind]) => {
      const order = orderIn(state, kind);
      return [
        [`Card, ${state} (${kind})`, orderCard(order)],
        [`Card, ${state} (${kind}), strange texts`, orderCard(hostile(order))],
      ];
    }),
  );
}

const WAITING = (['prompt: waits for approval', 'prompt: paid, a refund asked for'] as const).flatMap(
  (name) => {
    const { approval } = ORDERS[name];
    return approval ? [{ order: ORDERS[name], request: approval, cardUrl }] : [];
  },
);
const OPEN = [ORDERS['link: waiting'], ORDERS['prompt: waiting for the PIN'], ORDERS['prompt: no PIN yet']];
const ENDED = [ORDERS['prompt: paid'], ORDERS['prompt: cancelled'], ORDERS['link: not answered']];
const BACK = { paidBack: [sum('1030', 'KES', 3)] };
const WORK = {
  today: receivedIn({ totals: [sum('48200', 'KES', 31)], ...BACK }),
  open: [sum('5500', 'KES', 3)],
  isAll: true,
};
const UNDERSTOOD = { said: ['“flour”', 'KES 1,500'], agents: ['U1'], channels: [] };

/** A line for each thing that can be done with an order, and one that a later version wrote. */
const RECORDED = ([...ORDER_AUDIT_EVENTS, 'posted_payment', 'checked', 'checked'] as const).map(
  (event, index) => ({
    seq: index + 1,
    at: NOW + index * 60_000,
    who: index % 3 === 2 ? 'teller' : 'U1',
    event,
    outcome: event === 'posted_payment' ? 'C1' : 'paid',
    hash: 'ab'.repeat(32),
  }),
);

/** Lists, digests, a report, help and Home. */
export function listSamples(): Record<string, Blocks> {
  const { Help, Report, Digest, 'Digest of a quiet day': quiet } = answers();
  const { Home, 'Home of somebody new': empty } = homes();
  return {
    Home,
    'Home of somebody new': empty,
    ...lists(),
    Digest,
    'Digest of a quiet day': quiet,
    ...bulkMessages(),
    Report,
    Help,
  };
}

function lists() {
  const open = OPEN.map(listed);
  const more = { value: 'found 0123456789abcdef', lookedBackTo: NOW };
  return {
    'List of open orders': openMessage({
      ...{ open, work: WORK, recent: ENDED.map(listed), now: NOW },
      approver: { waiting: WAITING, isNotifiedDirectly: true },
    }),
    'List of orders to cancel': openPage(open, {
      title: 'Which order do you want to cancel?',
      open: [sum('48500', 'KES', 30)],
      isAll: true,
      now: NOW,
      beside: 'cancel',
    }),
    'List of everybody’s open orders': openPage(open, {
      title: 'Everyone’s: 3 open orders, KES 5,500.00 outstanding.',
      open: [sum('5500', 'KES', 30)],
      isAll: true,
      now: NOW,
      isEverybodys: true,
    }),
    'List of found payments': foundList({
      orders: ENDED.map(listed),
      understood: UNDERSTOOD,
      isFirst: true,
      more,
    }),
  };
}

function answers() {
  const how = { nameOf: CONTENT.nameOf, timeZone: CONTENT.timeZone };
  return {
    Help: helpMessage('/pay'),
    'Help, more': moreHelp('/pay'),
    'Offer of a form': offerOrderForm('prompt', 'key'),
    'Answer to unknown words': unknownWordsMessage({
      why: say`I don’t know “promt”.`,
      typed: 'promt 0712345678 1500 Flour',
      nearest: 'prompt',
      nearestKey: 'key',
      searchKey: 'other key',
    }),
    Report: reportCard({ ...CONTENT, report: { ...WEEK, ...BACK }, shareValue: 'key' }),
    'Report in text': reportCard(CONTENT, { isPlain: true }),
    'Report of nothing': reportCard({ ...CONTENT, report: NOTHING }),
    Digest: digestCard(DIGEST, how.nameOf),
    'Digest of a quiet day': digestCard(QUIET, how.nameOf),
    History: historyCard(ORDERS['prompt: paid'], { recorded: RECORDED, isDamaged: false }),
    'History, damaged': historyCard(hostile(ORDERS['prompt: paid']), { recorded: [], isDamaged: true }),
    'Audit record': auditReportCard({
      period: CONTENT.period,
      timeZone: CONTENT.timeZone,
      head: { count: 3_511, hash: 'ab'.repeat(32) },
      rows: 14,
      leftOut: 2,
      damaged: 1,
    }),
  };
}

function forms(): Record<string, ModalView> {
  const opening = {
    memory: { formId: '0123456789abcdef0123456789abcdef' },
    prefill: { amount: '1500', description: 'Two bags of flour' },
    channel: 'C1',
    warnings: ['Teller isn’t in that channel.'],
    defaultCurrency: 'KES',
  };
  const link = linkForm(opening);
  return {
    'Form of a prompt': promptForm(opening),
    'Form of a link': link,
    'Form of a recurring link': withRepeat(link, fillIn(link, { frequency: 'MONTHLY' }), NOW) ?? link,
    'Form of settings': settingsForm(
      { currency: 'UGX', method: 'AirtelUG', branch: 'Kampala Road' },
      'KES',
      'C1',
    ),
    ...bulkForms(),
    'Form of a look-up': findForm('', ['Nothing in the message fits.']),
    'Form to erase customer data': forgetFormSample(),
    'Form to decline an order': declineForm(ORDERS['prompt: waits for approval'], 'BR6ZC-VV9H9#1'),
    'Form to decline a refund': declineForm(ORDERS['prompt: paid, a refund asked for'], 'BR6ZC-VV9H9#1'),
    'Form of a refund': refundForm(refunded('MpesaKE')),
    'Form of a refund of a card payment': refundForm(refunded('Visa')),
    'Form that is being sent': sendingView('Payment link'),
    'Form with a sentence': messageView('PIN prompt', 'The order is cancelled.'),
  };
}

function refunded(method: string) {
  return {
    payment: { ...PAYMENT, method },
    reference: 'BR6ZC-VV9H9',
    description: 'Two bags of flour',
    memory: 'BR6ZC-VV9H9',
  };
}

function homes() {
  const preferences = { isNotifiedOfPaid: false, isReminded: true };
  const view = { open: OPEN.map(listed), work: WORK, recent: ENDED.map(listed), preferences, now: NOW };
  return {
    Home: homeView(view),
    'Home of somebody new': homeView({
      ...view,
      open: [],
      work: { today: [], open: [], isAll: true },
      recent: [],
      preferences: { isNotifiedOfPaid: true, isReminded: false },
    }),
    'Home of an approver': homeView({ ...view, approver: { waiting: WAITING, isNotifiedDirectly: false } }),
    'Home of an approver for whom nothing waits': homeView({
      ...view,
      approver: { waiting: [], isNotifiedDirectly: true },
    }),
    'Home of a guest': messageHome('Teller is for full members of this workspace.'),
  };
}

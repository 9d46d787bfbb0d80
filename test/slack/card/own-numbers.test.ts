// A customer's number that was typed into the description or the name stands masked wherever others read it.
import { expect, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import { whatIsApproved } from '#slack/approval/requests.ts';
import { waitingDirectly } from '#slack/approval/waiting.ts';
import { rowFact } from '#slack/bulk/check-file.ts';
import { directMessage } from '#slack/card/direct.ts';
import { newsReply } from '#slack/card/news.ts';
import { orderCard, orderFacts } from '#slack/card/order-card.ts';
import { foundList } from '#slack/find/search.ts';
import { forWhom } from '#slack/home/open-orders.ts';
import { describeQr } from '#slack/share/card.ts';
import { describeCustomer } from '#slack/text/customers.ts';
import { orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { expectMasked } from '#test/slack/harmless.ts';

const PHONE = '254712345678' as Msisdn;
const PROMPT = { msisdn: PHONE, method: 'MpesaKE' } as const;

const UNDERSTOOD = { said: [], agents: [], channels: [] };
const SPELLINGS = ['0712345678', '0712 345 678', '+254 712-345-678', '(0712) 345678', '254712345678'];

test.each(SPELLINGS)(
  'the customer’s number that was typed as %s into the description is not on any card',
  (typed) => {
    const description = `Flour for ${typed} today`;
    for (const state of ORDER_STATES)
      for (const kind of ['prompt', 'link'] as const) {
        const whose = kind === 'prompt' ? { prompt: PROMPT, customer: {} } : { customer: { phone: PHONE } };
        const order = orderIn(state, kind, { ...whose, description });
        const shown = [orderCard(order).text, JSON.stringify(orderCard(order)), describeQr(order)].join('\n');
        expect(shown).not.toContain(typed);
        expect(shown.replace(/[\s().+-]/g, '')).not.toMatch(/712345678/);
        expect(shown).toContain('Flour for +254 7•• ••• 678 today');
      }
  },
);

test.each(SPELLINGS)(
  'an account number that is the customer’s number, typed as %s, is masked on the card and in an answer',
  (accountNumber) => {
    const order = orderIn('pending', 'recurring link');
    const { recurring } = order;
    if (!recurring) throw new Error('it recurs');
    const typed = { ...order, recurring: { ...recurring, accountNumber } };
    for (const shown of [orderCard(typed), orderFacts(typed)]) {
      expectMasked(shown);
      expect(JSON.stringify(shown)).toContain('account +254 7•• ••• 678');
    }
  },
);

test.each(SPELLINGS)(
  'the customer’s number %s is masked in a reminder, and in the text that it has for them',
  (typed) => {
    const order = orderIn('pending', 'link', {
      customer: { phone: PHONE },
      description: `Flour for ${typed}`,
    });
    const reminder = directMessage(order, { kind: 'reminder' }, { merchantName: 'Duka', cardUrl: undefined });
    const shown = decodeURIComponent(JSON.stringify(reminder).replaceAll('%22', ''));
    expect(shown).toContain('Flour for +254 7•• ••• 678');
    expect(shown.replace(/[\s().+-]/g, '')).not.toMatch(/712345678/);
  },
);

test.each(SPELLINGS)('the customer’s number %s is masked where a request or a row is described', (typed) => {
  const order = orderIn('waiting', 'prompt', { prompt: PROMPT, description: `Flour for ${typed}` });
  const request = { number: 1, about: 'order', state: 'open', requestedBy: 'U1', askedAt: 0 } as const;
  const row = { ...order, row: 2, typedReference: false } as Parameters<typeof rowFact>[0];
  const direct = waitingDirectly(order, request, undefined).text;
  for (const said of [whatIsApproved(order, request), direct, rowFact(row)[1]]) {
    expect(said).toContain('Flour for +254 7•• ••• 678');
    expect(said).not.toContain(typed);
  }
});

test.each(SPELLINGS)(
  'the customer’s number that was typed as %s into the name is not on a card, in a reply, in a list or in a row',
  (typed) => {
    const customer = { firstName: 'Jane', lastName: typed };
    for (const whose of [{ prompt: PROMPT, customer }, { customer: { ...customer, phone: PHONE } }]) {
      const order = orderIn('paid', 'link', whose);
      const news = { kind: 'paid', payment: PAYMENT, previousState: 'pending' } as const;
      const row = { ...order, row: 2, typedReference: false } as Parameters<typeof rowFact>[0];
      for (const shown of [
        orderCard(order),
        newsReply(order, { id: 'paid-2', at: 2, news }),
        foundList({
          orders: [{ order, cardUrl: undefined }],
          understood: UNDERSTOOD,
          isFirst: true,
        }),
        forWhom(order),
        rowFact(row),
        describeCustomer({ ...customer, phone: PHONE }),
      ]) {
        expectMasked(shown);
        expect(JSON.stringify(shown)).toContain('Jane +254 7•• ••• 678');
      }
    }
  },
);

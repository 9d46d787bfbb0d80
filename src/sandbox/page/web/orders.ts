/// <reference lib="dom" />
// The customer's other business: links to pay on, recurring charges, money that goes back.
import type { CustomerOrder, OrderState } from '#sandbox/page/server/screen.ts';
import { anotherAmount } from './another-amount.ts';
import type { Desk } from './desk.ts';
import { type Child, h, keep } from './dom.ts';

const STATES: Readonly<Record<OrderState, string>> = {
  open: 'waits to be paid',
  failed: 'failed, can still be paid',
  paid: 'paid',
  reversed: 'paid, then reversed',
  cancelled: 'cancelled',
};

const MOST = 30;

export function createOrders(desk: Desk): HTMLElement {
  const list = h('ul', { class: 'orders' });
  const none = h('p', { class: 'quiet' }, 'No order yet. Payment links that an agent makes come here too.');
  desk.onChange(() => {
    const { orders } = desk.screen();
    none.hidden = orders.length > 0;
    keep(
      list,
      orders.slice(0, MOST).map((order) => ({
        key: order.trackingId,
        sign: JSON.stringify(order),
        build: () => orderNode(desk, order),
      })),
    );
  });
  return h('div', {}, none, list);
}

function orderNode(desk: Desk, order: CustomerOrder): HTMLElement {
  const { trackingId, money, description, reference, state, kind, isRecurring, page, paid } = order;
  const isUnpaid = state !== 'paid' && state !== 'reversed';
  const act = (label: string, what: 'pay' | 'decline' | 'charge' | 'reverse'): Child =>
    h(
      'button',
      {
        type: 'button',
        class: 'kit-button small',
        'data-focus': what,
        'aria-label': `${label}, ${reference}`,
        onclick: () => void desk.act({ type: what, trackingId }),
      },
      label,
    );
  const open = { class: 'kit-button small', href: page, target: '_blank', rel: 'noopener noreferrer' };
  const what = { push: 'Prompt', link: isRecurring ? 'Recurring link' : 'Link', charge: 'Charge' }[kind];
  return h(
    'li',
    {},
    h('p', {}, h('strong', {}, paid?.money ?? money), ` ${description}`),
    h(
      'p',
      { class: 'quiet' },
      `${what} ${reference} · `,
      h('span', { class: `state ${state}` }, STATES[state]),
    ),
    h(
      'div',
      { class: 'block-actions' },
      page && isUnpaid && h('a', open, 'Open the payment page'),
      isUnpaid && [act('Pay', 'pay'), act('Decline', 'decline')],
      isRecurring && !isUnpaid && act('Charge again', 'charge'),
      state === 'paid' && act('Reverse', 'reverse'),
    ),
    isUnpaid && anotherAmount(desk, order),
  );
}

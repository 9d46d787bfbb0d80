// The customer's orders: prompts, links and recurring charges. Above them the refunds that the provider has to decide.
import { h, type JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { CustomerAction, CustomerOrder, OrderState } from '#sandbox/page/server/screen.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';
import { Refunds } from './refunds.ts';

const STATES: Readonly<Record<OrderState, string>> = {
  open: 'waiting for payment',
  failed: 'not paid',
  paid: 'paid',
  reversed: 'reversed',
  cancelled: 'cancelled',
};

/** So many more are shown at a press. */
const PAGE = 30;

export function Orders(): JSX.Element {
  const orders = usePart(({ screen }) => screen.orders);
  const hasRefunds = usePart(({ screen }) => screen.refunds.length > 0);
  const [max, setMax] = useState(PAGE);
  const all = Object.values(orders);
  const newest = all.slice(-max).reverse();
  const older = all.length - newest.length;
  if (newest.length === 0)
    return h('p', { class: 'muted' }, 'No orders yet. Prompts and payment links appear here.');
  return h(
    'div',
    null,
    hasRefunds && [h(Refunds, null), h('h3', null, 'Orders')],
    h(
      'ul',
      { class: 'orders' },
      newest.map((order) => h(Order, { key: order.trackingId, order })),
    ),
    older > 0 &&
      h(
        'button',
        { type: 'button', class: 'kit-button small', onClick: () => setMax(max + PAGE) },
        `Show older orders (${older})`,
      ),
  );
}

/** Drawn again only when the order has changed. */
function Order({ order }: { order: CustomerOrder }): JSX.Element {
  const { act } = useStore();
  return useMemo(() => orderNode(order, act), [order, act]);
}

function orderNode(order: CustomerOrder, act: (action: CustomerAction) => unknown): JSX.Element {
  const { trackingId, money, description, reference, state, kind, isRecurring, page, paid } = order;
  const isUnpaid = state !== 'paid' && state !== 'reversed';
  const button = (label: string, type: CustomerAction['type']) =>
    h(
      'button',
      {
        type: 'button',
        class: 'kit-button small',
        'aria-label': `${label}, ${reference}`,
        onClick: () => void act({ type, trackingId }),
      },
      label,
    );
  const open = { class: 'kit-button small', href: page, target: '_blank', rel: 'noopener noreferrer' };
  const what = { push: 'Prompt', link: isRecurring ? 'Recurring link' : 'Link', charge: 'Charge' }[kind];
  const stateNode = h('span', { class: `state ${state}` }, STATES[state]);
  return h(
    'li',
    null,
    h('p', null, h('strong', null, paid?.money ?? money), ` ${description}`),
    h('p', { class: 'muted' }, `${what} ${reference} · `, stateNode),
    h(
      'div',
      { class: 'block-actions' },
      page && isUnpaid && h('a', open, 'Open payment page'),
      isUnpaid && [button('Pay', 'pay'), button('Decline', 'decline')],
      isRecurring && !isUnpaid && button('Charge again', 'charge'),
      state === 'paid' && button('Reverse', 'reverse'),
    ),
    isUnpaid && h(AnotherAmount, { order }),
  );
}

function AnotherAmount({ order }: { order: CustomerOrder }): JSX.Element {
  const { trackingId, reference } = order;
  const { act, say } = useStore();
  const [amount, setAmount] = useState(String(order.amount));
  const [currency, setCurrency] = useState(order.currency);
  function onSubmit(event: Event) {
    event.preventDefault();
    const chosen = Number(amount.replaceAll(',', ''));
    if (!(chosen > 0)) return say('Enter an amount above 0.');
    void act({ type: 'pay', trackingId, amount: chosen, currency: currency.toUpperCase() });
  }
  const input = (label: string, value: string, onType: (value: string) => void) =>
    h('input', {
      'aria-label': `${label}, ${reference}`,
      autocomplete: 'off',
      value,
      onInput: ({ currentTarget }) => onType(currentTarget.value),
    });
  return h(
    'details',
    { class: 'another-amount' },
    h('summary', null, 'Pay another amount'),
    h(
      'form',
      { onSubmit },
      input('Currency', currency, setCurrency),
      input('Amount', amount, setAmount),
      h('button', { class: 'kit-button small', 'aria-label': `Pay this amount, ${reference}` }, 'Pay this'),
    ),
  );
}

/// <reference lib="dom" />
// The customer's phone: it rings for a PIN prompt, and shows a message for what was paid.
import type { CustomerOrder } from '#sandbox/page/server/screen.ts';
import type { Desk } from './desk.ts';
import { h, keep, keepOne } from './dom.ts';
import { readerOf } from './message.ts';
import { timeOf } from './moments.ts';

const MOST_MESSAGES = 3;

const CARRIERS: Readonly<Record<string, string>> = {
  MpesaKE: 'M-PESA',
  AirtelKE: 'Airtel Money',
  AirtelUG: 'Airtel Money',
};

export function createPhone(desk: Desk): HTMLElement {
  const clock = h('span', {});
  const prompt = h('div', { 'aria-live': 'assertive' });
  const messages = h('ul', { class: 'phone-messages' });
  const phone = h(
    'div',
    { class: 'phone' },
    h('div', { class: 'phone-bar' }, clock, h('span', { 'aria-hidden': 'true' }, '▂▄▆ 82%')),
    h('div', { class: 'phone-screen' }, prompt, messages),
  );

  desk.onChange(() => {
    const { orders, switches } = desk.screen();
    const ringing = orders.filter(({ isRinging }) => isRinging).reverse();
    const [first] = ringing;
    const isWrong = switches.some(({ name, isOn }) => name === 'wrongAmount' && isOn);
    clock.textContent = timeOf(desk.now(), readerOf(desk));
    phone.classList.toggle('ringing', first !== undefined);
    keepOne(prompt, JSON.stringify([first?.trackingId, ringing.length, isWrong]), () =>
      first ? promptNode(desk, first, ringing.length - 1, isWrong) : idleNode(),
    );
    const told = orders.filter(
      ({ state, phone: number }) => number && (state === 'paid' || state === 'reversed'),
    );
    keep(
      messages,
      told.slice(0, MOST_MESSAGES).map((order) => ({
        key: order.trackingId,
        sign: order.state,
        build: () => smsNode(order),
      })),
    );
  });
  return h(
    'section',
    { class: 'phone-place', 'aria-labelledby': 'phone-title' },
    h('h2', { id: 'phone-title' }, 'The customer’s phone'),
    phone,
  );
}

function idleNode(): HTMLElement {
  return h(
    'div',
    { class: 'phone-idle' },
    h('p', {}, 'Nothing rings.'),
    h('p', { class: 'quiet' }, 'Send a PIN prompt from the workspace.'),
  );
}

function promptNode(desk: Desk, order: CustomerOrder, more: number, isWrong: boolean): HTMLElement {
  const { trackingId, money, description, method, phone = '', reference } = order;
  const pin = h('input', {
    id: 'pin',
    type: 'password',
    inputmode: 'numeric',
    autocomplete: 'off',
    maxlength: 6,
    placeholder: '••••',
    'aria-describedby': 'pin-help',
    'data-focus': 'pin',
  });
  const help = h('p', { id: 'pin-help', class: 'quiet' }, 'Any four digits will do.');
  const onsubmit = (event: Event) => {
    event.preventDefault();
    if (!/^\d{4,6}$/.test(pin.value)) {
      help.textContent = 'Enter the PIN: four digits.';
      help.className = 'field-error';
      return pin.focus();
    }
    const chosen = Number(amount.value.replaceAll(',', ''));
    if (!(chosen > 0)) return amount.focus();
    void desk.act({ type: 'pay', trackingId, ...(chosen !== order.amount && { amount: chosen }) });
  };
  const amount = h('input', {
    id: 'phone-amount',
    inputmode: 'decimal',
    autocomplete: 'off',
    'data-focus': 'phone-amount',
  });
  amount.value = String(order.amount);
  const button = (label: string, what: 'decline' | 'ignore') =>
    h(
      'button',
      {
        type: 'button',
        class: what === 'ignore' ? 'link' : '',
        onclick: () => void desk.act({ type: what, trackingId }),
      },
      label,
    );
  return h(
    'form',
    { class: 'prompt', onsubmit, 'aria-label': `Prompt on ${phone}` },
    h('p', { class: 'carrier' }, CARRIERS[method] ?? method, h('small', {}, `+${phone}`)),
    h('p', { class: 'ask-money' }, `Pay ${money}`),
    h('p', {}, description, h('small', {}, `Reference ${reference}`)),
    isWrong && h('p', { class: 'field-error' }, 'The customer is about to pay half of it.'),
    h('label', { for: 'pin' }, 'Enter your PIN'),
    pin,
    help,
    h(
      'details',
      { class: 'another-amount' },
      h('summary', {}, 'Pay another amount'),
      h('label', { for: 'phone-amount' }, `Amount in ${order.currency}`),
      amount,
    ),
    h(
      'div',
      { class: 'prompt-buttons' },
      button('Decline', 'decline'),
      h('button', { class: 'send-pin' }, 'Pay'),
    ),
    button('Let it ring', 'ignore'),
    more > 0 && h('p', { class: 'quiet' }, `${more} more after this one`),
  );
}

function smsNode({ state, paid, money, method, description }: CustomerOrder): HTMLElement {
  const carrier = CARRIERS[method] ?? 'Bank';
  const words =
    state === 'reversed'
      ? `Reversed. ${paid?.money ?? money} for ${description} is back in your account.`
      : `${paid?.code ?? ''} Confirmed. ${paid?.money ?? money} paid for ${description}.`;
  return h('li', {}, h('strong', {}, carrier), words);
}

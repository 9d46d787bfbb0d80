/// <reference lib="dom" />
// Lets the customer pay something else than what was requested.
import type { CustomerOrder } from '#sandbox/page/server/screen.ts';
import type { Desk } from './desk.ts';
import { h } from './dom.ts';

export function anotherAmount(desk: Desk, order: CustomerOrder): HTMLElement {
  const { trackingId, amount, currency, reference } = order;
  const number = h('input', {
    class: 'amount-input',
    inputmode: 'decimal',
    autocomplete: 'off',
    'aria-label': `Amount, ${reference}`,
  });
  number.value = String(amount);
  const code = h('input', {
    class: 'currency-input',
    maxlength: 3,
    autocomplete: 'off',
    'aria-label': `Currency, ${reference}`,
  });
  code.value = currency;
  const onsubmit = (event: Event) => {
    event.preventDefault();
    const chosen = Number(number.value.replaceAll(',', ''));
    if (!(chosen > 0)) return desk.say('Type an amount above 0.');
    const action = { type: 'pay', trackingId, amount: chosen, currency: code.value.toUpperCase() } as const;
    void desk.act(action);
  };
  return h(
    'details',
    { class: 'another-amount' },
    h('summary', {}, 'Pay another amount'),
    h(
      'form',
      { onsubmit },
      code,
      number,
      h('button', { class: 'kit-button small', 'aria-label': `Pay this amount, ${reference}` }, 'Pay this'),
    ),
  );
}

// The customer's phone: it shows PIN prompts, and a message for each payment.
import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CustomerOrder } from '#sandbox/page/server/screen.ts';
import { timeOf } from '#sandbox/page/web/state/dates.ts';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';

const MAX_MESSAGES = 3;

const CARRIERS: Readonly<Record<string, string>> = {
  MpesaKE: 'M-PESA',
  AirtelKE: 'Airtel Money',
  AirtelUG: 'Airtel Money',
};

export function Phone(): JSX.Element {
  const { zone } = useReader();
  const orders = Object.values(usePart(({ screen }) => screen.orders));
  const ringing = orders.filter(({ isRinging }) => isRinging);
  const [first] = ringing;
  const ended = orders.filter(({ state, phone }) => phone && (state === 'paid' || state === 'reversed'));
  const time = useClock((now) => timeOf(now, { zone }));
  return h(
    'section',
    { id: 'phone', tabIndex: -1, class: 'phone-place', 'aria-labelledby': 'phone-title' },
    h('h2', { id: 'phone-title' }, 'The customer’s phone'),
    h(
      'div',
      { class: first ? 'phone ringing' : 'phone' },
      h(
        'div',
        { class: 'phone-bar' },
        h('span', null, time),
        h('span', { 'aria-hidden': 'true' }, '▂▄▆ 82%'),
      ),
      h(
        'div',
        { class: 'phone-screen' },
        h(
          'div',
          { 'aria-live': 'assertive' },
          first
            ? h(Prompt, { key: first.trackingId, order: first, more: ringing.length - 1 })
            : ended.length === 0 && idle(),
        ),
        h('ul', { class: 'phone-messages' }, ended.slice(-MAX_MESSAGES).reverse().map(textMessage)),
      ),
    ),
  );
}

/** What `words` says of the sandbox's time now, looked at every second. */
export function useClock(words: (now: number) => string): string {
  const { now } = useStore();
  const [, redraw] = useState('');
  const latest = useRef(words);
  latest.current = words;
  useEffect(() => {
    const timer = setInterval(() => redraw(latest.current(now())), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  // Skipped time shows at once.
  usePart(({ screen }) => screen.aheadMs);
  return words(now());
}

function idle(): JSX.Element {
  const hint = h('p', { class: 'muted' }, 'Send a PIN prompt to see it here.');
  return h('div', { class: 'phone-idle' }, h('p', null, 'No prompt yet.'), hint);
}

function Prompt({ order, more }: { order: CustomerOrder; more: number }): JSX.Element {
  const { trackingId, money, description, method, phone = '', reference } = order;
  const { act } = useStore();
  const isWrong = usePart(({ screen }) =>
    screen.switches.some(({ name, isOn }) => name === 'wrongAmount' && isOn),
  );
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');
  const pinInput = useRef<HTMLInputElement>(null);

  function onSubmit(event: Event) {
    event.preventDefault();
    if (!/^\d{4,6}$/.test(pin)) {
      setProblem('Enter a PIN of four digits.');
      return pinInput.current?.focus();
    }
    void act({ type: 'pay', trackingId });
  }

  const button = (label: string, type: 'decline' | 'ignore') =>
    h(
      'button',
      {
        type: 'button',
        class: type === 'ignore' ? 'link' : '',
        onClick: () => void act({ type, trackingId }),
      },
      label,
    );
  return h(
    'form',
    { class: 'prompt', onSubmit, 'aria-label': `Prompt on ${phone}` },
    h('p', { class: 'carrier' }, CARRIERS[method] ?? method, h('small', null, `+${phone}`)),
    h('p', { class: 'ask-money' }, `Pay ${money}`),
    h('p', null, description, h('small', null, `Reference ${reference}`)),
    isWrong && h('p', { class: 'field-error' }, 'Wrong amount is on: the customer pays half.'),
    h('label', { for: 'pin' }, 'Enter your PIN'),
    h('input', {
      id: 'pin',
      ref: pinInput,
      type: 'password',
      inputMode: 'numeric',
      autocomplete: 'off',
      maxLength: 6,
      placeholder: '••••',
      'aria-describedby': 'pin-help',
      value: pin,
      onInput: ({ currentTarget }) => setPin(currentTarget.value),
    }),
    h('p', { id: 'pin-help', class: problem ? 'field-error' : 'muted' }, problem || 'Any four digits work.'),
    h(
      'div',
      { class: 'prompt-buttons' },
      button('Decline', 'decline'),
      h('button', { class: 'send-pin' }, 'Pay'),
    ),
    button('Ignore', 'ignore'),
    more > 0 && h('p', { class: 'muted' }, `${more} more waiting`),
  );
}

function textMessage({ trackingId, state, paid, money, method, description }: CustomerOrder): JSX.Element {
  const words =
    state === 'reversed'
      ? `Reversed. ${paid?.money ?? money} for ${description} is back in your account.`
      : `${paid?.code ?? ''} Confirmed. ${paid?.money ?? money} paid for ${description}.`;
  return h('li', { key: trackingId }, h('strong', null, CARRIERS[method] ?? 'Bank'), words);
}

/// <reference lib="dom" />
// The panel of what can go wrong, Teller's own life, and time.
import type { Switch } from '#sandbox/page/server/screen.ts';
import type { Desk } from './desk.ts';
import { h, keep, keepOne } from './dom.ts';

const SKIPS: readonly (readonly [label: string, ms: number])[] = [
  ['1 min', 60_000],
  ['10 min', 600_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
];

export function createFaults(desk: Desk): HTMLElement {
  const bot = h('div', { class: 'bot-life' });
  const usual = h('ul', { class: 'switches' });
  const more = h('ul', { class: 'switches' });
  const clock = h('p', { class: 'quiet' });

  desk.onChange(() => {
    const { switches, isBotRunning } = desk.screen();
    const row = (one: Switch) => ({
      key: one.name,
      sign: JSON.stringify(one),
      build: () => switchNode(desk, one),
    });
    keepOne(bot, String(isBotRunning), () => botNode(desk, isBotRunning));
    keep(usual, switches.filter(({ isUsual }) => isUsual).map(row));
    keep(more, switches.filter(({ isUsual }) => !isUsual).map(row));
    clock.textContent = `It is ${new Date(desk.now()).toUTCString().replace(/:\d\d GMT/, ' UTC')} in the sandbox.`;
  });

  return h(
    'div',
    {},
    bot,
    usual,
    h('details', {}, h('summary', {}, 'More faults'), more),
    h('h3', {}, 'Skip time'),
    clock,
    h(
      'div',
      { class: 'block-actions' },
      SKIPS.map(([label, ms]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'kit-button small',
            'aria-label': `Skip ${label}`,
            onclick: () => void desk.act({ type: 'skip', ms }),
          },
          `+ ${label}`,
        ),
      ),
    ),
  );
}

function botNode(desk: Desk, isRunning: boolean): HTMLElement {
  const act = () => void desk.act({ type: isRunning ? 'stopBot' : 'startBot' });
  return h(
    'div',
    { class: isRunning ? 'bot running' : 'bot stopped' },
    h('span', {}, isRunning ? 'Teller is running' : 'Teller is not running'),
    h(
      'button',
      {
        type: 'button',
        class: `kit-button small ${isRunning ? 'danger' : 'primary'}`,
        'data-focus': 'bot',
        onclick: act,
      },
      isRunning ? 'Kill Teller' : 'Start Teller',
    ),
  );
}

function switchNode(desk: Desk, { name, label, words, isOn, hits }: Switch): HTMLElement {
  const id = `switch-${name}`;
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('label', { for: id }, label),
      h('p', { class: 'quiet', id: `${id}-words` }, hits ? `${words} · struck ${hits}×` : words),
    ),
    h('input', {
      id,
      type: 'checkbox',
      role: 'switch',
      class: 'switch',
      checked: isOn,
      'data-focus': id,
      'aria-describedby': `${id}-words`,
      onchange: () => void desk.act({ type: 'switch', name, isOn: !isOn }),
    }),
  );
}

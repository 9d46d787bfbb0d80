// The panel of what can go wrong, whether the bot runs, and time.
import { h, type JSX } from 'preact';
import type { Switch } from '#sandbox/page/server/screen.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';
import { useClock } from './phone.ts';

const SKIPS: readonly (readonly [label: string, ms: number])[] = [
  ['1 min', 60_000],
  ['10 min', 600_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
];

export function Faults(): JSX.Element {
  const { act } = useStore();
  const switches = usePart(({ screen }) => screen.switches);
  const list = (isUsual: boolean) => {
    const shown = switches.filter((one) => one.isUsual === isUsual);
    return h(
      'ul',
      { class: 'switches' },
      shown.map((one) => h(SwitchRow, { key: one.name, ...one })),
    );
  };
  const time = useClock((now) => new Date(now).toUTCString().replace(/:\d\d GMT/, ' UTC'));
  const skip = ([label, ms]: (typeof SKIPS)[number]) => {
    const onClick = () => void act({ type: 'skip', ms });
    const name = `Skip ${label}`;
    return h(
      'button',
      { type: 'button', class: 'kit-button small', 'aria-label': name, onClick },
      `+ ${label}`,
    );
  };
  return h(
    'div',
    null,
    h(Bot, null),
    list(true),
    h('details', null, h('summary', null, 'More faults'), list(false)),
    h('h3', null, 'Skip ahead'),
    h('p', { class: 'muted' }, `Sandbox time: ${time}`),
    h('div', { class: 'block-actions' }, SKIPS.map(skip)),
  );
}

function Bot(): JSX.Element {
  const { act } = useStore();
  const isRunning = usePart(({ screen }) => screen.isBotRunning);
  const onClick = () => void act({ type: isRunning ? 'stopBot' : 'startBot' });
  const style = `kit-button small ${isRunning ? 'danger' : 'primary'}`;
  return h(
    'div',
    { class: isRunning ? 'bot running' : 'bot stopped' },
    h('span', null, isRunning ? 'Teller is running' : 'Teller is stopped'),
    h('button', { type: 'button', class: style, onClick }, isRunning ? 'Stop Teller' : 'Start Teller'),
  );
}

function SwitchRow({ name, label, words, isOn, hits }: Switch): JSX.Element {
  const { act } = useStore();
  const id = `switch-${name}`;
  return h(
    'li',
    null,
    h(
      'div',
      null,
      h('label', { for: id }, label),
      h('p', { class: 'muted', id: `${id}-words` }, hits ? `${words} · ${hits}×` : words),
    ),
    h('input', {
      id,
      type: 'checkbox',
      role: 'switch',
      class: 'switch',
      checked: isOn,
      'aria-describedby': `${id}-words`,
      onChange: () => void act({ type: 'switch', name, isOn: !isOn }),
    }),
  );
}

/// <reference lib="dom" />
// What went over the wire, newest first, a line each; a line opens into the whole exchange, without its secrets.
import type { WireDetails, WireLine } from '#sandbox/page/server/screen.ts';
import type { Desk } from './desk.ts';
import { h, keep } from './dom.ts';
import { readerOf } from './message.ts';
import { clockOf } from './moments.ts';

type Filter = 'all' | 'service' | 'Slack';

const FILTERS: readonly (readonly [Filter, string])[] = [
  ['all', 'Everything'],
  ['service', 'Payment service'],
  ['Slack', 'Slack'],
];

export function createWire(desk: Desk): HTMLElement {
  const list = h('ol', { class: 'wire' });
  let filter: Filter = 'all';
  const choose = h(
    'select',
    {
      'aria-label': 'Which exchanges',
      class: 'kit-select',
      onchange() {
        filter = choose.value as Filter;
        draw();
      },
    },
    FILTERS.map(([value, label]) => h('option', { value }, label)),
  );

  function draw() {
    const { zone } = readerOf(desk);
    const lines = desk
      .screen()
      .wire.filter(({ from, to }) => filter === 'all' || from === filter || to === filter);
    keep(
      list,
      lines.toReversed().map((line) => ({
        key: line.id,
        sign: `${line.what} ${line.outcome}`,
        build: () => lineNode(line, zone),
      })),
    );
  }

  desk.onChange(draw);
  return h('div', {}, choose, list);
}

function lineNode({ id, at, from, to, what, outcome, mood }: WireLine, zone: string): HTMLElement {
  const inside = h('div', { class: 'wire-inside' });
  async function open() {
    if (!details.open || inside.childElementCount > 0) return;
    const { sent, answer } = (await (await fetch(`wire/${id}`)).json()) as WireDetails;
    inside.replaceChildren(
      h('h3', {}, 'Sent'),
      h('pre', { tabindex: 0 }, JSON.stringify(sent, null, 2)),
      h('h3', {}, 'Answer'),
      h('pre', { tabindex: 0 }, answer === undefined ? 'None yet.' : JSON.stringify(answer, null, 2)),
    );
  }
  const details = h(
    'details',
    { ontoggle: () => void open() },
    h(
      'summary',
      { 'data-focus': id },
      h('time', { datetime: new Date(at).toISOString() }, clockOf(at, zone)),
      h('span', { class: 'way' }, `${from} → ${to}`),
      h('span', { class: 'what' }, what),
      h('span', { class: `outcome ${mood}` }, outcome),
    ),
    inside,
  );
  return h('li', {}, details);
}

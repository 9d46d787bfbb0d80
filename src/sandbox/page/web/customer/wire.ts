// What went over the wire, newest first, a line each; a line opens into the whole exchange, without its secrets.
import { h, type JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { WireDetails, WireLine } from '#sandbox/page/server/screen.ts';
import { clockOf } from '#sandbox/page/web/state/dates.ts';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart } from '#sandbox/page/web/state/store.ts';

const FILTERS = { all: 'All traffic', service: 'Pesapal', Slack: 'Slack' } as const;

export function Wire(): JSX.Element {
  const { zone } = useReader();
  const wire = usePart(({ screen }) => screen.wire);
  const [filter, setFilter] = useState('all');
  const lines = Object.values(wire)
    .filter(({ from, to }) => filter === 'all' || from === filter || to === filter)
    .reverse();
  return h(
    'div',
    null,
    h(
      'select',
      {
        'aria-label': 'Traffic with',
        class: 'kit-select',
        value: filter,
        onChange: (event: { currentTarget: HTMLSelectElement }) => setFilter(event.currentTarget.value),
      },
      Object.entries(FILTERS).map(([value, label]) => h('option', { value }, label)),
    ),
    h(
      'ol',
      { class: 'wire' },
      lines.map((line) => h(Line, { key: line.id, line, zone })),
    ),
  );
}

function Line({ line, zone }: { line: WireLine; zone: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const [details, setDetails] = useState<WireDetails>();
  const { id, at, from, to, what, outcome, mood } = line;

  // An exchange that goes on is read again when its answer has come.
  useEffect(() => {
    if (!isOpen) return;
    void fetch(`wire/${id}`).then(async (response) => setDetails((await response.json()) as WireDetails));
  }, [isOpen, id, outcome]);

  return useMemo(
    () =>
      h(
        'li',
        null,
        h(
          'details',
          { onToggle: (event: { currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open) },
          h(
            'summary',
            null,
            h('time', { dateTime: new Date(at).toISOString() }, clockOf(at, zone)),
            h('span', { class: 'way' }, `${from} → ${to}`),
            h('span', { class: 'what' }, what),
            h('span', { class: `outcome ${mood}` }, outcome),
          ),
          details && exchange(details),
        ),
      ),
    [line, zone, details],
  );
}

function exchange({ sent, answer }: WireDetails): JSX.Element {
  const shown = answer === undefined ? 'No response yet.' : JSON.stringify(answer, null, 2);
  return h(
    'div',
    { class: 'wire-inside' },
    h('h3', null, 'Request'),
    h('pre', { tabIndex: 0 }, JSON.stringify(sent, null, 2)),
    h('h3', null, 'Response'),
    h('pre', { tabIndex: 0 }, shown),
  );
}

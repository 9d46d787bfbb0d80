// Puts the page together: the workspace on the left, the customer and what is around them on the right.
import { type ComponentChildren, h, type JSX, render } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Faults } from './customer/faults.ts';
import { Orders } from './customer/orders.ts';
import { Phone } from './customer/phone.ts';
import { Steps } from './customer/steps.ts';
import { Wire } from './customer/wire.ts';
import { icon } from './parts/icon.ts';
import { SkipLinks } from './parts/skip-links.ts';
import { Tabs } from './parts/tabs.ts';
import { createStore, type Pane, StoreContext, usePart, useStore } from './state/store.ts';
import { NewMessages, Note } from './workspace/announce.ts';
import { Channel } from './workspace/channel.ts';
import { Confirm } from './workspace/confirm.ts';
import { Modal } from './workspace/modal.ts';
import { Sidebar } from './workspace/sidebar.ts';
import { Thread } from './workspace/thread.ts';

const TABS = [
  { id: 'orders', label: 'Orders', content: Orders },
  { id: 'faults', label: 'Faults', content: Faults },
  { id: 'steps', label: 'Steps', content: Steps },
  { id: 'wire', label: 'Wire', content: Wire },
];

const PANES = { list: 'Channels', channel: 'Chat', thread: 'Thread', customer: 'Customer' } as const;
const PANE_ICONS = { list: 'menu', channel: 'home', thread: 'thread', customer: 'phone' } as const;

function Page(): ComponentChildren {
  const isReady = usePart(({ screen }) => screen.people.length > 0);
  if (!isReady) return h(Note, null);
  return [
    h(SkipLinks, null),
    h(Banner, null),
    h(Sidebar, null),
    h('main', null, h(Channel, null), h(Thread, null), h(Customer, null)),
    h(Panes, null),
    h(Modal, null),
    h(Confirm, null),
    h(Note, null),
    h(NewMessages, null),
  ];
}

function Banner(): JSX.Element {
  const isBotRunning = usePart(({ screen }) => screen.isBotRunning);
  const switches = usePart(({ screen }) => screen.switches);
  const faults = switches.filter(({ isOn }) => isOn).map(({ label }) => label);
  const words = [...(isBotRunning ? [] : ['Teller is stopped']), ...faults].join(' · ');
  return h(
    'header',
    { class: 'banner' },
    h('h1', null, 'Teller’s sandbox'),
    h('p', null, 'The real bot in a simulated workspace. No money moves.'),
    h('div', { class: 'alarm' }, h('span', { class: words ? 'on' : '' }, words)),
  );
}

function Customer(): JSX.Element {
  return h(
    'section',
    { class: 'customer', 'aria-label': 'Customer and Pesapal' },
    h(Phone, null),
    h(Tabs, { name: 'Customer and Pesapal', tabs: TABS }),
  );
}

/** On a narrow window one pane is shown at a time. */
function Panes(): JSX.Element {
  const { go } = useStore();
  const { pane, thread } = usePart(({ here }) => here);
  const orders = usePart(({ screen }) => screen.orders);
  const isRinging = Object.values(orders).some((order) => order.isRinging);
  useLayoutEffect(() => {
    document.body.dataset['pane'] = pane;
    document.body.classList.toggle('has-thread', thread !== undefined);
  }, [pane, thread]);
  const button = (own: Pane) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': own === pane,
        hidden: own === 'thread' && thread === undefined,
        class: own === 'customer' && isRinging ? 'rings' : '',
        onClick: () => go({ pane: own }),
      },
      icon(PANE_ICONS[own]),
      PANES[own],
    );
  return h('nav', { class: 'panes', 'aria-label': 'Panes' }, (Object.keys(PANES) as Pane[]).map(button));
}

const store = createStore(new URLSearchParams(location.search).get('as') ?? undefined);
render(h(StoreContext.Provider, { value: store }, h(Page, null)), document.body);

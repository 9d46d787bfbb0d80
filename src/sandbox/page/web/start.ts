/// <reference lib="dom" />
// Puts the page together: the workspace on the left, the customer and the world on the right.
import { createNewsReader, createToast } from './announce.ts';
import { createChannel } from './channel.ts';
import { createDesk, type Desk, type Pane } from './desk.ts';
import { h, icon, keepOne } from './dom.ts';
import { createFaults } from './faults.ts';
import { createModal } from './modal.ts';
import { createOrders } from './orders.ts';
import { createPhone } from './phone.ts';
import { createSidebar } from './sidebar.ts';
import { createSteps } from './steps.ts';
import { createTabs } from './tabs.ts';
import { createThread } from './thread.ts';
import { createTimeline } from './timeline.ts';
import { createWire } from './wire.ts';

const toast = createToast();
const desk = createDesk(new URLSearchParams(location.search).get('as') ?? undefined, toast.say);
const timeline = createTimeline(desk);

document.body.append(
  banner(desk),
  createSidebar(desk),
  h('main', {}, createChannel(desk, timeline), createThread(desk, timeline), customer(desk)),
  panes(desk),
  createModal(desk),
  toast.node,
  createNewsReader(desk),
);

function banner(desk: Desk): HTMLElement {
  const alarm = h('div', { class: 'alarm' });
  desk.onChange(() => {
    const { isBotRunning, switches } = desk.screen();
    const faults = switches.filter(({ isOn }) => isOn).map(({ label }) => label);
    const words = [...(isBotRunning ? [] : ['Teller is not running']), ...faults].join(' · ');
    keepOne(alarm, words, () => h('span', { class: words ? 'on' : '' }, words));
  });
  return h(
    'header',
    { class: 'banner' },
    h('h1', {}, 'Teller’s sandbox'),
    h('p', {}, 'The real bot, a made-up world. No money moves.'),
    alarm,
  );
}

function customer(desk: Desk): HTMLElement {
  return h(
    'section',
    { class: 'customer', 'aria-label': 'The customer and the service' },
    createPhone(desk),
    createTabs('Customer and service', [
      { id: 'orders', label: 'Orders', content: createOrders(desk) },
      { id: 'faults', label: 'Faults', content: createFaults(desk) },
      { id: 'steps', label: 'Steps', content: createSteps(desk) },
      { id: 'wire', label: 'Wire', content: createWire(desk) },
    ]),
  );
}

/** On a narrow window one pane is shown at a time. */
function panes(desk: Desk): HTMLElement {
  const names = { list: 'Channels', channel: 'Chat', thread: 'Thread', customer: 'Customer' } as const;
  const icons = { list: 'menu', channel: 'home', thread: 'thread', customer: 'phone' } as const;
  const buttons = (Object.keys(names) as Pane[]).map((pane) => {
    const button = h(
      'button',
      { type: 'button', onclick: () => desk.go({ pane }) },
      icon(icons[pane]),
      names[pane],
    );
    return { pane, button };
  });
  desk.onChange(() => {
    const { pane, thread } = desk.here();
    const isRinging = desk.screen().orders.some((order) => order.isRinging);
    document.body.dataset['pane'] = pane;
    for (const { pane: own, button } of buttons) {
      button.setAttribute('aria-pressed', String(own === pane));
      button.hidden = own === 'thread' && thread === undefined;
      button.classList.toggle('rings', own === 'customer' && isRinging);
    }
  });
  return h(
    'nav',
    { class: 'panes', 'aria-label': 'Panes' },
    buttons.map(({ button }) => button),
  );
}

/// <reference lib="dom" />
// The middle: one channel with its messages and its command box, or the app's Home.
import type { Conversation } from '#sandbox/slack/state/user-views.ts';
import { createComposer } from './composer.ts';
import type { Desk } from './desk.ts';
import { type Child, h, icon, keep, keepOne } from './dom.ts';
import { createHome } from './home.ts';
import { menuButton } from './menu.ts';
import { createScroll } from './scroll.ts';
import type { Timeline } from './timeline.ts';

const TRY = '/pay prompt 0712345678 1500 Two bags of flour';

export function createChannel(desk: Desk, timeline: Timeline): HTMLElement {
  const head = h('div', { class: 'pane-head' });
  const start = h('div', {});
  const list = h('div', { class: 'messages' });
  const body = h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Messages' },
    start,
    list,
  );
  const scroll = createScroll(body);
  const shortcuts = menuButton({ class: 'icon-button', 'aria-label': 'Shortcuts' }, icon('bolt'), () =>
    desk
      .screen()
      .app.shortcuts.filter(({ type }) => type === 'global')
      .map(({ name, description, callbackId }) => ({
        label: name,
        hint: description,
        onPick: () => void desk.act({ type: 'shortcut', callbackId }),
      })),
  );
  const composer = createComposer(desk, {
    id: 'compose',
    where: () => ({ channel: desk.here().place }),
    before: shortcuts,
  });
  const home = createHome(desk);
  const chat = h('div', { class: 'chat' }, body, composer.node);

  desk.onChange(() => {
    const { place, me } = desk.here();
    const channel = desk.screen().conversations.find(({ id }) => id === place);
    const isHome = place === 'home';
    keepOne(head, JSON.stringify([place, channel]), () => headOf(channel));
    chat.hidden = isHome;
    home.hidden = !isHome;
    if (!channel) return;
    composer.setPlaceholder(channel.kind === 'im' ? 'Message Teller' : `Message #${channel.name}`);
    const isEmpty = (desk.screen().messages[place] ?? []).length === 0;
    keepOne(start, JSON.stringify([channel, isEmpty, me]), () => startOf(desk, channel, composer.fill));
    scroll.around(`${me} ${place}`, () => keep(list, timeline.channel(place)));
  });

  return h('section', { class: 'channel', 'aria-label': 'Channel' }, head, chat, home);
}

function headOf(channel: Conversation | undefined): HTMLElement {
  if (!channel || channel.kind === 'im') return h('h2', {}, channel ? 'Teller' : 'Teller · Home');
  const mark = channel.kind === 'private' ? icon('lock') : h('span', { 'aria-hidden': 'true' }, '#');
  return h('h2', {}, mark, ' ', channel.name);
}

/** What stands at the very beginning of a channel, and what a newcomer could do first. */
function startOf(desk: Desk, channel: Conversation, fill: (text: string) => void): HTMLElement {
  const { id, name, kind, is_bot_in } = channel;
  const invite = () => void desk.act({ type: 'invite', channel: id });
  const alerts = () => void desk.act({ type: 'alertsOn', channel: id });
  const button = (label: string, onclick: () => void): Child =>
    h('button', { type: 'button', class: 'kit-button', onclick }, label);
  return h(
    'div',
    { class: 'channel-start' },
    h('h3', {}, kind === 'im' ? 'Your direct message with Teller' : `This is the beginning of #${name}`),
    h('p', {}, aboutOf(channel)),
    h(
      'div',
      { class: 'block-actions' },
      name === 'sales' && button('Try a PIN prompt', () => fill(TRY)),
      kind !== 'im' && !is_bot_in && button('Invite Teller', invite),
      name === 'finance' && button('Turn on alerts here', alerts),
    ),
  );
}

function aboutOf({ name, kind, is_bot_in, is_ext_shared }: Conversation): string {
  if (kind === 'im') return 'Commands work here too. Cards of orders that have lost their channel come here.';
  if (name === 'finance')
    return 'The people who count the money. With alerts on, every completed payment of the workspace is told here once.';
  if (is_ext_shared)
    return 'Shared with another workspace: its people see the cards, but Teller does not obey them.';
  if (kind === 'private' && !is_bot_in)
    return 'A private channel that Teller is not in. See what it says when you try.';
  if (!is_bot_in) return 'Teller is not in this channel yet.';
  return 'Agents ask for money here, and hear here that it has arrived. Type /pay, or let it be typed for you.';
}

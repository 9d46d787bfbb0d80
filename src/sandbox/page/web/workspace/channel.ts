// The middle: one channel with its messages and its message box, or the app's Home.
import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { Menu } from '#sandbox/page/web/parts/menu.ts';
import { useScrollAtEnd } from '#sandbox/page/web/parts/scroll.ts';
import { useReader } from '#sandbox/page/web/state/reader.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';
import type { Conversation } from '#sandbox/slack/state/user-views.ts';
import { Home } from './home.ts';
import { type Draft, MessageBox } from './message-box.ts';
import { useTimeline } from './timeline.ts';

const TRY = '/pay prompt 0712345678 1500 Two bags of flour';

export function Channel(): JSX.Element {
  const place = usePart(({ here }) => here.place);
  const channel = usePart(({ screen }) => screen.conversations.find(({ id }) => id === place));
  return h(
    'section',
    { class: 'channel', 'aria-label': 'Channel' },
    h('div', { class: 'pane-head' }, heading(channel)),
    channel ? h(Chat, { channel }) : h(Home, null),
  );
}

function heading(channel: Conversation | undefined): JSX.Element {
  if (!channel || channel.kind === 'im') return h('h2', null, channel ? 'Teller' : 'Teller · Home');
  const mark = channel.kind === 'private' ? icon('lock') : h('span', { 'aria-hidden': 'true' }, '#');
  return h('h2', null, mark, ' ', channel.name);
}

function Chat({ channel }: { channel: Conversation }): JSX.Element {
  const reader = useReader();
  const [draft, setDraft] = useState<Draft>();
  const body = useRef<HTMLDivElement>(null);
  const messages = useTimeline(reader, channel.id);
  const toEnd = useScrollAtEnd(body, `${reader.me} ${channel.id}`, messages);
  const fill = (text: string) => setDraft({ text });
  return h(
    'div',
    { class: 'chat' },
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Messages', ref: body },
      h(Beginning, { channel, fill }),
      h('div', { class: 'messages' }, messages),
    ),
    h(MessageBox, {
      id: 'compose',
      channel: channel.id,
      placeholder: channel.kind === 'im' ? 'Message Teller' : `Message #${channel.name}`,
      draft,
      onSend: toEnd,
      before: h(Shortcuts, null),
    }),
  );
}

function Shortcuts(): JSX.Element {
  const { state, act } = useStore();
  const items = () =>
    state()
      .screen.app.shortcuts.filter(({ type }) => type === 'global')
      .map(({ name, description, callbackId }) => ({
        label: name,
        hint: description,
        onPick: () => void act({ type: 'shortcut', callbackId }),
      }));
  return h(Menu, { label: 'Shortcuts', items }, icon('bolt'));
}

/** What stands at the very beginning of a channel, and what a newcomer could do first. */
function Beginning(props: { channel: Conversation; fill: (text: string) => void }): JSX.Element {
  const { id, name, kind, is_bot_in } = props.channel;
  const { act } = useStore();
  const invite = () => void act({ type: 'invite', channel: id });
  const alerts = () => void act({ type: 'alertsOn', channel: id });
  const button = (label: string, onClick: () => void) =>
    h('button', { type: 'button', class: 'kit-button', onClick }, label);
  return h(
    'div',
    { class: 'channel-start' },
    h('h3', null, kind === 'im' ? 'Your direct message with Teller' : `This is the beginning of #${name}`),
    h('p', null, aboutOf(props.channel)),
    h(
      'div',
      { class: 'block-actions' },
      name === 'sales' && button('Try a PIN prompt', () => props.fill(TRY)),
      kind !== 'im' && !is_bot_in && button('Invite Teller', invite),
      name === 'finance' && button('Turn on alerts here', alerts),
    ),
  );
}

function aboutOf({ name, kind, is_bot_in, is_ext_shared }: Conversation): string {
  if (kind === 'im')
    return 'Type commands here without /pay, such as open or help. If an order’s channel is gone, its updates come here.';
  if (name === 'finance') return 'Turn on alerts to see every payment of the workspace here.';
  if (is_ext_shared)
    return 'Shared with another workspace. Its people see the cards, but they can’t use Teller.';
  if (kind === 'private' && !is_bot_in)
    return 'Teller isn’t in this private channel. Try /pay to see what happens.';
  if (!is_bot_in) return 'Teller isn’t in this channel yet.';
  return `Request payments here and see when they arrive. Type /pay${name === 'sales' ? ', or try this:' : '.'}`;
}

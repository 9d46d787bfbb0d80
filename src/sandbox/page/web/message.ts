/// <reference lib="dom" />
// One message as it stands in a channel or a thread: who, when, what, and what can be done with it.
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { avatar } from './avatar.ts';
import { blockNodes } from './blocks.ts';
import type { Desk } from './desk.ts';
import { type Child, h, icon } from './dom.ts';
import { fileCard } from './file-card.ts';
import { menuButton } from './menu.ts';
import { timeOf } from './moments.ts';
import { mrkdwn } from './mrkdwn.ts';

export type Shown = {
  readonly message: Message | Ephemeral;
  /** Follows one by the same writer at nearly the same time: no second name and face. */
  readonly isCompact: boolean;
  readonly replies: readonly Message[];
  readonly isInThread: boolean;
  readonly onDismiss?: () => void;
};

export function messageNode(desk: Desk, shown: Shown): HTMLElement {
  const { message, isCompact } = shown;
  const writer = writerOf(desk, message);
  const { realName } = writer;
  const time = timeNode(desk, message.ts);
  const isPrivate = !('type' in message);
  return h(
    'article',
    {
      class: ['message', isCompact && 'compact', isPrivate && 'private'].filter(Boolean).join(' '),
      'aria-label': `${realName}, ${timeOf(Number(message.ts) * 1000, readerOf(desk))}`,
      'data-ts': message.ts,
    },
    broadcastNote(desk, shown),
    h('div', { class: 'gutter' }, isCompact ? time : avatar(writer)),
    h(
      'div',
      { class: 'body' },
      isPrivate && h('p', { class: 'only-you' }, icon('eye'), 'Only visible to you'),
      !isCompact &&
        h(
          'p',
          { class: 'by' },
          h('strong', {}, realName),
          writer.part === 'app' && h('span', { class: 'badge' }, 'App'),
          time,
        ),
      content(desk, message),
      footer(desk, shown),
    ),
    actions(desk, shown),
  );
}

export function readerOf(desk: Desk) {
  return { zone: desk.person(desk.here().me)?.zone ?? 'UTC', now: desk.now() };
}

function writerOf(desk: Desk, message: Message | Ephemeral) {
  const slackbot = { id: 'USLACKBOT', name: 'slackbot', realName: 'Slackbot', part: 'app', zone: 'UTC' };
  if (!('type' in message))
    return (message.from === 'app' ? desk.person(desk.screen().app.botUserId) : undefined) ?? slackbot;
  return desk.person(message.user) ?? slackbot;
}

function timeNode(desk: Desk, ts: string): HTMLElement {
  const at = new Date(Number(ts) * 1000);
  return h('time', { datetime: at.toISOString() }, timeOf(at.getTime(), readerOf(desk)));
}

function content(desk: Desk, message: Message | Ephemeral): Child {
  const { blocks, text, channel, ts } = message;
  const isPublic = 'type' in message;
  const at = { in: isPublic ? 'message' : 'ephemeral', channel, ts } as const;
  const gone = isPublic && message.subtype === 'tombstone';
  const edited = isPublic && message.edited && h('span', { class: 'edited' }, '(edited)');
  return [
    h(
      'div',
      { class: gone ? 'content gone' : 'content' },
      blocks?.length ? blockNodes(desk, blocks, at) : h('div', { class: 'lines' }, mrkdwn(desk, text)),
      edited,
    ),
    isPublic && (message.files ?? []).map(fileCard),
  ];
}

function broadcastNote(desk: Desk, { message, isInThread }: Shown): Child {
  if (!('type' in message) || message.subtype !== 'thread_broadcast') return undefined;
  const { channel, thread_ts = '' } = message;
  if (isInThread) return h('p', { class: 'above' }, 'also sent to the channel');
  const open = () => desk.go({ thread: { channel, ts: thread_ts }, pane: 'thread' });
  return h(
    'p',
    { class: 'above' },
    'replied to ',
    h('button', { type: 'button', class: 'link', onclick: open }, 'a thread'),
  );
}

function footer(desk: Desk, { message, replies, isInThread, onDismiss }: Shown): Child {
  if (onDismiss)
    return h('button', { type: 'button', class: 'link small', onclick: onDismiss }, 'Dismiss message');
  const newest = replies.at(-1);
  if (isInThread || !newest) return undefined;
  const writers = [...new Set(replies.map((reply) => reply.user))].slice(0, 3);
  const reader = readerOf(desk);
  const open = () => desk.go({ thread: { channel: message.channel, ts: message.ts }, pane: 'thread' });
  const count = `${replies.length} ${replies.length === 1 ? 'reply' : 'replies'}`;
  return h(
    'button',
    { type: 'button', class: 'replies', 'data-focus': 'replies', onclick: open },
    writers.map((id) => avatar(desk.person(id), 'tiny')),
    h('span', { class: 'count' }, count),
    h('span', { class: 'quiet' }, `Last reply ${timeOf(Number(newest.ts) * 1000, reader)}`),
  );
}

function actions(desk: Desk, { message, isInThread }: Shown): Child {
  if (!('type' in message) || message.subtype === 'tombstone') return undefined;
  const { channel, ts, thread_ts = ts } = message;
  const reply = () => desk.go({ thread: { channel, ts: thread_ts }, pane: 'thread' });
  const shortcuts = () =>
    desk
      .screen()
      .app.shortcuts.filter(({ type }) => type === 'message')
      .map(({ name, callbackId }) => ({
        label: name,
        hint: 'Teller',
        onPick: () => void desk.act({ type: 'messageShortcut', callbackId, channel, ts }),
      }));
  return h(
    'div',
    { class: 'message-actions', role: 'group', 'aria-label': 'Message actions' },
    !isInThread &&
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': 'Reply in thread',
          'data-focus': 'reply',
          onclick: reply,
        },
        icon('thread'),
      ),
    menuButton(
      { class: 'icon-button', 'aria-label': 'More actions', 'data-focus': 'more' },
      icon('more'),
      shortcuts,
    ),
  );
}

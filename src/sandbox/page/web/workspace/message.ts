// One message as it stands in a channel or a thread: who, when, what, and what can be done with it.
import { type ComponentChildren, h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { blockNodes } from '#sandbox/page/web/blocks/blocks.ts';
import { mrkdwn } from '#sandbox/page/web/blocks/mrkdwn.ts';
import { avatar } from '#sandbox/page/web/parts/avatar.ts';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { Menu } from '#sandbox/page/web/parts/menu.ts';
import { timeOf } from '#sandbox/page/web/state/dates.ts';
import type { Reader } from '#sandbox/page/web/state/reader.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { FileCard } from './file-card.ts';

type MessageProps = {
  readonly reader: Reader;
  readonly message: Message | Ephemeral;
  /** Follows one by the same writer at nearly the same time: no second name and face. */
  readonly isCompact: boolean;
  readonly isInThread: boolean;
  readonly replyCount: number;
  /** `ts` of the newest reply. */
  readonly lastReply: string | undefined;
  /** User ids, with spaces between. */
  readonly repliers: string;
};

/** Drawn again only when something of its own has changed. */
export function MessageArticle(props: MessageProps): JSX.Element {
  const { reader, message, isCompact, isInThread, replyCount, lastReply, repliers } = props;
  const botUserId = usePart(({ screen }) => screen.app.botUserId);
  const inputs = [reader, message, isCompact, isInThread, replyCount, lastReply, repliers, botUserId];
  return useMemo(() => article(props, botUserId), inputs);
}

function article(props: MessageProps, botUserId: string): JSX.Element {
  const { reader, message, isCompact } = props;
  const writer = writerOf(reader, message, botUserId);
  const at = Number(message.ts) * 1000;
  const shownTime = timeOf(at, reader);
  const time = h('time', { dateTime: new Date(at).toISOString() }, shownTime);
  const isPrivate = !('type' in message);
  const className = ['message', isCompact && 'compact', isPrivate && 'private'].filter(Boolean).join(' ');
  return h(
    'article',
    { class: className, 'aria-label': `${writer.realName}, ${shownTime}` },
    broadcastNote(props),
    h('div', { class: 'gutter' }, isCompact ? time : avatar(writer)),
    h(
      'div',
      { class: 'body' },
      isPrivate && h('p', { class: 'only-you' }, icon('eye'), 'Only visible to you'),
      !isCompact &&
        h(
          'p',
          { class: 'by' },
          h('strong', null, writer.realName),
          writer.part === 'app' && h('span', { class: 'badge' }, 'App'),
          time,
        ),
      content(reader, message),
      isPrivate ? h(Dismiss, { ts: message.ts }) : repliesLink(props),
    ),
    actions(props),
  );
}

function writerOf(reader: Reader, message: Message | Ephemeral, botUserId: string) {
  const slackbot = { id: 'USLACKBOT', name: 'slackbot', realName: 'Slackbot', part: 'app', zone: 'UTC' };
  if ('type' in message) return reader.person(message.user) ?? slackbot;
  return (message.from === 'app' ? reader.person(botUserId) : undefined) ?? slackbot;
}

function content(reader: Reader, message: Message | Ephemeral): ComponentChildren {
  const { blocks, text, channel, ts } = message;
  const isPublic = 'type' in message;
  const at = { in: isPublic ? 'message' : 'ephemeral', channel, ts } as const;
  const isGone = isPublic && message.subtype === 'tombstone';
  return [
    h(
      'div',
      { class: isGone ? 'content gone' : 'content' },
      blocks?.length ? blockNodes(reader, blocks, at) : h('div', { class: 'lines' }, mrkdwn(reader, text)),
      isPublic && message.edited && h('span', { class: 'edited' }, '(edited)'),
    ),
    isPublic && (message.files ?? []).map((file) => h(FileCard, { key: file.id, file })),
  ];
}

function Dismiss({ ts }: { ts: string }): JSX.Element {
  const { dismiss } = useStore();
  return h('button', { type: 'button', class: 'link small', onClick: () => dismiss(ts) }, 'Dismiss message');
}

function broadcastNote({ reader, message, isInThread }: MessageProps): ComponentChildren {
  if (!('type' in message) || message.subtype !== 'thread_broadcast') return undefined;
  const { channel, thread_ts = '' } = message;
  if (isInThread) return h('p', { class: 'above' }, 'also sent to the channel');
  const open = () => reader.go({ thread: { channel, ts: thread_ts }, pane: 'thread' });
  const link = h('button', { type: 'button', class: 'link', onClick: open }, 'a thread');
  return h('p', { class: 'above' }, 'replied to ', link);
}

function repliesLink({ reader, message, replyCount, lastReply, repliers }: MessageProps): ComponentChildren {
  if (lastReply === undefined) return undefined;
  const { channel, ts } = message;
  const open = () => reader.go({ thread: { channel, ts }, pane: 'thread' });
  return h(
    'button',
    { type: 'button', class: 'replies', onClick: open },
    repliers.split(' ').map((id) => avatar(reader.person(id), 'tiny')),
    h('span', { class: 'count' }, `${replyCount} ${replyCount === 1 ? 'reply' : 'replies'}`),
    h('span', { class: 'muted' }, `Last reply ${timeOf(Number(lastReply) * 1000, reader)}`),
  );
}

function actions({ reader, message, isInThread }: MessageProps): ComponentChildren {
  if (!('type' in message) || message.subtype === 'tombstone') return undefined;
  const { channel, ts, thread_ts = ts } = message;
  const open = () => reader.go({ thread: { channel, ts: thread_ts }, pane: 'thread' });
  return h(
    'div',
    { class: 'message-actions', role: 'group', 'aria-label': 'Message actions' },
    !isInThread &&
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Reply in thread', onClick: open },
        icon('thread'),
      ),
    h(MessageMenu, { channel, ts }),
  );
}

function MessageMenu({ channel, ts }: { channel: string; ts: string }): JSX.Element {
  const { state, act } = useStore();
  const items = () =>
    state()
      .screen.app.shortcuts.filter(({ type }) => type === 'message')
      .map(({ name, callbackId }) => ({
        label: name,
        hint: 'Teller',
        onPick: () => void act({ type: 'messageShortcut', callbackId, channel, ts }),
      }));
  return h(Menu, { label: 'More actions', items }, icon('more'));
}

// The list on the left: channels, the app, and whom the reader acts as.
import { type ComponentChild, h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { avatar } from '#sandbox/page/web/parts/avatar.ts';
import { icon } from '#sandbox/page/web/parts/icon.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import type { Conversation } from '#sandbox/slack/state/user-views.ts';

export function Sidebar(): JSX.Element {
  const { go, act } = useStore();
  const { me, place } = usePart(({ here }) => here);
  const conversations = usePart(({ screen }) => screen.conversations);
  const people = usePart(({ screen }) => screen.people);
  const isUnread = useUnread();

  function row(key: string, label: string, mark: ComponentChild, unread: boolean, hint = ''): JSX.Element {
    const onClick = () => {
      go({ place: key, thread: undefined, pane: 'channel' });
      if (key === 'home') void act({ type: 'openHome' });
    };
    const current = key === place ? 'page' : undefined;
    return h(
      'li',
      { key },
      h(
        'button',
        { type: 'button', class: unread ? 'unread' : '', 'aria-current': current, onClick },
        h('span', { class: 'mark', 'aria-hidden': 'true' }, mark),
        h('span', { class: 'name' }, label),
        hint && h('small', null, hint),
        unread && h('span', { class: 'hidden' }, ', unread'),
      ),
    );
  }

  function channelRow(conversation: Conversation): JSX.Element {
    const { id, name, kind, is_bot_in, is_ext_shared } = conversation;
    const mark = kind === 'private' ? icon('lock') : '#';
    const hint = is_ext_shared ? 'shared' : is_bot_in ? '' : 'not added';
    return row(id, name, mark, isUnread(id), hint);
  }

  const direct = conversations.find(({ kind }) => kind === 'im');
  return h(
    'nav',
    { class: 'sidebar', 'aria-label': 'Workspace' },
    h('h2', null, 'Channels'),
    h('ul', null, conversations.filter(({ kind }) => kind !== 'im').map(channelRow)),
    h('h2', null, 'Apps'),
    h(
      'ul',
      null,
      row('home', 'Home', icon('home'), false),
      direct && row(direct.id, 'Teller', 'T', isUnread(direct.id), 'direct'),
    ),
    h('h2', null, 'Who you are'),
    h(
      'ul',
      { class: 'people' },
      people
        .filter(({ part }) => part !== 'app')
        .map((person) =>
          h(
            'li',
            { key: person.id },
            h(
              'button',
              {
                type: 'button',
                'aria-pressed': me === person.id,
                onClick: () => go({ me: person.id, pane: 'channel' }),
              },
              avatar(person),
              h('span', { class: 'name' }, person.realName, h('small', null, person.part)),
            ),
          ),
        ),
    ),
  );
}

/** Tells for a channel whether it has a message that was not on the screen of the person whom the reader acts as. */
function useUnread(): (channel: string) => boolean {
  const { me, place } = usePart(({ here }) => here);
  const messages = usePart(({ screen }) => screen.messages);
  /** By person and channel: the newest message that was on the screen. */
  const read = useRef(new Map<string, string>());
  const key = (channel: string) => `${me} ${channel}`;
  read.current.set(key(place), newestIn(messages[place]));
  return (channel) => newestIn(messages[channel]) > (read.current.get(key(channel)) ?? '');
}

function newestIn(messages: Readonly<Record<string, Message>> = {}): string {
  return Object.values(messages)
    .filter(({ thread_ts, subtype }) => thread_ts === undefined || subtype === 'thread_broadcast')
    .reduce((newest, { ts }) => (ts > newest ? ts : newest), '');
}

/// <reference lib="dom" />
// The list on the left: channels, the app, and who is being played.
import type { Conversation } from '#sandbox/slack/state/user-views.ts';
import { avatar } from './avatar.ts';
import type { Desk } from './desk.ts';
import { type Child, h, icon, type Keyed, keep } from './dom.ts';

export function createSidebar(desk: Desk): HTMLElement {
  const channels = h('ul', {});
  const app = h('ul', {});
  const people = h('ul', { class: 'people' });
  /** By person and channel: the newest message that was on their screen. */
  const read = new Map<string, string>();

  function row(key: string, label: string, mark: Child, place: string, isUnread: boolean, hint = ''): Keyed {
    const isHere = desk.here().place === place;
    const go = () => {
      desk.go({ place, thread: undefined, pane: 'channel' });
      if (place === 'home') void desk.act({ type: 'openHome' });
    };
    const build = () =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: isUnread ? 'unread' : '',
            'aria-current': isHere ? 'page' : undefined,
            'data-focus': key,
            onclick: go,
          },
          h('span', { class: 'mark', 'aria-hidden': 'true' }, mark),
          h('span', { class: 'name' }, label),
          hint && h('small', {}, hint),
          isUnread && h('span', { class: 'hidden' }, ', unread'),
        ),
      );
    return { key, sign: JSON.stringify([label, isHere, isUnread, hint]), build };
  }

  function isUnread({ id }: Conversation): boolean {
    const newest = (desk.screen().messages[id] ?? [])
      .filter((message) => message.thread_ts === undefined || message.subtype === 'thread_broadcast')
      .at(-1);
    const { me, place } = desk.here();
    const key = `${me} ${id}`;
    if (place === id) read.set(key, newest?.ts ?? '');
    return newest !== undefined && newest.ts > (read.get(key) ?? '');
  }

  function channelRow(conversation: Conversation): Keyed {
    const { id, name, kind, is_bot_in, is_ext_shared } = conversation;
    const mark = kind === 'private' ? icon('lock') : '#';
    const hint = is_ext_shared ? 'shared' : is_bot_in ? '' : 'no Teller';
    return row(id, name, mark, id, isUnread(conversation), hint);
  }

  function personRow({ id, realName, part }: { id: string; realName: string; part: string }): Keyed {
    const isMe = desk.here().me === id;
    const build = () =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(isMe),
            'data-focus': id,
            onclick: () => desk.go({ me: id, pane: 'channel' }),
          },
          avatar(desk.person(id)),
          h('span', { class: 'name' }, realName, h('small', {}, part)),
        ),
      );
    return { key: id, sign: `${isMe}`, build };
  }

  desk.onChange(() => {
    const { conversations, people: everybody } = desk.screen();
    const direct = conversations.find(({ kind }) => kind === 'im');
    keep(channels, conversations.filter(({ kind }) => kind !== 'im').map(channelRow));
    keep(app, [
      row('home', 'Home', icon('home'), 'home', false),
      ...(direct ? [row(direct.id, 'Teller', 'T', direct.id, isUnread(direct), 'direct')] : []),
    ]);
    keep(people, everybody.filter(({ part }) => part !== 'app').map(personRow));
  });

  return h(
    'nav',
    { class: 'sidebar', 'aria-label': 'Workspace' },
    h('h2', {}, 'Channels'),
    channels,
    h('h2', {}, 'Teller, the app'),
    app,
    h('h2', {}, 'Who you are'),
    people,
  );
}

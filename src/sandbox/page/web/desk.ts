/// <reference lib="dom" />
// What every part of the page works with: the screen as the server tells it, where the reader is, and how to act.
import type { Action, ActionResult, Person, Screen } from '#sandbox/page/server/screen.ts';

/** Which of the panes a narrow window shows. */
export type Pane = 'list' | 'channel' | 'thread' | 'customer';

export type Here = {
  readonly me: string;
  /** A channel's id, or `home` for the app's Home tab. */
  readonly place: string;
  readonly thread: { readonly channel: string; readonly ts: string } | undefined;
  readonly pane: Pane;
};

export type Desk = {
  /** Complete from the first change on that listeners are told of. */
  screen(): Screen;
  here(): Here;
  go(where: Partial<Here>): void;
  /** Tells the server; what did not work is said to the person. Resolves to whether it worked. */
  act(action: Action): Promise<boolean>;
  /** Called after every change of the screen or of the place. */
  onChange(listener: () => void): void;
  /** A sentence that stands at the foot of the page for a while. */
  say(note: string): void;
  person(id: string): Person | undefined;
  /** The sandbox's time, in milliseconds. */
  now(): number;
};

/** `first` is the person who is played at the beginning; `say` shows a sentence. */
export function createDesk(first: string | undefined, say: (note: string) => void): Desk {
  const listeners: (() => void)[] = [];
  const screen: Partial<Screen> = {};
  let here: Here = { me: first ?? '', place: '', thread: undefined, pane: 'channel' };
  let stream: EventSource | undefined;

  function tell() {
    if (screen.people === undefined) return;
    for (const listener of listeners) listener();
  }

  function listen() {
    stream?.close();
    stream = new EventSource(`events?as=${encodeURIComponent(here.me)}`);
    stream.onmessage = ({ data }) => {
      Object.assign(screen, JSON.parse(String(data)));
      settle();
      tell();
    };
    stream.onerror = () => say('The sandbox does not answer. Is it still running in the terminal?');
  }

  /** Somebody who can't see where we are is taken to the first channel that they can see. */
  function settle() {
    const { conversations = [], people = [] } = screen;
    if (here.me === '') here = { ...here, me: people.find(({ part }) => part === 'agent')?.id ?? '' };
    if (here.place === 'home' || conversations.some(({ id }) => id === here.place)) return;
    const direct = conversations.at(-1)?.id ?? '';
    const wasDirect = here.place.startsWith('D');
    here = { ...here, place: wasDirect ? direct : (conversations[0]?.id ?? ''), thread: undefined };
  }

  const desk: Desk = {
    screen: () => screen as Screen,
    here: () => here,
    go(where) {
      const isOther = where.me !== undefined && where.me !== here.me;
      here = { ...here, ...where };
      if (isOther) {
        here = { ...here, thread: undefined };
        listen();
      } else tell();
    },
    async act(action) {
      try {
        const response = await fetch(`actions?as=${encodeURIComponent(here.me)}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(action),
        });
        const { note } = (await response.json()) as ActionResult;
        if (note) say(note);
        return note === undefined;
      } catch {
        say('The sandbox does not answer. Is it still running in the terminal?');
        return false;
      }
    },
    onChange: (listener) => void listeners.push(listener),
    say,
    person: (id) => screen.people?.find((person) => person.id === id),
    now: () => Date.now() + (screen.aheadMs ?? 0),
  };
  listen();
  return desk;
}

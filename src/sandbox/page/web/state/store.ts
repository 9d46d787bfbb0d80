// The page's state: what the server sends, where the reader is, and how to act. A component that uses a part of it is
// drawn again when that part changes.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Action, ActionResult, Screen, UploadResult } from '#sandbox/page/server/screen.ts';
import type { Fields } from './json.ts';
import { EMPTY_SCREEN, patched } from './screen-patch.ts';

/** Which of the panes a narrow window shows. */
export type Pane = 'list' | 'channel' | 'thread' | 'customer';

export type Here = {
  /** The person whom the reader acts as. */
  readonly me: string;
  /** A channel's id, or `home` for the app's Home tab. */
  readonly place: string;
  readonly thread: { readonly channel: string; readonly ts: string } | undefined;
  readonly pane: Pane;
};

type PageState = {
  /** Without people until the server has sent it. */
  readonly screen: Screen;
  readonly here: Here;
  /** A sentence at the foot of the page; empty when there is none. */
  readonly note: string;
  /** Slack's question before a press is let through: a confirm object of Block Kit. */
  readonly question: Fields | undefined;
  /** `ts` of the messages for the reader alone that were dismissed. */
  readonly dismissed: ReadonlySet<string>;
};

export type Store = {
  state(): PageState;
  subscribe(listener: () => void): () => void;
  go(where: Partial<Here>): void;
  /** Sends it to the server and shows a note when it did not work. Resolves to whether it worked. */
  act(action: Action): Promise<boolean>;
  /** Uploads a file for a form. Resolves to its id; undefined when it did not work, with a note. */
  upload(file: File): Promise<string | undefined>;
  /** Shows a sentence for a while. */
  say(note: string): void;
  /** Asks the reader; resolves to the answer. */
  ask(question: Fields): Promise<boolean>;
  answer(isYes: boolean): void;
  dismiss(ts: string): void;
  /** The sandbox's time, in milliseconds. */
  now(): number;
};

const NOTE_SHOWN_MS = 6_000;

/** `me` is the person whom the reader acts as at first; undefined: the agent. */
export function createStore(me: string | undefined): Store {
  const listeners = new Set<() => void>();
  let state: PageState = {
    screen: EMPTY_SCREEN,
    here: { me: me ?? '', place: '', thread: undefined, pane: 'channel' },
    note: '',
    question: undefined,
    dismissed: new Set(),
  };
  let stream: EventSource | undefined;
  let noteTimer: number | undefined;
  let resolveAnswer: (isYes: boolean) => void = () => undefined;

  function change(changes: Partial<PageState>) {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function listen() {
    stream?.close();
    stream = new EventSource(`events?as=${encodeURIComponent(state.here.me)}`);
    let isFirst = true;
    stream.onmessage = ({ data }) => {
      const screen = patched(isFirst ? EMPTY_SCREEN : state.screen, JSON.parse(String(data)));
      isFirst = false;
      change({ screen, here: visiblePlace(state.here, screen) });
    };
    stream.onerror = () => {
      // The browser connects again by itself, and the server then sends everything.
      isFirst = true;
      store.say('The sandbox doesn’t answer. Check that it’s running in the terminal.');
    };
  }

  /** Undefined when the server does not answer as it should; the reader is told. */
  async function send<Result>(
    address: string,
    type: string,
    body: string | Blob,
  ): Promise<Result | undefined> {
    try {
      const url = `${address}${address.includes('?') ? '&' : '?'}as=${encodeURIComponent(state.here.me)}`;
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
      return (await response.json()) as Result;
    } catch {
      store.say('The sandbox doesn’t answer. Check that it’s running in the terminal.');
      return undefined;
    }
  }

  const store: Store = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go(where) {
      const isOther = where.me !== undefined && where.me !== state.here.me;
      change({ here: { ...state.here, ...where, ...(isOther && { thread: undefined }) } });
      if (isOther) listen();
    },
    async act(action) {
      const result = await send<ActionResult>('actions', 'application/json', JSON.stringify(action));
      if (result?.note) store.say(result.note);
      return result !== undefined && result.note === undefined;
    },
    async upload(file) {
      const address = `uploads?name=${encodeURIComponent(file.name)}`;
      const result = await send<UploadResult>(address, 'application/octet-stream', file);
      if (result && 'note' in result) store.say(result.note);
      return result && 'id' in result ? result.id : undefined;
    },
    say(note) {
      change({ note });
      clearTimeout(noteTimer);
      noteTimer = window.setTimeout(() => change({ note: '' }), NOTE_SHOWN_MS);
    },
    ask(question) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      resolveAnswer = resolve;
      change({ question });
      return promise;
    },
    answer(isYes) {
      change({ question: undefined });
      resolveAnswer(isYes);
    },
    dismiss: (ts) => change({ dismissed: new Set([...state.dismissed, ts]) }),
    now: () => Date.now() + state.screen.aheadMs,
  };
  listen();
  return store;
}

/** Somebody who can't see where the reader is comes to the first channel that they can see, or to their own messages. */
function visiblePlace(here: Here, { conversations, people }: Screen): Here {
  const me = here.me || (people.find(({ part }) => part === 'agent')?.id ?? '');
  if (here.place === 'home' || conversations.some(({ id }) => id === here.place))
    return me === here.me ? here : { ...here, me };
  const isDirect = here.place.startsWith('D');
  const place = (isDirect ? conversations.at(-1) : conversations[0])?.id ?? '';
  return { ...here, me, place, thread: undefined };
}

export const StoreContext = createContext<Store | undefined>(undefined);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('A component stands outside of the page.');
  return store;
}

/** A part of the state. `select` must give the same object as long as nothing in it has changed. */
export function usePart<Part>(select: (state: PageState) => Part): Part {
  const store = useStore();
  const [, redraw] = useState({});
  const part = select(store.state());
  const drawn = useRef({ select, part });
  drawn.current = { select, part };
  useLayoutEffect(
    () =>
      store.subscribe(() => {
        const { select, part } = drawn.current;
        if (select(store.state()) !== part) redraw({});
      }),
    [store],
  );
  return part;
}

// Everything that the workspace holds in memory, with its clock and its ids. The rules stand in the files that use it.
import { randomBytes } from 'node:crypto';
import type { Change, Channel, Ephemeral, Message, StoredFile, User, Usergroup, View } from './model.ts';

export type WorkspaceState = {
  /** Where the stand-in listens, such as http://127.0.0.1:4000; '' before it does. */
  origin: string;
  /** Of a proxy before it, from which files are downloaded; '': there is none. */
  filesOrigin: string;
  team: { id: string; name: string; domain: string };
  app: {
    id: string;
    botId: string;
    botUserId: string;
    botName: string;
    verificationToken: string;
    isOrgWide: boolean;
  };
  users: Map<string, User>;
  channels: Map<string, Channel>;
  usergroups: Map<string, Usergroup>;
  /** Every message of a channel, replies included, oldest first. */
  messages: Map<string, Message[]>;
  ephemerals: Ephemeral[];
  /** By person, as are the Home tabs. */
  modals: Map<string, View>;
  homes: Map<string, View>;
  files: Map<string, StoredFile>;
  now(): number;
  /** A message time: seconds with six decimals, never the same twice. */
  nextTs(): string;
  nextId(prefix: string): string;
  secret(): string;
  changed(change: Change): void;
  onChange(listener: (change: Change) => void): () => void;
};

export function createState(now: () => number): WorkspaceState {
  const listeners = new Set<(change: Change) => void>();
  let lastMicros = 0;
  let lastId = 0;

  return {
    origin: '',
    filesOrigin: '',
    team: { id: 'T0SANDBOX', name: 'Sandbox', domain: 'sandbox' },
    app: {
      id: 'A0TELLER00',
      botId: 'B0TELLER00',
      botUserId: 'U0TELLER00',
      botName: 'teller',
      verificationToken: 'sandbox-verification-token',
      isOrgWide: false,
    },
    users: new Map(),
    channels: new Map(),
    usergroups: new Map(),
    messages: new Map(),
    ephemerals: [],
    modals: new Map(),
    homes: new Map(),
    files: new Map(),
    now,

    nextTs() {
      lastMicros = Math.max(Math.floor(now()) * 1000, lastMicros + 1);
      return `${Math.floor(lastMicros / 1e6)}.${String(lastMicros % 1e6).padStart(6, '0')}`;
    },

    nextId(prefix) {
      lastId += 1;
      return `${prefix}0${lastId.toString(36).toUpperCase().padStart(8, '0')}`;
    },

    secret: () => randomBytes(12).toString('hex'),

    changed(change) {
      for (const listener of [...listeners]) listener(structuredClone(change));
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// Applies what the server sends to the screen. Whatever has not changed stays the same object, so that nothing redraws it.
import type { Screen, ScreenPatch } from '#sandbox/page/server/screen.ts';

export const EMPTY_SCREEN: Screen = {
  people: [],
  app: { botUserId: '', command: '', commandDescription: '', words: [], shortcuts: [], steps: [] },
  conversations: [],
  messages: {},
  ephemerals: [],
  modal: null,
  home: null,
  orders: {},
  refunds: [],
  steps: [],
  switches: [],
  isBotRunning: true,
  aheadMs: 0,
  wire: {},
};

export function patched(screen: Screen, { messages, orders, wire, ...parts }: ScreenPatch): Screen {
  const changedChannels = Object.entries(messages ?? {}).map(
    ([channel, changes]) => [channel, merged(screen.messages[channel] ?? {}, changes)] as const,
  );
  return {
    ...screen,
    ...parts,
    messages: messages ? { ...screen.messages, ...Object.fromEntries(changedChannels) } : screen.messages,
    orders: merged(screen.orders, orders),
    wire: merged(screen.wire, wire),
  };
}

function merged<Entry>(
  entries: Record<string, Entry>,
  changes: Record<string, Entry | null> | undefined,
): Record<string, Entry> {
  if (!changes) return entries;
  const left = { ...entries };
  for (const [key, entry] of Object.entries(changes)) {
    if (entry === null) delete left[key];
    else left[key] = entry;
  }
  return left;
}

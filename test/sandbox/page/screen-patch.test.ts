import { describe, expect, it } from 'vitest';
import type { Screen, ScreenPatch } from '#sandbox/page/server/screen.ts';
import { createPatches } from '#sandbox/page/server/screen-patch.ts';
import { EMPTY_SCREEN, patched } from '#sandbox/page/web/state/screen-patch.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { openSession, watch } from './session.ts';

const message = (ts: string, text: string): Message => ({
  type: 'message',
  channel: 'C1',
  ts,
  team: 'T1',
  user: 'U1',
  text,
});

const screenOf = (messages: readonly Message[]): Screen => ({
  ...EMPTY_SCREEN,
  messages: { C1: Object.fromEntries(messages.map((one) => [one.ts, one])) },
});

/** What goes to a page, and what the page then has. */
function follow(screens: readonly Screen[]): { patches: (ScreenPatch | undefined)[]; screen: Screen } {
  const patchOf = createPatches();
  const patches = screens.map((screen) => patchOf(JSON.parse(JSON.stringify(screen))));
  return {
    patches,
    screen: patches.reduce<Screen>((before, patch) => patched(before, patch ?? {}), EMPTY_SCREEN),
  };
}

describe('a screen that changes', () => {
  const one = message('1.1', 'One');
  const two = message('2.1', 'Two');
  const edited = { ...one, text: 'One, edited' };

  it('is sent whole at first, and then only what is new, changed or gone', () => {
    const { patches, screen } = follow([
      screenOf([one]),
      screenOf([one, two]),
      screenOf([edited, two]),
      screenOf([edited]),
      screenOf([edited]),
      { ...screenOf([edited]), isBotRunning: false },
    ]);
    expect(patches[0]).toMatchObject({ people: [], modal: null, messages: { C1: { '1.1': one } } });
    expect(patches.slice(1)).toEqual([
      { messages: { C1: { '2.1': two } } },
      { messages: { C1: { '1.1': edited } } },
      { messages: { C1: { '2.1': null } } },
      undefined,
      { isBotRunning: false },
    ]);
    expect(screen).toEqual({ ...screenOf([edited]), isBotRunning: false });
  });

  it('keeps every object that has not changed, so that nothing redraws it', () => {
    const before = patched(EMPTY_SCREEN, { messages: { C1: { '1.1': one }, C2: {} }, people: [] });
    const after = patched(before, { messages: { C1: { '2.1': two } } });
    expect(after.messages['C1']?.['1.1']).toBe(before.messages['C1']?.['1.1']);
    expect(after.messages['C2']).toBe(before.messages['C2']);
    for (const part of ['people', 'orders', 'wire', 'switches'] as const)
      expect(after[part]).toBe(before[part]);
  });
});

it('a message sends a page less than 30 kB, however many there are already', async () => {
  const session = await openSession();
  const { slack } = session.environment;
  const { sales } = slack.channels;
  const brian = slack.person(slack.users.secondAgent);
  for (let count = 0; count < 150; count += 1) brian.say('sales', `Message ${count}: ${'words '.repeat(50)}`);
  const response = await fetch(`${session.url}events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const until = async (text: string) => {
    while (!received.includes(text)) received += (await reader?.read())?.value ?? '';
    return received.length;
  };
  const atFirst = await until('Message 149');
  await until('\n\n');
  const before = received.length;
  await session.write('Has Jane paid?');
  expect((await until('Has Jane paid?')) - before).toBeLessThan(30_000);
  expect(atFirst).toBeGreaterThan(30_000);
  await reader?.cancel();
  const { messages } = await watch(session.url, () => true);
  expect(Object.keys(messages[sales] ?? {})).toHaveLength(151);
});

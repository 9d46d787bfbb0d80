import { describe, expect, it } from 'vitest';
import { type Known, offersFor } from '#sandbox/page/web/workspace/completion.ts';
import { openSession, watch } from './session.ts';

const KNOWN: Known = {
  command: '/pay',
  description: 'Collect a payment',
  words: ['prompt', 'link', 'status', 'alerts', 'brandnew'],
  references: ['INV-7', 'INV-6'],
  people: [
    { name: 'teller', realName: 'Teller' },
    { name: 'brian', realName: 'Brian Agent' },
  ],
  isInThread: false,
};
const texts = (typed: string, known = KNOWN) => offersFor(typed, known).map(({ text }) => text);

describe('the command box offers', () => {
  it.each([
    ['/', ['/pay ', '/invite @teller']],
    ['/p', ['/pay ']],
    ['/pay', []],
    ['/pay p', ['/pay prompt ']],
    ['/pay S', ['/pay status ']],
    ['/pay brand', ['/pay brandnew ']],
    ['/pay status ', ['/pay status INV-7', '/pay status INV-6']],
    ['/pay status inv-6', ['/pay status INV-6']],
    ['/pay alerts o', ['/pay alerts on', '/pay alerts off']],
    ['Hello @b', ['Hello @brian ']],
    ['@teller ', ['@teller status']],
    ['@teller status ', ['@teller status INV-7', '@teller status INV-6']],
    ['a@b', []],
    ['plain words', []],
  ])('for %j: %j', (typed, offered) => {
    expect(texts(typed)).toEqual(offered);
  });

  it('every word of the manifest after the command', async () => {
    const session = await openSession();
    const { command, words, commandDescription } = (await watch(session.url, () => true)).app;
    expect(texts(`${command} `, { ...KNOWN, command, words })).toEqual(
      words.map((word) => `${command} ${word} `),
    );
    expect(words).toEqual(
      expect.arrayContaining(['prompt', 'link', 'status', 'cancel', 'open', 'report', 'alerts', 'help']),
    );
    expect(commandDescription).not.toBe('');
  });

  it('no command in a thread, since Slack takes none there', () => {
    expect(texts('/pay', { ...KNOWN, isInThread: true })).toEqual([]);
    expect(texts('/p', { ...KNOWN, isInThread: true })).toEqual([]);
  });
});

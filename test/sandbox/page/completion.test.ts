import { describe, expect, it } from 'vitest';
import { type Known, offersFor } from '#sandbox/page/web/workspace/completion.ts';
import { openSession, watch } from './session.ts';

const KNOWN: Known = {
  command: '/pay',
  description: 'Collect a payment',
  words: ['prompt', 'link', 'find', 'alerts', 'brandnew'],
  references: ['INV-7', 'INV-6'],
  people: [
    { name: 'teller', realName: 'Teller' },
    { name: 'brian', realName: 'Brian Agent' },
  ],
  isInThread: false,
  isDirect: false,
};
const texts = (typed: string, known = KNOWN) => offersFor(typed, known).map(({ text }) => text);

describe('the command box offers', () => {
  it.each([
    ['/', ['/pay ', '/invite @teller']],
    ['/p', ['/pay ']],
    ['/pay', []],
    ['/pay p', ['/pay prompt ']],
    ['/pay F', ['/pay find ']],
    ['/pay brand', ['/pay brandnew ']],
    ['/pay find ', ['/pay find INV-7', '/pay find INV-6']],
    ['/pay status ', ['/pay status INV-7', '/pay status INV-6']],
    ['/pay status inv-6', ['/pay status INV-6']],
    ['/pay refund ', ['/pay refund INV-7', '/pay refund INV-6']],
    ['/pay history inv-7', ['/pay history INV-7']],
    ['/pay alerts o', ['/pay alerts on', '/pay alerts off']],
    ['Hello @b', ['Hello @brian ']],
    ['@teller ', ['@teller find']],
    ['@teller find ', ['@teller find INV-7', '@teller find INV-6']],
    ['@teller status ', ['@teller find INV-7', '@teller find INV-6']],
    ['a@b', []],
    ['plain words', []],
  ])('for %j: %j', (typed, offered) => {
    expect(texts(typed)).toEqual(offered);
  });

  it('every word of the manifest after the command, each with what it wants or does', async () => {
    const session = await openSession();
    const { command, words, commandDescription } = (await watch(session.url, () => true)).app;
    expect(texts(`${command} `, { ...KNOWN, command, words })).toEqual(
      words.map((word) => `${command} ${word} `),
    );
    const isBare = ({ hint }: { hint: string }) => hint === '';
    expect(offersFor(`${command} `, { ...KNOWN, command, words }).filter(isBare)).toEqual([]);
    expect(words).toEqual(
      expect.arrayContaining(['prompt', 'link', 'find', 'cancel', 'open', 'report', 'alerts', 'help']),
    );
    expect(commandDescription).not.toBe('');
  });

  it('in the direct message with the app the words without the command, also in a thread', () => {
    const direct = { ...KNOWN, isDirect: true };
    expect(texts('', direct)).toEqual([]);
    expect(texts('F', direct)).toEqual(['find ']);
    expect(texts('find inv-6', { ...direct, isInThread: true })).toEqual(['find INV-6']);
    expect(texts('/pay f', direct)).toEqual(['/pay find ']);
  });

  it('no command in a thread, since Slack takes none there', () => {
    expect(texts('/pay', { ...KNOWN, isInThread: true })).toEqual([]);
    expect(texts('/p', { ...KNOWN, isInThread: true })).toEqual([]);
  });
});

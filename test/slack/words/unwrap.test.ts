// What Slack puts around words is taken off, so that they are read as they were typed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '#slack/words/typed-words.ts';

describe('a text as Slack sends it', () => {
  test.each([
    ['<@U1|amina>', '<@U1>'],
    ['<@U1>', '<@U1>'],
    ['<#C1|sales>', '<#C1>'],
    ['<#C1|>', '<#C1>'],
    ['<mailto:a@b.ke|a@b.ke>', 'a@b.ke'],
    ['<mailto:a@b.ke>', 'a@b.ke'],
    ['<tel:0712345678|0712345678>', '0712345678'],
    ['<tel:+254712345678|+254 712 345 678>', '+254 712 345 678'],
    ['<tel:0712345678|call Jane>', '0712345678'],
    ['<tel:0712345678>', '0712345678'],
    ['<https://x.ke/a?b=1&amp;c=2>', 'https://x.ke/a?b=1&c=2'],
    ['<http://x.ke|x.ke>', 'x.ke'],
    ['<http://X.ke/|x.ke>', 'x.ke'],
    ['<https://x.ke|our shop>', 'https://x.ke'],
    ['<!subteam^S1|@finance>', '<!subteam^S1|@finance>'],
    ['<!here>', '<!here>'],
    ['flour &amp; sugar &lt;2 kg&gt;', 'flour & sugar <2 kg>'],
    ['&amp;lt;', '&lt;'],
    ['&copy;', '&copy;'],
    ['<>', '<>'],
    ['<odd>', '<odd>'],
    ['0712345678 1500 for <@U1|amina>, <mailto:a@b.ke|a@b.ke>', '0712345678 1500 for <@U1>, a@b.ke'],
  ])('%j reads %j', (wrapped, typed) => {
    expect(unwrap(wrapped)).toBe(typed);
  });
});

describe('whatever people type', () => {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const word = fc.string({ unit: fc.constantFrom(...'abz019 .,-+|&<>;@#!/='), maxLength: 8 });
  /** Each with the form that Slack gives it. */
  const piece = fc.oneof(
    word.map((typed) => ({ typed, wrapped: escaped(typed) })),
    fc
      .constantFrom('&lt;', '&amp;amp;', '<@U1>', '<https://x|y>')
      .map((typed) => ({ typed, wrapped: escaped(typed) })),
    fc
      .constantFrom('a@b.ke', 'jane.w+1@shop.co.ke')
      .map((typed) => ({ typed, wrapped: `<mailto:${typed}|${typed}>` })),
    fc
      .constantFrom('0712345678', '+254 712 345 678', '(0712) 345-678')
      .map((typed) => ({ typed, wrapped: `<tel:${typed.replace(/[ ()-]/g, '')}|${typed}>` })),
    fc
      .constantFrom('https://x.ke/a', 'http://x.ke/?a=1&b=2')
      .map((typed) => ({ typed, wrapped: `<${escaped(typed)}>` })),
    fc.constantFrom('x.ke', 'x.ke/a?b&c').map((typed) => ({
      typed,
      wrapped: `<http://${escaped(typed)}|${escaped(typed)}>`,
    })),
  );

  test('whatever people type is read as they typed it, however Slack wraps it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const typed = pieces.map((each) => each.typed).join(' ');
        expect(unwrap(pieces.map((each) => each.wrapped).join(' '))).toBe(typed);
      }),
    );
  });

  test('whatever people type, reading it never fails', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof unwrap(text) === 'string'));
  });
});

describe('what only looks like something that Slack has wrapped', () => {
  test.each([
    ['<!subteam^S1|the team>', '<!subteam^S1|the team>'],
    ['<hello!>', '<hello!>'],
    ['<!mailto:a@b.test>', '<!mailto:a@b.test>'],
    ['<xmailto:a@b.test>', '<xmailto:a@b.test>'],
    ['<xtel:0712345678>', '<xtel:0712345678>'],
    ['<xhttps://a.test>', '<xhttps://a.test>'],
    ['<|label>', '<|label>'],
  ])('%s stays %s', (text, read) => {
    expect(unwrap(text)).toBe(read);
  });

  test.each([
    ['<https://a.test|>', 'https://a.test'],
    ['<https://|>', 'https://'],
    ['<tel:0712345678|>', '0712345678'],
    ['<tel:|>', ''],
    ['<http://Example.com|example.COM>', 'example.COM'],
    ['<http://a.test/?to=https://b.test|a.test/?to=https://b.test>', 'a.test/?to=https://b.test'],
    ['<https://a.test/b|a.testb>', 'https://a.test/b'],
  ])('%s is read as %s', (text, read) => {
    expect(unwrap(text)).toBe(read);
  });
});

test.each([
  ['INV\u2060_\u20601', 'INV_1'],
  ['\u202a<tel:+254712345678|+254 712 345678>\u202c', '+254 712 345678'],
])(
  '%j is read without the marks that came along when it was copied from a card or a contact',
  (text, read) => {
    expect(unwrap(text)).toBe(read);
  },
);

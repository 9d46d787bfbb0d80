// Log lines on a terminal: what is in them. What is hidden in them is tested with the other lines.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog, type Log } from '#observability/log.ts';

function onTerminal(write: (log: Log) => void): string {
  const lines: string[] = [];
  write(createLog('trace', [], { write: (line) => lines.push(line) }, true));
  return lines.join('');
}

test('on a terminal a change of state is its sentence with the time, and nothing else', () => {
  const line = onTerminal((log) => log.info({ port: 3000 }, 'Teller is listening on port 3000'));
  expect(line).toMatch(/^\d\d:\d\d:\d\d Teller is listening on port 3000\n$/);
});

test('on a terminal a warning says so, with the error and what it is about', () => {
  const err = new Error('the store is closed');
  const line = onTerminal((log) =>
    log.warn({ err, queue: 'check', reference: 'INV-1' }, 'work on an order failed'),
  );
  expect(line.slice(9)).toBe(
    'warn: work on an order failed: the store is closed queue=check reference=INV-1\n',
  );
});

test('on a terminal an error carries its incident and the hint, and no stack', () => {
  const line = onTerminal((log) =>
    log.error({ err: new Error('no'), incident: '7f3a-91c2', hint: 'Do this.' }, 'something went wrong'),
  );
  expect(line.slice(9)).toBe('error: something went wrong (7f3a-91c2): no Do this.\n');
});

test('on a terminal every line is one line without control characters, whatever is in it', () => {
  expect(
    onTerminal((log) => log.warn({ note: 'b\u001b[2J' }, 'a\nb\u001b]0;x\u0007\u2028c\u009b1m')),
  ).toMatch(/^[^\p{Cc}\u2028]+\n$/u);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.json(), (text, json) => {
      const line = onTerminal((log) =>
        log.warn({ text, err: new Error(text), value: JSON.parse(json) }, text),
      );
      expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+\n$/u);
    }),
  );
});

test('on a terminal anything that was thrown is written', () => {
  for (const err of ['text', undefined, null, 5, { a: 1 }])
    expect(onTerminal((log) => log.error({ err }, 'caught'))).toContain('caught');
});

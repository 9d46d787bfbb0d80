// Log lines: what is in them, and that no secret, token, phone number or email address is.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, type Log, makeIncident } from '#observability/log.ts';

const SECRETS = ['osGQ364R49cXKeOYSpaOnT++rHs=', 'xoxb-123-456-abc', 'quo"ted\\se"cret', 'pässwörd-ünïcode'];

/** What reaches standard output. */
function written(
  write: (log: Log) => void,
  level = 'trace',
  secrets: readonly string[] = SECRETS,
  plain = false,
): string {
  const lines: string[] = [];
  write(createLog(level, secrets, { write: (line) => lines.push(line) }, plain));
  return lines.join('');
}

/** What reaches a terminal. */
const onTerminal = (write: (log: Log) => void) => written(write, 'trace', SECRETS, true);

const readBack = (line: string): Record<string, unknown> => JSON.parse(line);

describe('a line', () => {
  test('a log line is one JSON object with level, time, message and the given fields', () => {
    const line = written((log) => log.warn({ reference: 'INV-1', tries: 3 }, 'trying again'));
    expect(line).toMatch(/^\{.*\}\n$/);
    expect(readBack(line)).toMatchObject({
      level: 'warn',
      msg: 'trying again',
      reference: 'INV-1',
      tries: 3,
    });
    expect(String(readBack(line)['time'])).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test('a log line below the level is not written', () => {
    expect(written((log) => log.info('x'), 'warn')).toBe('');
    expect(written((log) => log.error('x'), 'silent')).toBe('');
  });

  test('a logged error has message, code, stack and causes, and no other property', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const error = Object.assign(new Error('the service cannot be reached', { cause }), {
      request: { headers: { authorization: 'Bearer abc' } },
    });
    const line = written((log) => log.error({ err: error, incident: '7f3a-91c2' }, 'something went wrong'));
    expect(readBack(line)).toMatchObject({
      incident: '7f3a-91c2',
      err: { message: 'the service cannot be reached', cause: { code: 'ECONNREFUSED' } },
    });
    expect(line).toContain('log.test.ts');
    expect(line).not.toContain('Bearer');
  });

  test('a log line is written for anything that was thrown, even for an error that is its own cause', () => {
    const ring = new Error('round and round');
    ring.cause = new Error('and round', { cause: ring });
    for (const thrown of [ring, 'text', undefined, null, 5, { a: 1 }])
      expect(written((log) => log.error({ err: thrown }, 'caught'))).toContain('caught');
  });
});

/** Every way by which a text can get into a line. */
const WAYS: [way: string, write: (log: Log, text: string) => void][] = [
  ['the message', (log, text) => log.info(`said ${text} to it`)],
  ['a field', (log, text) => log.info({ note: text }, 'x')],
  ['a nested field', (log, text) => log.info({ about: { note: text } }, 'x')],
  ['a list', (log, text) => log.info({ notes: ['a', { b: text }] }, 'x')],
  ['an error’s message', (log, text) => log.error({ err: new Error(`no: ${text}`) }, 'x')],
  ['an error’s cause', (log, text) => log.error({ err: new Error('no', { cause: new Error(text) }) }, 'x')],
  ['an error’s code', (log, text) => log.error({ err: Object.assign(new Error('no'), { code: text }) }, 'x')],
  ['an error alone', (log, text) => log.error(new Error(text))],
  ['a name of a field', (log, text) => log.info({ [text]: 1 }, 'x')],
];

describe.each(WAYS)('%s', (_, write) => {
  test.each(SECRETS)('a log line does not show the secret %s', (secret) => {
    const line = written((log) => write(log, secret));
    const inJson = JSON.stringify(secret).slice(1, -1);
    const plain = onTerminal((log) => write(log, secret));
    for (const shown of [line, plain])
      expect([shown.includes(secret), shown.includes(inJson)]).toEqual([false, false]);
    expect(JSON.stringify(readBack(line))).toContain('[hidden]');
  });

  test('a log line does not show an access token of the service', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ uid: SECRETS[0], exp: 1 })}.c2ln-bmF0_dXJl`;
    expect(written((log) => write(log, `Bearer ${token}`))).not.toContain(token.slice(0, 20));
    expect(onTerminal((log) => write(log, `Bearer ${token}`))).not.toContain(token.slice(0, 20));
  });

  test.each([
    '254712345678', '+254712345678', '0712345678', '+254 712 345 678', '0712 345 678', '0712-345-678', '256772123456',
    '254 712 345678', '+44 7400 123456', '(0712) 345678', '00254712345678', '00 254 712 345 678', '0044-7400-123456',
  ])('a log line does not show the phone number %s, whatever is around it', (phone) => {
    for (const text of [phone, `to ${phone}: refused`, `phone:${phone}`, `msisdn=${phone},`, `tel:${phone}.`, `(${phone})`]) {
      const line = written((log) => write(log, text));
      expect(digitsOf(line)).not.toContain(digitsOf(phone).slice(3));
      expect(digitsOf(onTerminal((log) => write(log, text)))).not.toContain(digitsOf(phone).slice(3));
      expect(readBack(line)).toBeTruthy();
    }
  });

  test.each([
    'jane@example.com', 'Jane.Doe+shop@mail.example.co.ke', 'jane_doe@xn--mnchen-3ya.de', 'jane@münchen.de', 'jane%40example.com',
  ])('a log line does not show the email address %s, whatever is around it', (email) => {
    for (const text of [email, `<mailto:${email}|${email}>`, `email=${email}&x`, `(${email})`, `to "${email}": no`, `${email}.`]) {
      const line = written((log) => write(log, text));
      expect(line + onTerminal((log) => write(log, text))).not.toMatch(/jane|doe|example|nchen/i);
      expect(line).toContain('[email]');
    }
  });
}); // biome-ignore format: the lists of numbers and addresses

describe('a field with a telling name', () => {
  test.each(['token', 'authorization', 'consumer_secret', 'msisdn', 'phone_number', 'email_address'])(
    'the value of a logged field named %s is hidden, also one level down',
    (name) => {
      const write = (log: Log) => log.warn({ [name]: 'amina', about: { [name]: 'amina' } }, 'x');
      expect(written(write)).not.toContain('amina');
      expect(onTerminal(write)).not.toContain('amina');
    },
  );
});

test('a phone number that is logged as a JSON number is hidden, and the line is still JSON', () => {
  const line = written((log) =>
    log.info({ to: 254712345678, all: [254712345678, 5], about: { to: 254712345678 } }, 'x'),
  );
  expect(readBack(line)).toMatchObject({ to: '[phone]', all: ['[phone]', 5], about: { to: '[phone]' } });
});

describe('what is no phone number and no email address', () => {
  test.each([
    'af2234da-03ee-4b60-b2dd-dd746bcda1bd', 'INV-2041', '7K3M9-QX2ZD', '2026-11-21T09:00:00.123Z', '1700000000.123456',
    '1700000000000', '0.123456789', '12.071234567', 'KES 1,500.00', '127.0.0.1:54321', 'SCJ8JQ26SW', '7f3a-91c2', '@amina', '<@U0AGENT001>',
    'npm@11.2.0', 'node_modules/@slack/bolt@5.0.0/dist/App.js:12:3', '2 @ 500',
  ])('the log shows what is neither a phone number nor an email address: %s', (text) => {
    expect(readBack(written((log) => log.info({ note: text }, text)))).toMatchObject({ note: text, msg: text });
  });
}); // biome-ignore format: the list of texts

test('a long line is written at once, also when it could be an email address up to its end', () => {
  const before = process.threadCpuUsage();
  for (const part of ['a', 'a@', 'a@b.']) written((log) => log.info(part.repeat(200_000)));
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(5_000_000);
});

test('a log line is JSON whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.json(), (text, json) => {
      const line = written((log) => log.info({ text, value: JSON.parse(json) }, text));
      expect(readBack(line)).toHaveProperty('level', 'info');
    }),
  );
});

test('an incident id is short, can be read out, and is different each time', () => {
  const incidents = Array.from({ length: 1_000 }, makeIncident);
  for (const incident of incidents) expect(incident).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}$/);
  expect(new Set(incidents).size).toBeGreaterThan(990);
});

function digitsOf(text: string): string {
  return text.replace(/(?<=\d)[ ().-]+(?=\d)/g, '').replace(/[+()]/g, '');
}

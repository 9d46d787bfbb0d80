import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CHECKS } from '#doctor/checked.ts';
import { startDoctor } from './rig.ts';

const MINUTE = 60_000;

describe('the doctor', () => {
  it('finds nothing wrong where all is well, has a line for everything, and changes nothing', async () => {
    const doctor = await startDoctor();
    const findings = await doctor.examine();
    expect(findings.filter(({ status }) => status === 'wrong')).toEqual([]);
    expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(CHECKS));
    expect(doctor.provider.registrations()).toEqual([]);
    expect(doctor.provider.requests.map(({ operation }) => operation)).not.toContain('registerIpn');
    expect(doctor.slack.sockets.count()).toBe(0);
    expect(doctor.slack.callsTo('chat.postMessage')).toEqual([]);
    expect(doctor.hasStore()).toBe(false);
  });

  it('says of whatever is not good what to do, and nothing where it is good', async () => {
    const doctor = await startDoctor({ scopes: [] });
    const spoilt = { PROVIDER_CONSUMER_SECRET: 'not-the-secret', ALLOWED_USERGROUPS: 'S0GONE', PORT: '1' };
    for (const { status, found, next } of await doctor.examine(spoilt)) {
      expect(found).toMatch(/\.$/);
      if (status === 'good') expect(next).toBeUndefined();
      else expect(next).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it('names every wrong setting, and looks at nothing else before they are right', async () => {
    const doctor = await startDoctor();
    const findings = await doctor.examine({ SLACK_BOT_TOKEN: '', PUBLIC_URL: 'teller', PORT: 'many' });
    expect(findings.map(({ check, status, found }) => `${status} ${check} ${found.split(':')[0]}`)).toEqual([
      'wrong Settings SLACK_BOT_TOKEN',
      'wrong Settings PUBLIC_URL',
      'wrong Settings PORT',
    ]);
    expect(findings.at(-1)?.next).toContain('.env.example');
    expect(doctor.slack.calls).toEqual([]);
  });

  it('shows no secret, whatever is wrong', async () => {
    const doctor = await startDoctor();
    const secrets = {
      SLACK_BOT_TOKEN: 'xoxb-a-secret-1',
      SLACK_APP_TOKEN: 'xapp-a-secret-2',
      SLACK_SIGNING_SECRET: 'a-secret-3',
      PROVIDER_CONSUMER_KEY: 'a-secret-4',
      PROVIDER_CONSUMER_SECRET: 'a-secret-5',
      IPN_KEY: 'a-secret-6-that-nobody-can-guess',
    };
    doctor.provider.faults.refuse({ message: 'The key a-secret-4 is unknown' });
    const store = 'redis://teller:a-secret-7@127.0.0.1:1';
    expect(JSON.stringify(await doctor.examine({ ...secrets, STORE_URL: store }))).not.toContain('a-secret');
    const redis = 'redis://teller:a-secret-7@127.0.0.1:1/x?y=z';
    expect(JSON.stringify(await doctor.examine({ ...secrets, STORE_URL: redis }))).not.toContain('a-secret');
  });
});

describe('the clock', () => {
  it('is good while it agrees to the minute', async () => {
    const doctor = await startDoctor();
    expect(await doctor.linesOf('Clock', {}, clockOff(40_000))).toEqual([
      'good: It agrees with the outside to the minute.',
    ]);
  });

  it.each([
    [5 * MINUTE, '5 minutes ahead'],
    [-80_000, '1 minute behind'],
    [-180 * MINUTE, '3 hours behind'],
  ])('is wrong when it is off by %i ms', async (off, words) => {
    const [line] = await (await startDoctor()).linesOf('Clock', {}, clockOff(off));
    expect(line).toContain(`wrong: This machine's clock is ${words}`);
    expect(line).toContain('(NTP)');
  });

  it('is not compared while nobody outside answers', async () => {
    const doctor = await startDoctor();
    await Promise.all([doctor.provider.stop(), doctor.slack.stop()]);
    expect(await doctor.linesOf('Clock')).toEqual([
      expect.stringContaining('warning: It cannot be compared'),
    ]);
  });
});

describe('the port', () => {
  it('is good when it is free, and free again afterwards', async () => {
    const doctor = await startDoctor();
    const line = `good: Port ${doctor.settings['PORT']} is free.`;
    expect(await doctor.linesOf('Port')).toEqual([line]);
    expect(await doctor.linesOf('Port')).toEqual([line]);
  });

  it('is good when a Teller listens there, and wrong when another program does', async () => {
    const doctor = await startDoctor();
    const teller = await listenAs(answersAsTeller);
    expect(await doctor.linesOf('Port', { PORT: teller })).toEqual([
      `good: A Teller listens on port ${teller}.`,
    ]);
    const other = await listenAs((_, response) => void response.end('<html>'));
    expect(await doctor.linesOf('Port', { PORT: other })).toEqual([
      `wrong: Port ${other} is taken: another program listens there, perhaps another Teller. → Stop it, or set PORT to a free port.`,
    ]);
  });
});

describe('the public address', () => {
  const at = async (url: string) => (await startDoctor()).linesOf('Public address', { PUBLIC_URL: url });

  it('is good when Teller answers there', async () => {
    const [line] = await at(`http://127.0.0.1:${await listenAs(answersAsTeller)}/`);
    expect(line).toMatch(/^good: A Teller answers at /);
  });

  it('that cannot be reached from inside is a warning, with why', async () => {
    const [line, ...others] = await at('https://teller.invalid');
    expect(line).toMatch(/^warning: https:\/\/teller\.invalid cannot be reached from here: .*\(ENOTFOUND\)/);
    expect(line).toContain('open https://teller.invalid/healthz from another network');
    expect(others).toEqual([]);
  });

  it('at which something else answers says what', async () => {
    const port = await listenAs((_, response) =>
      response.writeHead(404, { server: 'nginx', 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
    );
    const [line] = await at(`http://127.0.0.1:${port}/teller`);
    expect(line).toContain('something else than Teller answers: HTTP 404 (text/html, nginx).');
    expect(line).toMatch(/→ If Teller runs, let the address lead to its port\. If it does not, start it/);
  });

  it('at which an answer like Teller’s never ends is something else', async () => {
    const port = await listenAs((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`{"ok":true,"and":"${'on '.repeat(1_000)}`);
    });
    expect((await at(`http://127.0.0.1:${port}`))[0]).toContain('answers: HTTP 200 (application/json).');
  });

  it.each([
    'localhost',
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.5',
    '[::1]',
    'teller',
    'shop.local',
  ])('%s is only of this machine or network, which is a warning', async (host) => {
    const lines = await at(`http://${host}:1`);
    expect(lines.at(-1)).toMatch(/^warning: .* is an address of this machine or its network\./);
  });

  it('without HTTPS is a warning', async () => {
    expect((await at('http://teller.invalid')).at(-1)).toMatch(
      /^warning: PUBLIC_URL begins with http:\/\/\./,
    );
  });
});

function clockOff(ms: number) {
  return { now: () => Date.now() + ms, after: () => () => {} };
}

const answersAsTeller: RequestListener = ({ url }, response) =>
  void response
    .writeHead(url === '/healthz' ? 200 : 404, { 'content-type': 'application/json' })
    .end('{"ok":true}');

/** The port of a program that ends with the test. */
async function listenAs(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return String((server.address() as AddressInfo).port);
}

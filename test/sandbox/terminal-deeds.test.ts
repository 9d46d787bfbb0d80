// What each word at the prompt does, with the town in this process so that both ends can be looked at.
import { PassThrough, type Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTerminal } from '#sandbox/terminal.ts';
import type { Town } from '#sandbox/town.ts';
import { until } from '#test/journeys/rig.ts';
import { playIn, startTestTown } from './terminal-play.ts';

let town: Town;
beforeEach(async () => {
  town = await startTestTown();
});
afterEach(() => town.stop());

const PROMPT = ['/pay prompt 0712345678 1500 Two bags of flour', 'submit', 'close'];
const LINK = ['/pay link 2500 School fees', 'submit', 'close'];

describe('the customer', () => {
  it('pays another amount, in another currency, for the order that is named', async () => {
    const told = await play(
      '/pay link 100 Fees',
      'set id INV-7',
      'submit',
      'close',
      ...LINK,
      'pay 10 USD INV-7',
    );
    expect(told).toContain('(the customer of INV-7 pays USD 10)');
    expect(told).toMatch(/↳ #sales .*Asked: KES 100\.00\. Paid: USD 10\.00\./);
  });

  it('is charged again for a recurring order, and gets money back', async () => {
    const told = await play(
      LINK[0] ?? '',
      'set frequency MONTHLY',
      'set start_date 2031-01-15',
      'set end_date 2031-12-15',
      'submit',
      'close',
      'pay',
      'charge',
      'skip 10s',
      'reverse',
    );
    expect(told).toMatch(/↳ #sales .*KES 2,500\.00.* paid: a recurring charge\./);
    expect(told).toMatch(/↳ #sales .*was paid back to the customer/);
  });

  it('declines a link at first, and pays after all', async () => {
    const told = await play(...LINK, 'decline', 'skip 10s', 'pay');
    expect(told).toMatch(/\[Open payment page\] \(http:\/\/127\.0\.0\.1:\d+\/page\//);
    expect(told).toContain('(the form is closed)');
    expect(told).toMatch(/↳ #sales .*Not paid\./);
    expect(told).toMatch(/↳ #sales .*KES 2,500\.00.* paid after all\./);
  });

  it('with no order that fits is told so', async () => {
    const told = await playIn(town, ['pay', 'decline', 'charge', 'reverse', 'pay INV-404'], {
      patienceMs: 0,
    });
    expect(told).toContain('> pay\nNo order is open.');
    expect(told).toContain('> decline\nNo order is open');
    expect(told).toContain('> charge\nNo order is recurring.');
    expect(told).toContain('> reverse\nNothing is paid');
    expect(told).toContain('> pay INV-404\nThe payment service has no order "INV-404".');
  });
});

describe('the agent', () => {
  it('presses buttons by label or action id, and hears which there are', async () => {
    const told = await play('/pay', 'click Send a PIN prompt', 'close', 'click create_link', 'close');
    expect(told).toContain('== Send a PIN prompt ==');
    expect(told).toContain('== Create a payment link ==');
    expect(await playIn(town, ['/pay', 'click Dance'], { patienceMs: 0 })).toMatch(
      /no button "Dance" in sight; there is: .*Send a PIN prompt/,
    );
  });

  it('is told the address that a link button opens', async () => {
    const told = await play(...LINK, 'click Open payment page');
    expect(told).toMatch(/\(the browser opens http:\/\/127\.0\.0\.1:\d+\/page\/[\w-]+\)/);
  });

  it('changes places and persons, and is told who and what there is', async () => {
    const told = await play(
      'in leads',
      '/pay prompt',
      'close',
      'in Rome',
      'as brian',
      'as zorro',
      'in dm',
      'show',
    );
    expect(told).toContain('amina #leads> /pay prompt');
    expect(told).toMatch(/invite/);
    expect(told).toContain('There is no channel "Rome"; there is: sales, finance, leads, partners, dm.');
    expect(told).toContain(
      'brian #leads> as zorro\nNobody here is called "zorro"; there is: amina, brian, grace',
    );
    expect(told).toContain('brian direct> show\nNothing has been said here yet.');
  });

  it('as a guest is refused, and nobody else hears of it', async () => {
    const told = await play('as guest', '/pay prompt');
    expect(told).toMatch(
      /^grace #sales> \/pay prompt\n#sales {2}Teller .*full members.*\n.*Only visible to you/m,
    );
    expect(told).not.toContain('== ');
  });

  it('is told in words what cannot be done in Slack', async () => {
    const told = await play(
      'as stranger',
      '/pay',
      'as amina',
      '/pay link',
      'set colour blue',
      'set currency XXX',
    );
    expect(told).toContain("zed can't see sales");
    expect(told).toContain('The form has no field "colour"; it has: amount, currency,');
    expect(told).toContain('currency does not offer "XXX"');
  });

  it('sees the channel as it stands now', async () => {
    const told = await play(...LINK, 'pay', 'show');
    const shown = told.slice(told.indexOf('> show'));
    expect(shown).toMatch(/#sales .*KES 2,500\.00.*\*Paid\*/);
    expect(shown).toMatch(/↳ #sales .*paid\./);
  });
});

describe('the world', () => {
  it('has faults that strike as often as told, and are listed', async () => {
    const told = await play(
      'fault lostAnswer push 1',
      'fault',
      '/pay prompt 0712345678 9 Tea',
      'submit',
      'fault',
    );
    expect(told).toMatch(/The work is done, but its answer is lost \(push\): 1 to come\./);
    expect(told).toContain('On: lostAnswer at push, struck 0 so far, 1 more to come');
    expect(told).toMatch(/None of them is on\.\n$/);
    expect(town.provider.requestsTo('push').map(({ answer }) => answer)).toEqual(['lost']);
    expect(await play('fault down', 'fault off', 'fault')).toMatch(
      /All faults are off\.[\s\S]*None of them is on\./,
    );
  });

  it('shows what went over the wire, a line each and no secret', async () => {
    const told = await play(...LINK, 'pay', 'wire 100');
    const wire = told.slice(told.indexOf('> wire 100')).trimEnd().split('\n').slice(1);
    const { requests, notifications, consumerKey, consumerSecret } = town.provider;
    expect(wire).toHaveLength(requests.length + notifications.length);
    expect(wire[0]).toContain(
      'Teller POST /Auth/RequestToken {"consumer_key":"***","consumer_secret":"***"} → 200',
    );
    expect(wire.join('\n')).toMatch(/^service GET \/ipn\/\*\*\* IPNCHANGE \S+ \S+ → 200/m);
    for (const hidden of [consumerKey, consumerSecret, issuedToken(), ipnKey()])
      expect(told).not.toContain(hidden);
  });

  it('loses nothing when Teller is killed, the customer pays, and Teller starts again', async () => {
    const told = await play(...PROMPT, 'kill', 'pay', 'show', 'restart', 'skip 30s');
    expect(told).toMatch(/↳ #sales .*KES 1,500\.00.* paid\./);
    expect(told.search(/↳ #sales .* paid\./)).toBeGreaterThan(told.indexOf('Teller runs again'));
    expect(told.match(/rings\./g)).toHaveLength(1);
  });

  it('goes on while Teller is down', async () => {
    const told = await play('kill', 'kill', '/pay', 'restart', '/pay');
    expect(told).toContain('Teller is not running.');
    expect(told).toMatch(/Slack .*\/pay failed with the error "dispatch_failed"/);
    expect(told.slice(told.indexOf('Teller runs again'))).toContain('This is what Teller can do:');
  });
});

it('at a keyboard, what happens does not spoil what is being typed', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const screen = collect(output);
  const over = runTerminal({ town, input, output, byHand: true });
  input.write('/pay link 2500 School fees\r');
  await until(() => screen().includes('[Create link]'));
  input.write('submit\rqui');
  await until(() => screen().includes('The link for KES'));
  expect(screen()).toMatch(/\[Close\]\n[^\n]*amina #sales> [^\n]*qui[^\n]*$/);
  input.write('t\r');
  await over;
});

const play = (...lines: readonly string[]) => playIn(town, lines);

function collect(output: Readable): () => string {
  let all = '';
  output.setEncoding('utf8').on('data', (part: string) => {
    all += part;
  });
  return () => all;
}

function issuedToken(): string {
  const answer = town.provider.requestsTo('requestToken')[0]?.answer;
  if (!answer || answer === 'lost') throw new Error('no token was issued');
  return (answer.body as { token: string }).token;
}

function ipnKey(): string {
  const [registration] = town.provider.registrations();
  return registration?.url.split('/').at(-1) ?? '';
}

// Every job of an agent, played at the sandbox's prompt from each place where it starts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#lib/days.ts';
import { manifestScopes } from '#sandbox/manifest-scopes.ts';
import type { Town } from '#sandbox/town.ts';
import { readManifest } from '#test/manifest.ts';
import { playIn, startTestTown } from './terminal-play.ts';

let town: Town;
beforeEach(async () => {
  town = await startTestTown();
});
afterEach(() => town.stop());

/** No job needs more than the manifest asks for. */
async function play(...lines: readonly string[]): Promise<string> {
  const told = await playIn(town, lines);
  const refused = town.slack.calls.filter(({ answer }) => answer?.error === 'missing_scope');
  expect(refused.map(({ method }) => method)).toEqual([]);
  return told;
}
/** What is printed from the line on that was typed last. */
const since = (told: string, line: string) => told.slice(told.lastIndexOf(`> ${line}\n`));
const LINK = ['/pay link 2500 School fees', 'set id INV-7', 'submit', 'close'];

describe('prompts and links', () => {
  it('start from a shortcut, which asks for the channel', async () => {
    const told = await play(
      'shortcut send_prompt',
      'set msisdn 0712345678',
      'set amount 50',
      'set description Tea',
      'set channel sales',
      'submit',
      'close',
    );
    expect(told).toContain('☎ 254712345678 rings.');
    expect(told).toMatch(/^#sales {2}Teller .*\(1\) .*KES 50\.00/m);
  });

  it('start from Home', async () => {
    const told = await play('home', 'click Create a payment link', 'close', 'click Send a PIN prompt');
    expect(told).toMatch(/^amina home> click Create a payment link\n== Create a payment link ==/m);
    expect(told).toContain('== Send a PIN prompt ==');
  });

  it('run as steps of a workflow, which gets the outputs or the reason', async () => {
    const told = await play(
      'step create_link amount=2500 currency=KES description=School fees',
      'step create_link agent=grace channel=#sales amount=1 currency=KES description=Tea',
      'kill',
      'step create_link amount=1',
    );
    expect(told).toMatch(/For: School fees/);
    expect(told).toMatch(
      /\(the step create_link is done\)\n {4}id = \S+\n {4}state = Waiting for payment\n {4}redirect_url = http/,
    );
    expect(told).toMatch(/\(the step create_link failed: .*full members/);
    expect(since(told, 'step create_link amount=1')).toContain('no proper answer from Teller');
    expect(town.slack.functionRuns).toHaveLength(3);
  });
});

describe('a cancel', () => {
  it('starts from the command, whose form asks once more', async () => {
    const told = await play(...LINK, '/pay cancel INV-7', 'submit');
    expect(told).toMatch(/↳ #sales .*Cancelled by @amina/);
  });

  it('starts from the list of open orders and from Home, where Slack asks once more', async () => {
    const listed = await play(...LINK, '/pay cancel', 'click Cancel INV-7');
    expect(since(listed, '/pay cancel')).toMatch(/Which of your open orders[\s\S]*Only visible to you/);
    expect(listed).toMatch(/Slack asks: .*INV-7.* You say yes\.[\s\S]*Cancelled by @amina/);
    const fromHome = await play('/pay link 9 Tea', 'submit', 'close', 'home', 'click Cancel');
    expect(fromHome).toMatch(/KES 9\.00[\s\S]*↳ #sales .*Cancelled by @amina/);
    expect(fromHome).toMatch(/^direct {2}Teller .*Cancelled/m);
  });
});

describe('a look-up', () => {
  it('starts from the command, and its answer can be posted to the channel', async () => {
    const told = await play(...LINK, '/pay status INV-7', 'click Post to channel');
    expect(since(told, '/pay status INV-7')).toMatch(/Reference: INV-7[\s\S]*\(Only visible to you\)/);
    expect(since(told, 'click Post to channel')).toMatch(/^#sales {2}Teller [\s\S]*posted by @amina/m);
  });

  it('starts from a mention, which needs no words in an order’s own thread', async () => {
    const told = await play(...LINK, 'thread INV-7', 'mention', 'thread off', 'mention status INV-7');
    expect(told).toMatch(/^amina #sales thread 1> mention\n {6}↳ #sales {2}amina .*@teller$/m);
    expect(since(told, 'mention')).toMatch(/^ {6}↳ #sales {2}Teller .*Waiting for payment/m);
    expect(told).toContain('> thread off\nYou are in #sales now.');
    expect(since(told, 'mention status INV-7')).toMatch(/^#sales {2}amina [\s\S]*↳ #sales {2}Teller/m);
  });

  it('starts from the menu of any message, and answers in its thread', async () => {
    const told = await play(...LINK, 'say Has Jane paid INV-7?', 'lookup 2', 'thread 2', 'show', 'say Hm.');
    expect(since(told, 'say Has Jane paid INV-7?')).toMatch(/^#sales {2}amina .*\(2\) Has Jane/m);
    expect(since(told, 'lookup 2')).toMatch(/^ {6}↳ #sales {2}Teller .*Waiting for payment/m);
    expect(since(told, 'show')).toMatch(/\(2\) Has Jane[\s\S]*\(3\) .*Waiting for payment/);
    expect(since(told, 'show')).not.toContain('(1)');
    expect(since(told, 'say Hm.')).toMatch(/^ {6}↳ #sales {2}amina .*\(4\) Hm\./m);
  });

  it('starts from the shortcut, in a window', async () => {
    const told = await play(...LINK, 'shortcut look_up', 'set id INV-7', 'submit');
    expect(since(told, 'submit')).toMatch(/== Look up a payment ==[\s\S]*Waiting for payment/);
  });

  it('of a message or a thread that is not there says so', async () => {
    const told = await playIn(town, ['lookup 9', 'thread INV-404', 'thread off'], { patienceMs: 0 });
    expect(told).toContain('> lookup 9\nNo message has the number "9"');
    expect(told).toContain('> thread INV-404\nNo message has the number "INV-404"');
    expect(told).toContain('> thread off\nYou are in no thread.');
  });
});

describe('what Teller tells by itself', () => {
  it('reaches a channel with alerts, once Teller is in it', async () => {
    const told = await play(
      'in leads',
      '/invite @brian',
      '/invite @teller',
      '/pay alerts on',
      '/pay alerts list',
      'in sales',
      ...LINK,
      'pay',
    );
    expect(told).toContain('> /invite @brian\nOnly Teller can be invited here');
    expect(told).toContain('Teller is in #leads now.');
    expect(since(told, '/pay alerts list')).toMatch(/#leads: \*on\*/);
    expect(since(told, 'pay')).toMatch(/^#leads {2}Teller .*KES 2,500\.00.* paid\.[\s\S]*Open its card/m);
  });

  it('reaches the agent directly when the channel is gone', async () => {
    const told = await play(...LINK, '/archive', 'pay', 'skip 30s');
    expect(told).toContain('#sales is archived');
    expect(since(told, 'pay')).toMatch(/^direct {2}Teller .*KES 2,500\.00/m);
  });

  it('is written on Home, which is shown anew when it changes and is looked at', async () => {
    const told = await play('home', ...LINK, 'home', 'pay', 'skip 5s', 'in sales', '/pay open', 'home');
    expect(since(told, 'skip 5s')).toMatch(/^Home of amina\n[\s\S]*You have no open orders[\s\S]*\*Paid\*/m);
    expect(since(told, '/pay open')).toMatch(/How your last orders ended[\s\S]*\*Paid\*/);
    expect(told.match(/^Home of amina$/gm)).toHaveLength(4);
  });
});

it('a report has the totals in the channel and the payments in a file that can be read', async () => {
  // A story that runs over midnight is still in it.
  const [first, last] = [-1, 1].map((days) => dayOf(town.now() + days * 24 * 60 * 60_000));
  const ask = `/pay report ${first}..${last}`;
  const told = await play('file', ...LINK, 'pay', ask, 'file');
  expect(told).toContain('> file\nNo file has been shared yet.');
  expect(since(told, ask)).toMatch(/^#sales {2}Teller .*Payments of [\s\S]*KES 2,500\.00 in 1 payment/m);
  expect(since(told, ask)).toMatch(/^ {6}↳ #sales .*\[file: Payments of /m);
  expect(since(told, 'file')).toMatch(/payments-\S+\.csv · .*\n"Day",.*\n.*"INV-7"/);
});

it('help comes by command, misspelt command and mention', async () => {
  const told = await play('/pay reprot', 'mention help');
  expect(since(told, '/pay reprot')).toContain('Did you mean “report”?');
  expect(since(told, 'mention help')).toMatch(/^ {6}↳ #sales {2}Teller .*This is what Teller can do/m);
});

it('Teller may do what its manifest asks for, and nothing else', async () => {
  expect(await manifestScopes()).toEqual(readManifest().oauth_config.scopes.bot);
  const answer = await fetch(`${town.slack.apiUrl}conversations.list?types=mpim`, {
    headers: { authorization: 'Bearer xoxb-sandbox-token' },
  });
  expect(await answer.json()).toMatchObject({ ok: false, error: 'missing_scope' });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULT_WORDS } from '#sandbox/provider/faults.ts';
import { HELP } from '#sandbox/terminal-help.ts';
import { readCommand } from '#sandbox/terminal-words.ts';

describe('a line typed at the sandbox’s prompt', () => {
  it.each([
    ['', { do: 'nothing' }],
    ['   ', { do: 'nothing' }],
    ['/pay', { do: 'slash', name: '/pay', text: '' }],
    [
      '  /pay prompt 0712 345 678 1500  Two bags ',
      { do: 'slash', name: '/pay', text: 'prompt 0712 345 678 1500  Two bags' },
    ],
    ['set amount 1600', { do: 'set', field: 'amount', value: '1600' }],
    ['set description Two  bags of flour', { do: 'set', field: 'description', value: 'Two  bags of flour' }],
    ['set first_name', { do: 'set', field: 'first_name', value: '' }],
    ['Submit', { do: 'submit' }],
    ['close', { do: 'close' }],
    ['show', { do: 'show' }],
    ['click Send a PIN prompt', { do: 'click', button: 'Send a PIN prompt' }],
    ['pay', { do: 'pay', payment: {} }],
    ['pay 150', { do: 'pay', payment: { amount: 150 } }],
    ['pay 1,500.50', { do: 'pay', payment: { amount: 1500.5 } }],
    ['pay 10 usd', { do: 'pay', payment: { amount: 10, currency: 'USD' } }],
    ['pay INV-7', { do: 'pay', payment: { reference: 'INV-7' } }],
    ['pay 150 INV-7', { do: 'pay', payment: { amount: 150, reference: 'INV-7' } }],
    ['pay 10 USD INV-7', { do: 'pay', payment: { amount: 10, currency: 'USD', reference: 'INV-7' } }],
    ['charge', { do: 'charge', payment: {} }],
    ['charge 99 INV-7', { do: 'charge', payment: { amount: 99, reference: 'INV-7' } }],
    ['decline', { do: 'decline', reference: undefined }],
    ['decline INV-7', { do: 'decline', reference: 'INV-7' }],
    ['reverse', { do: 'reverse', reference: undefined }],
    ['as guest', { do: 'as', name: 'guest' }],
    ['in #leads', { do: 'in', name: 'leads' }],
    ['fault', { do: 'listFaults' }],
    ['fault lostanswer', { do: 'faultOn', name: 'lostAnswer', limits: {} }],
    [
      'fault lostAnswer push 1',
      { do: 'faultOn', name: 'lostAnswer', limits: { operation: 'push', times: 1 } },
    ],
    ['fault slow 2', { do: 'faultOn', name: 'slow', limits: { times: 2 } }],
    ['fault noNotification 2', { do: 'faultOn', name: 'noNotification', limits: { times: 2 } }],
    ['fault off', { do: 'faultOff', name: undefined }],
    ['fault off slow', { do: 'faultOff', name: 'slow' }],
    ['wire', { do: 'wire', count: 10 }],
    ['wire 30', { do: 'wire', count: 30 }],
    ['skip 30s', { do: 'skip', ms: 30_000 }],
    ['skip 10m', { do: 'skip', ms: 600_000 }],
    ['skip 2h', { do: 'skip', ms: 7_200_000 }],
    ['skip 3 d', { do: 'skip', ms: 259_200_000 }],
    ['kill', { do: 'kill' }],
    ['restart', { do: 'restart' }],
    ['help', { do: 'help' }],
    ['say Has  Jane paid?', { do: 'say', text: 'Has  Jane paid?' }],
    ['mention status INV-7', { do: 'mention', text: 'status INV-7' }],
    ['mention', { do: 'mention', text: '' }],
    ['thread 3', { do: 'thread', message: '3' }],
    ['thread INV-7', { do: 'thread', message: 'INV-7' }],
    ['thread off', { do: 'leaveThread' }],
    ['lookup 3', { do: 'lookUp', message: '3' }],
    ['shortcut look_up', { do: 'shortcut', name: 'look_up' }],
    ['Home', { do: 'home' }],
    ['file', { do: 'file' }],
    ['step send_prompt', { do: 'step', name: 'send_prompt', inputs: {} }],
    [
      'step create_link amount=2,500 description=School  fees = all id=',
      {
        do: 'step',
        name: 'create_link',
        inputs: { amount: '2,500', description: 'School  fees = all', id: '' },
      },
    ],
    ['quit', { do: 'quit' }],
  ])('%j is understood', (line, command) => {
    expect(readCommand(line)).toEqual(command);
  });

  it.each([
    ['dance', /^Sorry, "dance" is nothing the sandbox knows.*Type help/],
    ['submit it', /^Sorry, "submit"/],
    ['toString', /^Sorry/],
    ['set', /set amount 1600/],
    ['click', /^Which button\?/],
    ['say', /Has Jane paid/],
    ['thread', /thread INV-7, thread off/],
    ['thread 1 2', /thread INV-7, thread off/],
    ['lookup', /lookup 3/],
    ['shortcut', /send_prompt, create_link, look_up/],
    ['shortcut dance', /send_prompt, create_link, look_up/],
    ['step', /step create_link amount=2500/],
    ['step create_link now', /step create_link amount=2500/],
    ['pay status INV-7', /begins with a slash: \/pay status INV-7/],
    ['pay prompt 0712345678 1500', /begins with a slash: \/pay prompt 0712345678 1500/],
    ['pay now or never', /pay 150/],
    ['as', /as guest/],
    ['in', /in leads/],
    ['fault rain', /no fault "rain"/],
    ['fault off rain', /no fault "rain"/],
    ['fault slow dance', /no operation "dance"; there is: requestToken, /],
    ['fault slow push often', /fault slow push 1/],
    ['fault slow push 0', /fault slow push 1/],
    ['fault noNotification push', /Type: fault noNotification/],
    ['wire all', /wire 30/],
    ['skip', /skip 30s/],
    ['skip 0s', /skip 30s/],
    ['skip 10 years', /skip 30s/],
    ['skip 9999d', /skip 30s/],
  ])('%j is answered with what to type instead', (line, sentence) => {
    expect(readCommand(line)).toEqual({ do: 'ask', text: expect.stringMatching(sentence) });
  });

  it('never breaks the prompt, whatever it is', () => {
    const words = [
      '/pay',
      'set',
      'pay',
      'charge',
      'fault',
      'off',
      'skip',
      'wire',
      'step',
      'create_link',
      'a=b',
      'thread',
      '150',
      'USD',
      'slow',
      'push',
    ];
    const line = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 6 })
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(line, (text) => {
        expect(readCommand(text).do).toMatch(/^\w+$/);
      }),
    );
  });

  it.each(Object.keys(FAULT_WORDS))('can switch the fault %s on and off', (name) => {
    expect(readCommand(`fault ${name}`)).toEqual({ do: 'faultOn', name, limits: {} });
    expect(readCommand(`fault off ${name}`)).toEqual({ do: 'faultOff', name });
  });
});

describe('the help', () => {
  const said = HELP.split('\n').filter((line) => /^ {2}\S/.test(line));

  it('lists only what is understood', () => {
    expect(said.length).toBeGreaterThan(20);
    for (const usage of said) {
      const example = usage
        .trim()
        .split(/ {2,}/)[0]
        ?.replace(/<field> <value>/, 'amount 1')
        .replace('<name> [operation] [times]', 'slow push 1')
        .replace(/<\w+>/, 'sales')
        .replace(/ \[\w+\]/, '')
        .replace(/(30s) .*/, '$1')
        .replace(/help, quit/, 'quit');
      const command = readCommand(example ?? '');
      expect([example, command.do === 'ask', command.do === 'nothing']).toEqual([example, false, false]);
    }
  });

  it('fits a terminal', () => {
    for (const line of HELP.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

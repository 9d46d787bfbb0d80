// Finding from every place that has it: one payment is shown to all who read the thread, everything else to the asker alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { auditEvents } from '#test/peek.ts';
import { anyOf, atStart, inOrder, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let flour: Sent;
let fees: Sent;
let code: string;

beforeAll(async () => {
  rig = await startRig();
  flour = await sendPrompt(rig, { first_name: 'Jane' });
  await rig.provider.customer.pay(flour.reference);
  await repliesOf(rig, flour.card, 1, SAYS.paid);
  [, code = ''] = /`(\w+)`/.exec(rig.readCard(flour.card)) ?? [];
  rig.agent.close();
  rig.clock.advance(60_000);
  fees = await createLink(rig, { first_name: 'Jane' });
  rig.agent.close();
});
afterAll(() => rig.stop());

const read = (message: Parameters<typeof renderMessage>[0] | undefined) =>
  message ? renderMessage(message) : '';
const isFromTeller = ({ user }: Message) => user === rig.slack.botUserId;
const alone = (userId = rig.agent.id) => rig.slack.ephemerals(userId).map((shown) => renderMessage(shown));

/** Does it, and waits for the next answer that only this person sees. */
async function aloneAfter(act: () => unknown, userId = rig.agent.id): Promise<string> {
  const before = alone(userId).length;
  await act();
  await until(() => alone(userId).length > before);
  return alone(userId)[before] ?? '';
}

async function ask(channel: string, words: string, threadTs?: string) {
  const { message } = await rig.agent.mention(channel, words, threadTs ? { thread_ts: threadTs } : {});
  const root = threadTs ?? message.ts;
  return () =>
    rig.slack.thread(channel, root).filter((reply) => isFromTeller(reply) && reply.ts > message.ts);
}

describe('a mention', () => {
  it('a mention that finds one payment is answered in its thread, for all, without the words', async () => {
    const answers = await ask(rig.slack.channels.sales, `find ${code}`);
    await until(() => answers().length === 1);
    expect(read(answers()[0])).toContain(`${flour.reference} · `);
    expect(read(answers()[0])).not.toContain('code ');
  });

  it('a mention that finds several payments, or none, is answered to its writer alone', async () => {
    for (const [words, expected] of [
      ['find jane', SAYS.paymentsFound('2')],
      ['find flour unpaid', SAYS.foundNothing],
    ] as const) {
      const posted: (() => Message[])[] = [];
      const answer = await aloneAfter(async () => posted.push(await ask(rig.slack.channels.sales, words)));
      expect(answer).toContain(expected);
      await rig.idle();
      for (const answers of posted) expect(answers()).toEqual([]);
    }
  });

  it('a mention may say whose payments are meant', async () => {
    const answers = await ask(rig.slack.channels.sales, `find flour by <@${rig.agent.id}>`);
    await until(() => answers().length === 1);
    expect(read(answers()[0])).toContain(`${flour.reference} · `);
    const { secondAgent } = rig.slack.users;
    const none = await aloneAfter(() => ask(rig.slack.channels.sales, `find flour by <@${secondAgent}>`));
    expect(none).toContain(SAYS.foundNothing);
  });

  it('in a channel shared with another workspace everything goes to the asker alone', async () => {
    const { partners } = rig.slack.channels;
    const before = rig.slack.messages(partners).filter(isFromTeller).length;
    for (const words of [`find ${code}`, `status ${fees.reference}`, 'find jane'])
      expect(await aloneAfter(() => ask(partners, words))).toMatch(
        anyOf(SAYS.providerNotAsked, SAYS.paymentsFoundWords),
      );
    await rig.idle();
    expect(rig.slack.history(partners).filter(isFromTeller)).toHaveLength(before);
  });

  it('guests and strangers find nothing', async () => {
    const { guest, stranger } = rig.slack.users;
    const { sales, partners } = rig.slack.channels;
    for (const [person, channel] of [
      [guest, sales],
      [stranger, partners],
    ] as const) {
      const answer = await aloneAfter(
        () => rig.slack.person(person).mention(channel, `find ${code}`, {}),
        person,
      );
      expect(answer).toMatch(anyOf(SAYS.onlyFullMembers, SAYS.onlyMembers));
    }
    const answer = await aloneAfter(() => rig.slack.person(guest).command(sales, '/pay', 'find jane'), guest);
    expect(answer).toContain(SAYS.onlyFullMembers);
    const message = await rig.agent.say(sales, `Is ${code} paid?`);
    const shortcut = await aloneAfter(
      () => rig.slack.person(guest).messageShortcut('look_up_message', message),
      guest,
    );
    expect(shortcut).toContain(SAYS.onlyFullMembers);
    expect(rig.replies(message)).toEqual([]);
    const dm = rig.slack.dmOf(guest);
    await rig.slack.person(guest).say(dm, `find ${code}`);
    await until(() => rig.slack.history(dm).some((each) => read(each).includes(SAYS.onlyFullMembers)));
    expect(rig.slack.history(dm).some((each) => read(each).includes(flour.reference))).toBe(false);
  });
});

describe('a direct message', () => {
  it('a direct message finds with and without a word before', async () => {
    const dm = rig.slack.dmOf(rig.agent.id);
    const answers = () => rig.slack.history(dm).filter(isFromTeller);
    for (const words of [code, `find ${code}`, `${code.toLowerCase()} paid?`]) {
      const before = answers().length;
      await rig.agent.say(dm, words);
      await until(() => answers().length > before);
      const newest = answers()
        .toSorted((a, b) => Number(a.ts) - Number(b.ts))
        .at(-1);
      expect(read(newest)).toContain(`${flour.reference} · `);
    }
  });
});

describe('a message', () => {
  const sms = (words: string) => `${words} Confirmed. Ksh1,500.00 paid to DUKA LA AMINA on 20/11/26.`;

  it('the shortcut on a pasted SMS finds the payment by its code, and answers in the thread', async () => {
    const message = await rig.agent.say(rig.slack.channels.sales, sms(code));
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => rig.replies(message).some((text) => text.includes(`${flour.reference} · `)));
  });

  it('the shortcut on a message with an amount and a number finds the payment that has both', async () => {
    const message = await rig.agent.say(
      rig.slack.channels.sales,
      '0712 345 678 says she sent Ksh 1,500, can you check?',
    );
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => rig.replies(message).some((text) => text.includes(`${flour.reference} · `)));
  });

  it('the shortcut on an SMS with an unknown code warns all who read what else fits, in an order’s thread too', async () => {
    const warned = inOrder(atStart(SAYS.unknownCodeStart), `${flour.reference} · `);
    for (const thread of [{}, { thread_ts: flour.card.ts }]) {
      const message = await rig.agent.say(rig.slack.channels.sales, sms('QQQ7QQQQQQ'), thread);
      await rig.agent.messageShortcut('look_up_message', message);
      const root = { ...message, ts: message.thread_ts ?? message.ts };
      await until(() => rig.replies(root).some((text) => warned.test(text)));
    }
  });

  it('the shortcut on a message that several payments fit lists them to the asker alone', async () => {
    await sendPrompt(rig, { first_name: 'Otieno' });
    rig.agent.close();
    const message = await rig.agent.say(rig.slack.channels.sales, 'somebody sent Ksh 1,500 yesterday');
    const answer = await aloneAfter(() => rig.agent.messageShortcut('look_up_message', message));
    expect(answer).toContain(SAYS.paymentsFound('2'));
    expect(rig.replies(message)).toEqual([]);
  });

  it('the shortcut on an SMS with an unknown code opens the form, which says where else to look', async () => {
    const message = await rig.agent.say(
      rig.slack.channels.sales,
      'QQQ7QQQQQQ Confirmed. You have received airtime.',
    );
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => rig.readModal().includes('== look_up =='));
    expect(rig.readModal()).toContain(SAYS.checkDashboard);
    await rig.agent.submit({ id: code });
    await until(() => rig.replies(message).some((text) => text.includes(`${flour.reference} · `)));
    rig.agent.close();
  });

  it('the shortcut in an order’s thread is about that order, unless an SMS there confirms another', async () => {
    const { channel, ts } = fees.card;
    const plain = await rig.agent.say(channel, 'She says Ksh 1,500 was sent', { thread_ts: ts });
    await rig.agent.messageShortcut('look_up_message', plain);
    await until(() => rig.replies(fees.card).includes(`:link: ${SAYS.waitingForPaymentChecked}`));
    const pasted = await rig.agent.say(channel, sms(code), { thread_ts: ts });
    await rig.agent.messageShortcut('look_up_message', pasted);
    await until(() => rig.replies(fees.card).some((text) => text.includes(`${flour.reference} · `)));
  });
});

describe('the form', () => {
  it('the form says what can be typed, and shows a list in its window', async () => {
    await rig.agent.shortcut('look_up');
    await until(() => rig.readModal().includes('== look_up =='));
    expect(rig.readModal()).toContain(SAYS.whatToSearch);
    await rig.agent.submit({ id: 'jane' });
    await until(() => rig.readModal().includes(SAYS.paymentsFound('2')));
    expect(rig.readModal()).not.toContain('712345678');
    rig.agent.close();
  });

  it('the form on a message shows a list in its window, and not in the thread', async () => {
    const message = await rig.agent.say(rig.slack.channels.sales, 'Has she paid?');
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => rig.readModal().includes('== look_up =='));
    await rig.agent.submit({ id: 'jane' });
    await until(() => rig.readModal().includes(SAYS.paymentsFound('2')));
    await rig.idle();
    expect(rig.replies(message)).toEqual([]);
    rig.agent.close();
  });
});

describe('more than ten', () => {
  it('more than ten payments are reached with More, whose value tells nothing, for 15 minutes', async () => {
    for (let made = 0; made < 10; made += 1) {
      await createLink(rig, { id: `SCHOOL-${made}`, first_name: 'Jane' });
      rig.clock.advance(2_000);
      rig.agent.close();
    }
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'find jane');
    await until(() => alone().at(-1)?.includes(SAYS.newestFound('10')));
    const first = rig.slack.ephemerals(rig.agent.id).at(-1);
    if (!first) throw new Error('no list');
    expect(read(first)).toContain(SAYS.lookedBack);
    expect(read(first).split('[open_card]')).toHaveLength(11);
    const buttons = JSON.stringify(first.blocks?.filter(({ type }) => type === 'actions'));
    expect(buttons).toContain('"more"');
    expect(buttons).not.toMatch(/jane|SCHOOL|712345678/i);
    const second = await aloneAfter(() => rig.agent.click(first, 'more'));
    expect(second).toContain(SAYS.furtherBack('2'));
    expect(second).toContain(flour.reference);
    expect(second).not.toContain('[more]');
    expect((await auditEvents(rig)).slice(-2)).toMatchObject([{ outcome: '10+' }, { outcome: '2' }]);
    rig.clock.advance(15 * 60_000 + 1);
    expect(await aloneAfter(() => rig.agent.click(first, 'more'))).toContain(SAYS.searchAgain);
  });

  it('More in a window goes on in the window', async () => {
    await rig.agent.shortcut('look_up');
    await until(() => rig.readModal().includes('== look_up =='));
    await rig.agent.submit({ id: 'jane' });
    await until(() => rig.readModal().includes('[more]'));
    const view = rig.slack.modal(rig.agent.id);
    if (!view) throw new Error('no window');
    await rig.agent.click(view, 'more');
    await until(() => rig.readModal().includes(SAYS.furtherBack('2')));
  });
});

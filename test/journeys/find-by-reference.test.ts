// Finding one payment by its reference or tracking id, with the command, a mention or a shortcut, and the button of its card.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  askStatus,
  createLink,
  makeExternally,
  press,
  repliesOf,
  sendPrompt,
  shownTo,
  submitPrompt,
} from './agent.ts';
import { pressMore } from './more-fields.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';
import { windowOf } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const sales = () => rig.slack.channels.sales;

describe('/pay status', () => {
  it('/pay status finds an order by its reference and by its tracking id, and links to its card', async () => {
    const { reference } = await sendPrompt(rig);
    const byReference = await askStatus(rig, reference);
    expect(byReference).toContain(SAYS.waitingForPin);
    expect(byReference).toContain('[open_card]');
    expect(byReference).toContain('Only visible to you');
    const { order_tracking_id = '' } = rig.provider.find(reference) ?? {};
    expect(await askStatus(rig, order_tracking_id.toUpperCase())).toContain(`${reference} · `);
  });

  it('a reference without a digit beats all other words too', async () => {
    await sendPrompt(rig, { id: 'VYWZA-KGHTQ' });
    expect(await askStatus(rig, 'vywza-kghtq unpaid school')).toContain('VYWZA-KGHTQ · ');
  });

  it('/pay status asks the service: a payment without a notification is found, and announced in the thread too', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    expect(await askStatus(rig, reference)).toContain(SAYS.paid);
    await repliesOf(rig, card, 1, SAYS.paid);
  });

  it('/pay status finds orders that were made elsewhere', async () => {
    const made = await makeExternally(rig, 'SHOP-991', 700);
    const found = await askStatus(rig, 'SHOP-991');
    expect(found).toContain(SAYS.foundWaiting('KES 700.00'));
    expect(found).toContain(SAYS.notMadeWithTeller);
    await rig.provider.customer.pay('SHOP-991');
    expect(await askStatus(rig, made)).toContain(SAYS.foundPaid('KES 700.00'));
  });

  it('/pay status says that a reference is known neither here nor at the service', async () => {
    expect(await askStatus(rig, 'NOWHERE-1')).toContain(SAYS.unknownToBothText('NOWHERE-1'));
    expect(await askStatus(rig, '11111111-2222-4333-8444-555555555555')).toContain(SAYS.unknownToBoth);
    expect(await askStatus(rig, '')).toContain(SAYS.whichPayment);
    expect(await askStatus(rig, 'two words')).toContain(SAYS.foundNothingForWords);
  });

  it('/pay status says of a cancelled order that the service goes on reporting pending', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.agent.click(rig.cards()[0] ?? card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    // The button's own answer first, so that it is not taken for that of /pay status.
    await until(() => shownTo(rig).some((text) => text.includes(SAYS.cancelledSentence)));
    expect(await askStatus(rig, reference)).toContain(SAYS.cancelledAtTeller);
  });

  it('/pay status says what was known, and that it is old, while the service is down', async () => {
    const { reference } = await sendPrompt(rig);
    await rig.provider.stop();
    const known = await askStatus(rig, reference);
    expect(known).toContain(SAYS.knownBefore);
    expect(known).toContain('[check_order]');
    expect(await askStatus(rig, 'SOMETHING-ELSE')).toContain(SAYS.cannotBeReached);
  });
});

describe('the card', () => {
  it('the card has a button that checks the order at once', async () => {
    const { card, reference } = await createLink(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    await press(rig, card, 'check_order');
    await repliesOf(rig, card, 1, SAYS.paid);
    await until(() => shownTo(rig).includes(`${SAYS.paidCheckedSentence}\n(Only visible to you)`));
  });
});

describe('a mention', () => {
  async function mention(text: string, threadTs?: string, copies = 1): Promise<Message[]> {
    const { message } = await rig.agent.mention(sales(), text, {
      ...(threadTs ? { thread_ts: threadTs } : {}),
      copies,
    });
    const root = threadTs ?? message.ts;
    const fromBot = () =>
      rig.slack
        .thread(sales(), root)
        .filter(({ user, ts }) => user === rig.slack.botUserId && ts > message.ts);
    await until(() => fromBot().length > 0);
    await rig.idle();
    return fromBot();
  }

  it('a mention in an order’s own thread needs no reference', async () => {
    const { card } = await sendPrompt(rig);
    for (const words of ['status', '']) {
      const [answer] = await mention(words, card.ts);
      expect(answer && renderMessage(answer)).toBe(SAYS.waitingForPinChecked);
    }
  });

  it('a mention that names another order is about that one, even in the thread of the first', async () => {
    const { card } = await sendPrompt(rig);
    const { reference } = await createLink(rig, { id: 'INV-77' });
    const [answer] = await mention('and what about INV-77?', card.ts);
    expect(answer && renderMessage(answer)).toContain(`${reference} · `);
  });

  it('a mention in any thread takes a reference, and is answered there', async () => {
    const { reference } = await sendPrompt(rig);
    const question = await rig.agent.say(sales(), 'Has Jane paid?');
    const [answer] = await mention(`status ${reference}`, question.ts);
    expect(answer && renderMessage(answer)).toContain(SAYS.waitingForPin);
    const [plain] = await mention(`and ${reference}?`);
    expect(plain && renderMessage(plain)).toContain(SAYS.waitingForPin);
  });

  it('a mention that Slack delivers three times is answered once', async () => {
    const { card } = await sendPrompt(rig);
    expect(await mention('status', card.ts, 3)).toHaveLength(1);
  });

  it('a mention with the word help gets help, and with status and nothing else a question to its writer alone', async () => {
    const [help] = await mention('help');
    expect(help && renderMessage(help)).toContain(SAYS.help);
    const { message } = await rig.agent.mention(sales(), 'status');
    await until(() => shownTo(rig).some((text) => text.includes(SAYS.whichPayment)));
    await rig.idle();
    expect(rig.replies(message)).toEqual([]);
  });

  it('a mention by a guest is refused to the guest only', async () => {
    const { card } = await sendPrompt(rig);
    const { guest } = rig.slack.users;
    await rig.slack.person(guest).mention(sales(), 'status', { thread_ts: card.ts });
    await until(() => shownTo(rig, guest).some((text) => text.includes(SAYS.onlyFullMembers)));
    expect(rig.replies(card).some((text) => /waiting/i.test(text))).toBe(false);
  });
});

describe('shortcuts', () => {
  it('the shortcut on a message with a reference answers in its thread', async () => {
    const { reference } = await sendPrompt(rig);
    const message = await rig.agent.say(sales(), `Customer says ${reference} is paid, can you check?`);
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => rig.replies(message).some((text) => text.includes(SAYS.waitingForPin)));
  });

  it.each(['.', ': is it paid?', '-'])('a reference in a message may have “%s” behind it', async (behind) => {
    const { reference } = await sendPrompt(rig);
    rig.agent.close();
    const message = await rig.agent.say(sales(), `Please see ${reference}${behind}`);
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => rig.replies(message).length > 0 || rig.readModal() !== '');
    expect(rig.replies(message).join()).toContain(reference);
  });

  it('the shortcut on the card itself answers about its order', async () => {
    const { card } = await sendPrompt(rig);
    await rig.agent.messageShortcut('look_up_message', card);
    await until(() => rig.replies(card).includes(SAYS.waitingForPinChecked));
  });

  it('the shortcut on a message without a reference asks for one, and answers in the thread', async () => {
    const { reference } = await sendPrompt(rig);
    rig.agent.close();
    const message = await rig.agent.say(sales(), 'Has Jane paid?');
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => rig.readModal().includes('== look_up =='));
    await rig.agent.submit({ id: reference });
    await until(() => rig.replies(message).some((text) => text.includes(SAYS.waitingForPin)));
    await until(() => rig.readModal().includes(SAYS.answerInThread));
  });

  it('the shortcut from anywhere finds a payment and shows it in a window', async () => {
    const { reference } = await sendPrompt(rig);
    rig.agent.close();
    await rig.agent.shortcut('look_up');
    await until(() => rig.readModal().includes('== look_up =='));
    await rig.agent.submit({ id: reference });
    await until(() => rig.readModal().includes(SAYS.waitingForPin));
  });

  it('Check now in the window of a look-up asks again and shows the answer there, and nowhere else', async () => {
    const { reference } = await sendPrompt(rig);
    rig.agent.close();
    const down = rig.provider.faults.down();
    await rig.agent.shortcut('look_up');
    await until(() => rig.readModal().includes('== look_up =='));
    await rig.agent.submit({ id: reference });
    await until(() => rig.readModal().includes(SAYS.pressCheckNowAgain));
    down.end();
    await rig.agent.click(windowOf(rig), 'check_order');
    await until(() => rig.readModal().includes(SAYS.providerNotAsked));
    expect(rig.readModal()).toContain(SAYS.waitingForPin);
    expect(rig.readModal()).not.toContain(SAYS.pressCheckNow);
    expect(rig.slack.messages(rig.slack.dmOf(rig.agent.id))).toEqual([]);
  });

  it('the shortcut from anywhere sends a prompt: the channel is asked for, and suggested the next time', async () => {
    await rig.agent.shortcut('send_prompt');
    await until(() => rig.readModal().includes('== send_prompt =='));
    expect(rig.readModal()).not.toContain(sales());
    await submitPrompt(rig, { msisdn: '0712345678', amount: '50', description: 'Tea', channel: sales() });
    rig.agent.close();
    await rig.agent.shortcut('create_link');
    await until(() => rig.readModal().includes('== create_link =='));
    await pressMore(rig);
    expect(rig.readModal()).toContain(sales());
  });

  it('shortcuts are refused to guests by direct message', async () => {
    const { guest } = rig.slack.users;
    await rig.slack.person(guest).shortcut('send_prompt');
    await until(() =>
      rig.slack
        .messages(rig.slack.dmOf(guest))
        .some((message) => renderMessage(message).includes(SAYS.onlyFullMembers)),
    );
    expect(rig.slack.modal(guest)).toBeUndefined();
  });
});

// What a customer is given: the link by WhatsApp, the QR code, the receipt. Each is shown to whoever pressed, alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { createLink, openForm, press, repliesOf, type Sent, sendPrompt, theCard } from './agent.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const JANE = { first_name: 'Jane', last_name: 'Wanjiru', phone_number: '0712 345 678' };

/** What this person alone was shown last. */
function last(userId = rig.agent.id): Ephemeral | undefined {
  return rig.slack.ephemerals(userId).at(-1);
}

function lastText(userId = rig.agent.id): string {
  const shown = last(userId);
  return shown ? renderMessage(shown) : '';
}

/** Presses a button of the newest card, or of a card of before, and reads the answer. */
async function answerTo({ card }: Sent, action: string, shown: Message = newest(rig, card)): Promise<string> {
  const before = rig.slack.ephemerals(rig.agent.id).length;
  await rig.agent.click(shown, action, { isOld: true });
  await until(() => rig.slack.ephemerals(rig.agent.id).length > before);
  return lastText();
}

async function paidLink(values = {}): Promise<Sent> {
  const sent = await createLink(rig, { ...JANE, ...values });
  await rig.agent.close({ all: true });
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, '00 paid ·');
  return sent;
}

/** Of the button that opens WhatsApp in the answer. */
function whatsApp(): URL {
  const [, url = ''] = /\[Open WhatsApp\] \((\S+)\)/.exec(lastText()) ?? [];
  return new URL(url);
}

async function recorded(reference: string): Promise<string> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', `history ${reference}`);
  await until(() => lastText().includes(`History of ${reference}`));
  return lastText();
}

describe('Share by WhatsApp', () => {
  it('answers whoever presses, alone, with the text in the language of the order and a chat with the customer', async () => {
    const sent = await createLink(rig, { ...JANE, language: 'sw' });
    const answer = await answerTo(sent, 'share_whatsapp');
    expect(answer).toContain('Text with the payment link for Jane Wanjiru · +254 7•• ••• 678');
    expect(answer).toContain('(Only visible to you)');
    const url = whatsApp();
    expect(url.origin + url.pathname).toBe('https://wa.me/254712345678');
    const text = url.searchParams.get('text') ?? '';
    expect(text).toMatch(/^Habari.*Duka la Amina.*School fees.* http:\/\/\S+$/);
    expect(answer).toContain(text);
    expect(last()).toMatchObject({ user: rig.agent.id, channel: sent.card.channel });
    // Nowhere else stands the number.
    expect(JSON.stringify(rig.slack.history(sent.card.channel))).not.toContain('712345678');
  });

  it('answers a colleague as well, in another language when that is chosen, and remembers the choice', async () => {
    const sent = await createLink(rig, JANE);
    const { secondAgent } = rig.slack.users;
    const colleague = rig.slack.person(secondAgent);
    await colleague.click(newest(rig, sent.card), 'share_whatsapp');
    await until(() => lastText(secondAgent).includes('Hello from Duka la Amina: please pay KES 2,500.00'));
    const shown = last(secondAgent);
    if (!shown) throw new Error('no answer');
    await colleague.select(shown, 'language', 'fr');
    await until(() => lastText(secondAgent).includes('Bonjour'));
    // In the place of the answer of before.
    expect(rig.slack.ephemerals(secondAgent)).toHaveLength(1);
    expect(rig.slack.ephemerals(rig.agent.id)).toEqual([]);
    await colleague.command(rig.slack.channels.sales, '/pay', 'link 100 Milk');
    await until(() => rig.readModal(colleague).includes('Language of the customer: French'));
  });

  it('leaves the choice of the contact to the agent when there is no number', async () => {
    const sent = await createLink(rig);
    expect(await answerTo(sent, 'share_whatsapp')).toMatch(/^Text with the payment link:/);
    expect(whatsApp().pathname).toBe('/');
  });

  it('is written down once, however often the language is changed', async () => {
    const sent = await createLink(rig, JANE);
    await answerTo(sent, 'share_whatsapp');
    const shown = last();
    if (!shown) throw new Error('no answer');
    await rig.agent.select(shown, 'language', 'sw');
    await until(() => lastText().includes('Habari'));
    const history = await recorded(sent.reference);
    expect(history.match(/took the link for the customer as a text for WhatsApp/g)).toHaveLength(1);
  });

  it('says what to do when the link is cancelled, paid, or sent again meanwhile', async () => {
    const sent = await createLink(rig, JANE);
    const old = newest(rig, sent.card);
    await rig.agent.close({ all: true });
    await press(rig, sent.card, 'cancel_order');
    await repliesOf(rig, sent.card, 1, '00 cancelled');
    await rig.agent.close({ all: true });
    for (const action of ['share_whatsapp', 'show_qr'])
      expect(await answerTo(sent, action, old)).toContain('This link is cancelled');

    await rig.agent.click(newest(rig, sent.card), 'send_again');
    await until(() => rig.readModal().includes('[Create link]'));
    await rig.agent.submit();
    const again = await theCard(rig, 'waiting for payment');
    expect(await answerTo(sent, 'share_whatsapp', old)).toContain(`asked for again as ${again.reference}`);

    const oldAgain = newest(rig, again.card);
    await rig.provider.customer.pay(again.reference);
    await repliesOf(rig, again.card, 1, '00 paid ·');
    expect(await answerTo(again, 'share_whatsapp', oldAgain)).toContain('Money has already arrived');
    expect(JSON.stringify(rig.slack.ephemerals(rig.agent.id))).not.toContain('wa.me');
  });

  it('in the window of a new link answers there, below the link, each answer in the place of the one before', async () => {
    const sent = await createLink(rig, JANE);
    const window = () => rig.slack.modal(rig.agent.id) ?? fail();
    await rig.agent.click(window(), 'share_whatsapp');
    await until(() => rig.readModal().includes('Hello from Duka la Amina'));
    expect(rig.readModal()).toContain('The link for KES 2,500.00 is ready.');
    await rig.agent.select(window(), 'language', 'sw');
    await until(() => rig.readModal().includes('Habari'));
    expect(rig.readModal()).not.toContain('Hello from');
    // The order’s own language again, and its select shows it.
    await rig.agent.click(window(), 'share_whatsapp');
    await until(() => rig.readModal().includes('Hello from'));
    expect(rig.readModal()).toMatch(/\[Open WhatsApp\] \(\S+\) English/);
    expect(rig.readModal()).not.toContain('Habari');
    expect(rig.slack.ephemerals(rig.agent.id)).toEqual([]);
    expect(rig.readModal().match(/\[Share by WhatsApp\]/g)).toHaveLength(1);
    expect(rig.readModal()).toContain(sent.reference);
  });
});

describe('Send receipt', () => {
  it('answers with the address of the receipt in a text that says thank you', async () => {
    const sent = await paidLink({ language: 'fr' });
    const answer = await answerTo(sent, 'send_receipt');
    expect(answer).toContain('Text with the receipt for Jane Wanjiru · +254 7•• ••• 678');
    const text = whatsApp().searchParams.get('text') ?? '';
    expect(whatsApp().pathname).toBe('/254712345678');
    expect(text).toMatch(/^Bonjour.*Duka la Amina/);
    expect(text).toMatch(new RegExp(`${rig.botUrl}/r/[\\w-]+\\.[\\w-]+$`));
    expect(await recorded(sent.reference)).toContain('took the receipt for the customer');
  });

  it('of a prompt goes to the number that was prompted, in the agent’s last language', async () => {
    await createLink(rig, { language: 'sw' });
    const sent = await sendPrompt(rig);
    await rig.agent.close({ all: true });
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, '00 paid ·');
    expect(await answerTo(sent, 'send_receipt')).toContain('+254 7•• ••• 678');
    expect(whatsApp().pathname).toBe('/254712345678');
    expect(whatsApp().searchParams.get('text')).toMatch(/^Habari/);
  });

  it('says that there is none any more when the payment was paid back', async () => {
    const sent = await paidLink();
    const old = newest(rig, sent.card);
    await rig.provider.customer.reverse(sent.reference);
    await repliesOf(rig, sent.card, 2, '00 paid back');
    expect(await answerTo(sent, 'send_receipt', old)).toContain('This was paid back');
    expect(rig.readCard(sent.card)).not.toContain('Send receipt');
  });

  it('is offered with a payment that was found, and with a charge of a recurring link', async () => {
    const sent = await createLink(rig, {
      ...JANE,
      frequency: 'MONTHLY',
      start_date: '2031-01-15',
      end_date: '2031-12-15',
      language: 'sw',
    });
    await rig.provider.customer.pay(sent.reference);
    await rig.provider.customer.charge(sent.reference);
    await repliesOf(rig, sent.card, 2, '2 of 12 paid');
    const [, code = ''] = /(S\d{4}K\d{4})/.exec(rig.replies(sent.card).at(-1) ?? '') ?? [];
    await rig.agent.command(rig.slack.channels.sales, '/pay', `find ${code}`);
    await until(() => lastText().includes('[Send receipt]'));
    const found = last();
    if (!found) throw new Error('nothing was found');
    await rig.agent.click(found, 'send_receipt');
    await until(() => lastText().includes('[Open WhatsApp]'));
    expect(whatsApp().searchParams.get('text')).toMatch(/^Habari.*\/r\//);
    const shown = last();
    if (!shown) throw new Error('no answer');
    await rig.agent.select(shown, 'language', 'en');
    await until(() => lastText().includes('Hello from'));
  });
});

describe('on Home and in lists', () => {
  it('the menu of an open link shares it, and the answer is a direct message that changes its language in its place', async () => {
    const sent = await createLink(rig, JANE);
    await rig.agent.close({ all: true });
    await rig.agent.openHome();
    await until(() => rig.slack.home(rig.agent.id));
    const home = rig.slack.home(rig.agent.id) ?? fail();
    await rig.agent.select(home, 'order_menu', `share_whatsapp:${sent.reference}`);
    const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id));
    await until(() => direct().length === 1);
    const [message] = direct();
    if (!message) throw new Error('no answer');
    await rig.agent.select(message, 'language', 'fr');
    await until(() => direct().some((one) => renderMessage(one).includes('Bonjour')));
    expect(direct()).toHaveLength(1);
  });

  it('a prompt is not offered to be shared', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('is being asked'));
    await rig.agent.close({ all: true });
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => lastText().includes('Check now'));
    expect(lastText()).not.toContain('Share by WhatsApp');
  });
});

function fail(): never {
  throw new Error('it is not there');
}

// A link reaches its customer by WhatsApp: whoever presses is shown the text, alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atStart, inLine, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, press, repliesOf, submitPrompt, theCard } from './agent.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';
import {
  answerTo,
  chooseInHome,
  fail,
  JANE,
  lastOf,
  lastText,
  recorded,
  whatsApp,
  windowOf,
} from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('Share by WhatsApp', () => {
  it('answers whoever presses, alone, with the text in the language of the order and a chat with the customer', async () => {
    const sent = await createLink(rig, { ...JANE, language: 'sw' });
    const answer = await answerTo(rig, sent, 'share_whatsapp');
    expect(answer).toContain(SAYS.textWithLink('Jane Wanjiru · +254 7•• ••• 678'));
    expect(answer).toContain('(Only visible to you)');
    const url = whatsApp(rig);
    expect(url.origin + url.pathname).toBe('https://wa.me/254712345678');
    const text = url.searchParams.get('text') ?? '';
    expect(text).toMatch(/^Habari.*Duka la Amina.*School fees.* http:\/\/\S+$/);
    expect(answer).toContain(text);
    expect(lastOf(rig)).toMatchObject({ user: rig.agent.id, channel: sent.card.channel });
    // Nowhere else stands the number.
    expect(JSON.stringify(rig.slack.history(sent.card.channel))).not.toContain('712345678');
  });

  it('answers a colleague as well, in another language when that is chosen', async () => {
    const sent = await createLink(rig, JANE);
    const { secondAgent } = rig.slack.users;
    const colleague = rig.slack.person(secondAgent);
    await colleague.click(newest(rig, sent.card), 'share_whatsapp');
    await until(() => lastText(rig, secondAgent).includes(SAYS.pleasePay('Duka la Amina', 'KES 2,500.00')));
    const shown = lastOf(rig, secondAgent);
    await colleague.select(shown, 'language', 'fr');
    await until(() => lastText(rig, secondAgent).includes('Bonjour'));
    // In the place of the answer of before.
    expect(rig.slack.ephemerals(secondAgent)).toHaveLength(1);
    expect(rig.slack.ephemerals(rig.agent.id)).toEqual([]);
  });

  it('says until when a link with a deadline can be paid', async () => {
    const day = new Date(rig.clock.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const sent = await createLink(rig, { ...JANE, valid_until: day });
    const month = new Date(`${day}T12:00Z`).toLocaleDateString('en-KE', { month: 'long', timeZone: 'UTC' });
    expect(await answerTo(rig, sent, 'share_whatsapp')).toMatch(
      inLine(SAYS.pleasePayUntil('KES 2,500.00', 'School fees'), String(Number(day.slice(8))), ': http'),
    );
    expect(lastText(rig)).toContain(month.slice(0, 3));
  });

  it('leaves the choice of the contact to the agent when there is no number', async () => {
    const sent = await createLink(rig);
    expect(await answerTo(rig, sent, 'share_whatsapp')).toMatch(atStart(SAYS.textWithLinkStart));
    expect(whatsApp(rig).pathname).toBe('/');
  });

  it('is written down once, however often the language is changed', async () => {
    const sent = await createLink(rig, JANE);
    await answerTo(rig, sent, 'share_whatsapp');
    const shown = lastOf(rig);
    await rig.agent.select(shown, 'language', 'sw');
    await until(() => lastText(rig).includes('Habari'));
    const history = await recorded(rig, sent.reference);
    expect(history.split(SAYS.tookLinkAsText)).toHaveLength(2);
  });

  it('says what to do when the link is cancelled, paid, or sent again meanwhile', async () => {
    const sent = await createLink(rig, JANE);
    const old = newest(rig, sent.card);
    rig.agent.close();
    await press(rig, sent.card, 'cancel_order');
    await repliesOf(rig, sent.card, 1, SAYS.cancelledAmount('00'));
    rig.agent.close();
    for (const action of ['share_whatsapp', 'show_qr'])
      expect(await answerTo(rig, sent, action, old)).toContain(SAYS.linkCancelled);

    await rig.agent.click(newest(rig, sent.card), 'send_again');
    await until(() => rig.readModal().includes('== create_link =='));
    await rig.agent.submit();
    const again = await theCard(rig, SAYS.waitingForPayment);
    expect(await answerTo(rig, sent, 'share_whatsapp', old)).toContain(SAYS.askedAgainAs(again.reference));

    const oldAgain = newest(rig, again.card);
    await rig.provider.customer.pay(again.reference);
    await repliesOf(rig, again.card, 1, SAYS.paid);
    expect(await answerTo(rig, again, 'share_whatsapp', oldAgain)).toContain(SAYS.moneyHasArrived);
    expect(JSON.stringify(rig.slack.ephemerals(rig.agent.id))).not.toContain('wa.me');
  });

  it('in the window of a new link answers there, below the link, each answer in the place of the one before', async () => {
    await createLink(rig, JANE);
    await rig.agent.click(windowOf(rig), 'share_whatsapp');
    await until(() => rig.readModal().includes(SAYS.greetingOf('Duka la Amina')));
    expect(rig.readModal()).toContain(SAYS.linkReadyFor('KES 2,500.00'));
    await rig.agent.select(windowOf(rig), 'language', 'sw');
    await until(() => rig.readModal().includes('Habari'));
    expect(rig.readModal()).not.toContain(SAYS.greeting);
    // The order’s own language again, and its select shows it.
    await rig.agent.click(windowOf(rig), 'share_whatsapp');
    await until(() => rig.readModal().includes(SAYS.greeting));
    expect(rig.readModal()).toMatch(/\[open_whatsapp\] \(\S+\) English/);
    expect(rig.readModal()).not.toContain('Habari');
    expect(rig.slack.ephemerals(rig.agent.id)).toEqual([]);
    expect(rig.readModal().match(/\[share_whatsapp\]/g)).toHaveLength(1);
  });
});

describe('on Home and in lists', () => {
  it('the menu of an open link shares it in a window, which changes its language there, and no message keeps the number', async () => {
    const sent = await createLink(rig, JANE);
    await chooseInHome(rig, `share_whatsapp:${sent.reference}`);
    await until(() => rig.readModal().includes(SAYS.greetingOf('Duka la Amina')));
    expect(rig.readModal()).toContain('https://wa.me/254712345678?text=');
    await rig.agent.select(windowOf(rig), 'language', 'fr');
    await until(() => rig.readModal().includes('Bonjour'));
    expect(rig.readModal()).not.toContain(SAYS.greeting);
    expect(rig.slack.messages(rig.slack.dmOf(rig.agent.id))).toEqual([]);
  });

  it('what cannot be shared any more is said in a window as well', async () => {
    const sent = await createLink(rig, JANE);
    rig.agent.close();
    await rig.agent.openHome();
    await until(() => rig.slack.home(rig.agent.id));
    const old = rig.slack.home(rig.agent.id) ?? fail('there is no Home');
    await press(rig, sent.card, 'cancel_order');
    await repliesOf(rig, sent.card, 1, SAYS.cancelledAmount('00'));
    rig.agent.close();
    await rig.agent.select(old, 'order_menu', `share_whatsapp:${sent.reference}`, { isOld: true });
    await until(() => rig.readModal().includes(SAYS.linkCancelled));
    expect(rig.slack.messages(rig.slack.dmOf(rig.agent.id))).toEqual([]);
  });

  it('a prompt is not offered to be shared', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await submitPrompt(rig);
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => lastText(rig).includes('check_order'));
    expect(lastText(rig)).not.toContain('share_whatsapp');
  });
});

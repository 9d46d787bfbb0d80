// The receipt of what is paid: whoever presses is shown the text with its address, alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLink, letCopiesPass, repliesOf, sendPrompt } from './agent.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';
import { answerTo, JANE, lastOf, lastText, paidLink, recorded, whatsApp } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('Send receipt', () => {
  it('answers with the address of the receipt in a text that says thank you', async () => {
    const sent = await paidLink(rig, { language: 'fr' });
    const answer = await answerTo(rig, sent, 'send_receipt');
    expect(answer).toContain('Text with the receipt for Jane Wanjiru · +254 7•• ••• 678');
    const text = whatsApp(rig).searchParams.get('text') ?? '';
    expect(whatsApp(rig).pathname).toBe('/254712345678');
    expect(text).toMatch(/^Bonjour.*Duka la Amina/);
    expect(text).toMatch(new RegExp(`${rig.botUrl}/r/[\\w-]+\\.[\\w-]+$`));
    expect(await recorded(rig, sent.reference)).toContain('took the receipt for the customer');
  });

  it('of a prompt goes to the number that was prompted, in the agent’s last language', async () => {
    await createLink(rig, { language: 'sw' });
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, '00 paid ·');
    expect(await answerTo(rig, sent, 'send_receipt')).toContain('+254 7•• ••• 678');
    expect(whatsApp(rig).pathname).toBe('/254712345678');
    expect(whatsApp(rig).searchParams.get('text')).toMatch(/^Habari/);
  });

  it('says that there is none any more when the payment was paid back', async () => {
    const sent = await paidLink(rig);
    const old = newest(rig, sent.card);
    letCopiesPass(rig);
    await rig.provider.customer.reverse(sent.reference);
    await repliesOf(rig, sent.card, 2, '00 paid back');
    expect(await answerTo(rig, sent, 'send_receipt', old)).toContain('This was paid back');
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
    await until(() => lastText(rig).includes('[Send receipt]'));
    const found = lastOf(rig);
    await rig.agent.click(found, 'send_receipt');
    await until(() => lastText(rig).includes('[Open WhatsApp]'));
    expect(whatsApp(rig).searchParams.get('text')).toMatch(/^Habari.*\/r\//);
    const shown = lastOf(rig);
    await rig.agent.select(shown, 'language', 'en');
    await until(() => lastText(rig).includes('Hello from'));
  });
});

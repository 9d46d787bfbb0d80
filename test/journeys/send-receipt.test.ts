// The receipt of what is paid: whoever presses is shown the text with its address, alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
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
    expect(answer).toContain(SAYS.textWithReceipt('Jane Wanjiru · +254 7•• ••• 678'));
    const text = whatsApp(rig).searchParams.get('text') ?? '';
    expect(whatsApp(rig).pathname).toBe('/254712345678');
    expect(text).toMatch(/^Bonjour.*Duka la Amina/);
    expect(text).toMatch(new RegExp(`${rig.botUrl}/r/[\\w-]+\\.[\\w-]+$`));
    expect(await recorded(rig, sent.reference)).toContain(SAYS.tookReceipt);
  });

  it('of a prompt goes to the number that was prompted, in the language of that customer’s last link', async () => {
    await createLink(rig, { language: 'sw', phone_number: '0712 345 678' });
    rig.agent.close();
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.paid);
    expect(await answerTo(rig, sent, 'send_receipt')).toContain('+254 7•• ••• 678');
    expect(whatsApp(rig).pathname).toBe('/254712345678');
    expect(whatsApp(rig).searchParams.get('text')).toMatch(/^Habari/);
  });

  it('says that there is none any more when the payment was paid back', async () => {
    const sent = await paidLink(rig);
    const old = newest(rig, sent.card);
    letCopiesPass(rig);
    await rig.provider.customer.reverse(sent.reference);
    await repliesOf(rig, sent.card, 2, SAYS.paidBackAmount('00'));
    expect(await answerTo(rig, sent, 'send_receipt', old)).toContain(SAYS.wasPaidBackNow);
    expect(rig.readCard(sent.card)).not.toContain('send_receipt');
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
    await repliesOf(rig, sent.card, 2, SAYS.chargesPaid('2', '12'));
    const [, code = ''] = /(S\d{4}K\d{4})/.exec(rig.replies(sent.card).at(-1) ?? '') ?? [];
    await rig.agent.command(rig.slack.channels.sales, '/pay', `find ${code}`);
    await until(() => lastText(rig).includes('[send_receipt]'));
    const found = lastOf(rig);
    await rig.agent.click(found, 'send_receipt');
    await until(() => lastText(rig).includes('[open_whatsapp]'));
    expect(whatsApp(rig).searchParams.get('text')).toMatch(/^Habari.*\/r\//);
    const shown = lastOf(rig);
    await rig.agent.select(shown, 'language', 'en');
    await until(() => lastText(rig).includes(SAYS.greeting));
  });
});

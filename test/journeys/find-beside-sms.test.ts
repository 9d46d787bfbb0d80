// A reference stands beside a confirmation SMS: the SMS may be forged, paid to another till, or that of another order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, makeExternally, payFor, type Sent, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let flour: Sent;
let sugar: Sent;

beforeAll(async () => {
  rig = await startRig();
  flour = await payFor(rig, await sendPrompt(rig));
  sugar = await payFor(rig, await sendPrompt(rig, { description: 'Sugar', amount: '700' }));
});
afterAll(() => rig.stop());

const UNKNOWN = 'SJK8NEWC0D';
const WARNING = SAYS.unknownCode;
const OTHER = SAYS.otherCode;
const sms = (code: string) => `${code} Confirmed. Ksh1,500.00 paid to DUKA LA AMINA on 26/11/26.`;
const airtel = (code: string) =>
  `You have paid KES 1,500 to DUKA. Transaction ID ${code}. Balance is KES 20.`;

function codeOf({ card }: Sent): string {
  const [, code] = /`(\w+)`/.exec(rig.readCard(card)) ?? [];
  if (!code) throw new Error('the card has no code');
  return code;
}

const sales = () => rig.slack.channels.sales;
const find = (words: string) => answerTo(rig, `find ${words}`);

async function lookUp(words: string): Promise<string> {
  const message = await rig.agent.say(sales(), words);
  await rig.agent.messageShortcut('look_up_message', message);
  await until(() => rig.replies(message).length > 0);
  return rig.replies(message).join('\n');
}

async function mention(words: string): Promise<string> {
  const { message } = await rig.agent.mention(sales(), words);
  await until(() => rig.replies(message).length > 0);
  return rig.replies(message).join('\n');
}

/** In the thread of the flour's card. */
async function mentionThere(words: string): Promise<string> {
  const before = rig.replies(flour.card).length;
  await rig.agent.mention(sales(), words, { thread_ts: flour.card.ts });
  await until(() => rig.replies(flour.card).length > before + 1);
  return rig.replies(flour.card).slice(before).join('\n');
}

describe('an SMS beside a reference', () => {
  it.each([
    ['the shortcut on a message', lookUp],
    ['the command', find],
    ['a mention', mention],
    ['a mention in its thread', mentionThere],
  ])('an SMS with an unknown code beside a reference is answered with a warning, by %s', async (_, ask) => {
    const answer = await ask(`${flour.reference} is paid again: ${sms(UNKNOWN)}`);
    expect(answer).toContain(WARNING);
    expect(answer).toContain(`${flour.reference} · `);
  });

  it('an SMS of Airtel Money with an unknown code is answered with a warning, too', async () => {
    expect(await find(`${flour.reference} ${airtel('MP261126.1415.A12345')}`)).toContain(WARNING);
  });

  it('an SMS with an unknown code that a mention quotes in the thread of a card is no proof of its payment', async () => {
    const answer = await mentionThere(sms(UNKNOWN));
    expect(answer).toContain(WARNING);
    expect(answer).toContain(`${flour.reference} · `);
  });

  it('an SMS with the code of the order that is named is answered with that order alone', async () => {
    for (const text of [sms(codeOf(flour)), sms(codeOf(flour).toLowerCase()), airtel(codeOf(flour))]) {
      const answer = await lookUp(`Is ${flour.reference} paid? ${text}`);
      expect(answer).toContain(`${flour.reference} · `);
      expect(answer).not.toContain(SAYS.quotedCode);
      expect(answer).not.toContain(WARNING);
    }
  });

  it.each([
    ['the shortcut on a message', lookUp],
    ['the command', find],
    ['a mention in its thread', mentionThere],
  ])(
    'an SMS with the code of another order is answered with that order, and says so, by %s',
    async (_, ask) => {
      const answer = await ask(`${flour.reference} is paid again: ${sms(codeOf(sugar))}`);
      expect(answer).toContain(OTHER);
      expect(answer).toContain(`${sugar.reference} · `);
      expect(answer).not.toContain(`${flour.reference} · `);
    },
  );

  it('an SMS of a payment that was made elsewhere, beside its tracking id, is answered without a warning', async () => {
    const trackingId = await makeExternally(rig, 'SHOP-991', 700);
    const { confirmation_code } = await rig.provider.customer.pay('SHOP-991');
    const answer = await lookUp(`${trackingId} ${sms(confirmation_code)}`);
    expect(answer).toContain(SAYS.notMadeWithTeller);
    expect(answer).not.toContain(WARNING);
    expect(await lookUp(`${trackingId} ${sms(UNKNOWN)}`)).toContain(WARNING);
  });
});

it('words beside a reference that are no SMS bring no warning', async () => {
  for (const words of [
    `Paid twice: ${codeOf(flour)} here, ${codeOf(sugar)} for ${flour.reference}. Pay one of them back.`,
    `0712345678 confirmed that she paid ${flour.reference}`,
    `${flour.reference.replace('-', '')} confirmed?`,
    `her code for ${flour.reference} is ${UNKNOWN}`,
  ]) {
    const answer = await lookUp(words);
    expect(answer).toContain(`${flour.reference} · `);
    expect(answer).not.toContain(SAYS.quotedCode);
  }
});

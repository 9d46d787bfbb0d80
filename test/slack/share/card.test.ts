// The answers that give a customer something: right, within Slack's limits, with foreign text as plain text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkText, whatsAppUrl } from '#customers/share-text.ts';
import { LANGUAGES, type Order } from '#orders/order.ts';
import { parseReference } from '#orders/reference.ts';
import { describeNotShared, qrCode, qrInWords, readLanguageChoice, sharedText } from '#slack/share/card.ts';
import { EVERY_STATE_AND_KIND, hostile, orderIn, PHONE } from '#test/slack/every-order.ts';
import { expectGoodMessage, expectMasked } from '#test/slack/harmless.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const link = orderIn('pending', 'link');

function answer(order: Order, written = 'text') {
  const text = linkText(order, { merchantName: 'Duka', language: 'fr' });
  return sharedText('share_whatsapp', order, {
    text,
    language: 'fr',
    whatsAppUrl: whatsAppUrl(order.customer.phone, written),
  });
}

describe('the text for a customer', () => {
  test('the text for a customer has the number in the address of WhatsApp and nowhere else', () => {
    const shown = JSON.stringify(answer(link));
    expect(shown).toContain(`https://wa.me/${PHONE}?text=`);
    expectMasked(shown.replace(`wa.me/${PHONE}`, ''));
  });

  test('the text for a customer that is too long for a button is to be copied, and the language can be chosen all the same', () => {
    const { blocks } = answer(link, 'x'.repeat(3_000));
    expect(JSON.stringify(blocks)).not.toContain('open_whatsapp');
    expect(JSON.stringify(blocks)).toContain('too long');
    expect(blocks.at(-1)).toMatchObject({ type: 'actions', elements: [{ action_id: 'language' }] });
  });

  test.each(EVERY_STATE_AND_KIND)(
    'the answers about an order that is %s (%s) are messages that Slack takes, whatever was typed',
    (state, kind) => {
      for (const order of [orderIn(state, kind), hostile(orderIn(state, kind))]) {
        expectGoodMessage(answer(order));
        expectGoodMessage(qrCode(order, 'https://teller.test/q/1.png'));
        const provider = { redirectUrl: 'https://pay.test/?a=1&b=2' };
        expectGoodMessage(qrInWords({ ...order, provider }));
      }
    },
  );

  test('the select of languages says of which order and text it is, for any reference', () => {
    const reference = fc
      .array(fc.constantFrom(...'aZ9-_.:'), { minLength: 1, maxLength: 50 })
      .map((letters) => letters.join(''))
      .filter((text) => parseReference(text) === text);
    const charge = `${'R'.repeat(50)}/${'t'.repeat(36)}`;
    fc.assert(
      fc.property(
        fc.oneof(reference, fc.constant(charge)),
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom('share_whatsapp' as const, 'send_receipt' as const),
        (text, language, chosen, what) => {
          const order = { ...link, reference: referenceOf(text) };
          const { blocks } = sharedText(what, order, { text: 'x', language, whatsAppUrl: undefined });
          expectGoodMessage({ text: 'x.', blocks });
          const id = blocks.at(-1)?.block_id ?? '';
          expect(readLanguageChoice(chosen, id)).toEqual({ language: chosen, what, reference: text });
        },
      ),
    );
  });

  test.each([
    ['tlh', 'answer-en-share_whatsapp:INV-1'],
    ['en', 'answer-en-cancel_order:INV-1'],
    ['en', 'answer-en-share_whatsapp:'],
    ['en', 'aB3x'],
    ['', ''],
  ])('a choice of languages that Teller did not offer (%s in %s) is none', (chosen, block) => {
    expect(readLanguageChoice(chosen, block)).toBeUndefined();
  });
});

test.each([
  ['pending', 'INV-2. Share that link from its card.'],
  ['waiting', 'INV-2, which needs approval'],
  ['paid', 'INV-2, which is paid. The customer shouldn’t pay this one.'],
  ['review', 'INV-2, which has a payment'],
  ['failed', 'INV-2 (not paid)'],
  ['cancelled', 'INV-2 (cancelled)'],
  ['not_sent', 'INV-2 (not sent)'],
] as const)(
  'a link that was sent again as an order that is %s is not shared, for that order says what to do',
  (state, said) => {
    const resentAs = { reference: referenceOf('INV-2'), version: 1, state } as const;
    const sentence = describeNotShared('sent_again', { ...link, resentAs });
    expect(sentence).toContain(said);
    expect(sentence.includes('Share that link')).toBe(state === 'pending');
    expect(sentence.includes('Send again')).toBe(['failed', 'cancelled', 'not_sent'].includes(state));
  },
);

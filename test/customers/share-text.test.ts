// The messages that an agent sends to a customer, in each language, and the address that opens WhatsApp with one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkText, receiptText, reminderText, whatsAppUrl } from '#customers/share-text.ts';
import { LANGUAGES, type Language } from '#orders/order.ts';
import { HOSTILE, hostile, orderIn } from '#test/slack/every-order.ts';

const order = { ...orderIn('pending', 'link'), description: 'School fees' };
const LINK = 'https://pay.test/iframe?OrderTrackingId=af2234da';
const RECEIPT = 'https://teller.test/r/abc';
const how = (language: Language) => ({ merchantName: 'Duka la Amina', language });

const LINK_TEXTS: Record<Language, [plain: string, until: string]> = {
  en: [
    `Hello from Duka la Amina: please pay KES 1,234,567.50 for School fees: ${LINK}`,
    `Hello from Duka la Amina: please pay KES 1,234,567.50 for School fees by 1 December 2026: ${LINK}`,
  ],
  sw: [
    `Habari kutoka Duka la Amina: tafadhali lipa KES 1,234,567.50 kwa ajili ya School fees: ${LINK}`,
    `Habari kutoka Duka la Amina: tafadhali lipa KES 1,234,567.50 kwa ajili ya School fees kufikia tarehe 1 Desemba 2026: ${LINK}`,
  ],
  fr: [
    `Bonjour de la part de Duka la Amina : merci de payer 1 234 567,50 KES pour School fees : ${LINK}`,
    `Bonjour de la part de Duka la Amina : merci de payer 1 234 567,50 KES pour School fees au plus tard le 1er décembre 2026 : ${LINK}`,
  ],
};

const REMINDERS: Record<Language, string> = {
  en: `Hello from Duka la Amina: a friendly reminder to pay KES 1,234,567.50 for School fees by 1 December 2026. If you’ve already paid, thank you! ${LINK}`,
  sw: `Habari kutoka Duka la Amina: tunakukumbusha kulipa KES 1,234,567.50 kwa ajili ya School fees kufikia tarehe 1 Desemba 2026. Kama umeshalipa, asante sana! ${LINK}`,
  fr: `Bonjour de la part de Duka la Amina : petit rappel, merci de payer 1 234 567,50 KES pour School fees au plus tard le 1er décembre 2026. Si vous avez déjà payé, merci ! ${LINK}`,
};

const RECEIPTS: Record<Language, string> = {
  en: `Hello from Duka la Amina: thank you for your payment of KES 1,234,567.50. Your receipt: ${RECEIPT}`,
  sw: `Habari kutoka Duka la Amina: asante kwa malipo yako ya KES 1,234,567.50. Risiti yako: ${RECEIPT}`,
  fr: `Bonjour de la part de Duka la Amina : merci pour votre paiement de 1 234 567,50 KES. Votre reçu : ${RECEIPT}`,
};

/** French has spaces of several widths. */
const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe.each(LANGUAGES)('a message to a customer (%s)', (language) => {
  const [plain, until] = LINK_TEXTS[language];
  const validUntil = '2026-12-01';

  test('the message with a link says who asks for what, how much and until when', () => {
    expect(withPlainSpaces(linkText(order, how(language)))).toBe(plain);
    expect(withPlainSpaces(linkText({ ...order, validUntil }, how(language)))).toBe(until);
  });

  test('the reminder asks once more, thanks whoever has just paid, and has the day where there is one', () => {
    expect(withPlainSpaces(reminderText({ ...order, validUntil }, how(language)))).toBe(REMINDERS[language]);
    const withoutDay = reminderText(order, how(language));
    expect(withoutDay).not.toContain('2026');
    expect(withoutDay).toContain(LINK);
  });

  test('the message with a receipt says what was really paid', () => {
    const paid = orderIn('paid', 'link', { amount: { amount: '1', currency: 'KES' } });
    expect(withPlainSpaces(receiptText(paid, how(language), RECEIPT))).toBe(RECEIPTS[language]);
  });

  test('every message is one well-formed line that ends with its address, whatever the order says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (description, merchantName) => {
          const link = { ...order, description, validUntil };
          const texts = [
            linkText(link, { merchantName, language }),
            reminderText(link, { merchantName, language }),
            receiptText(orderIn('paid', 'link'), { merchantName, language }, LINK),
          ];
          for (const text of texts) {
            expect(text.isWellFormed()).toBe(true);
            expect(text).not.toMatch(/[\n\r\u2028\u2029\u202e]/);
            expect(text.endsWith(` ${LINK}`)).toBe(true);
          }
        },
      ),
    );
  });

  test('every message of an order with hostile text still has its address', () => {
    const { redirectUrl: _, ...provider } = hostile(order).provider;
    const text = linkText({ ...hostile(order), provider: { ...provider, redirectUrl: LINK } }, how(language));
    expect(text).toContain('…');
    expect(text.endsWith(LINK)).toBe(true);
    expect(text).not.toContain(HOSTILE);
  });
});

describe('the WhatsApp address', () => {
  test('the WhatsApp address opens a chat with the customer’s number and the message written', () => {
    const url = new URL(whatsAppUrl('254712345678', linkText(order, how('en'))) ?? '');
    expect(url.origin + url.pathname).toBe('https://wa.me/254712345678');
    expect(url.searchParams.get('text')).toBe(linkText(order, how('en')));
  });

  test('the WhatsApp address has no number when none was given, so that the agent chooses the contact', () => {
    expect(whatsAppUrl(undefined, 'Hello you')).toBe('https://wa.me/?text=Hello%20you');
  });

  test('the WhatsApp address is left out when it is too long for a button', () => {
    const fits = 3_000 - 'https://wa.me/?text='.length;
    expect(whatsAppUrl(undefined, 'x'.repeat(fits))).toHaveLength(3_000);
    expect(whatsAppUrl(undefined, 'x'.repeat(fits + 1))).toBeUndefined();
  });

  test('the WhatsApp address brings any text back as it was, but for halves of characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud83d', '&text=', '#'))),
        (parts) => {
          const text = parts.join('');
          const url = whatsAppUrl('254712345678', text);
          expect(new URL(url ?? '').searchParams.get('text')).toBe(text.toWellFormed());
        },
      ),
    );
  });
});

test.each([
  [200, 'x'.repeat(200)],
  [201, `${'x'.repeat(199)}…`],
])('of a description of %i characters a message has at most two hundred', (length, shown) => {
  const long = { ...order, description: 'x'.repeat(length), provider: { redirectUrl: LINK } };
  expect(linkText(long, how('en'))).toContain(` for ${shown}: `);
});

test('what is seen as one character is not split where a description is cut', () => {
  const family = '👨‍👩‍👧';
  const long = { ...order, description: family.repeat(201), provider: { redirectUrl: LINK } };
  expect(linkText(long, how('en'))).toContain(` for ${family.repeat(199)}…: `);
});

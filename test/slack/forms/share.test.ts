// The address that opens WhatsApp with the message already written.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whatsAppLink } from '#slack/forms/outcome.ts';
import { orderIn } from '#test/slack/every-order.ts';

const order = orderIn('pending', 'link');

describe('the WhatsApp link', () => {
  test('the WhatsApp link opens a chat with the customer’s number, with merchant, amount, description and link written', () => {
    const url = new URL(whatsAppLink(order, 'Duka la Amina') ?? '');
    expect(url.origin + url.pathname).toBe('https://wa.me/254712345678');
    expect(url.searchParams.get('text')).toBe(
      `Duka la Amina: please pay KES 1,234,567.50 for ${order.description} here: https://pay.test/iframe?OrderTrackingId=af2234da`,
    );
  });

  test('the WhatsApp link has no number when none was given, so that the agent chooses the contact', () => {
    const url = whatsAppLink({ ...order, customer: {} }, 'Duka') ?? '';
    expect(url.startsWith('https://wa.me/?text=Duka%3A%20please%20pay')).toBe(true);
  });

  test('the WhatsApp link is left out without a payment link, or when it is too long for a button', () => {
    expect(whatsAppLink(orderIn('sending', 'link'), 'Duka')).toBeUndefined();
    const redirectUrl = `https://pay.test/${'x'.repeat(3_000)}`;
    expect(whatsAppLink({ ...order, service: { redirectUrl } }, 'Duka')).toBeUndefined();
  });

  test('the WhatsApp link is a valid address whatever the description contains', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud83d', '&text=', '#'))),
        (parts) => {
          const url = whatsAppLink({ ...order, description: parts.join('') }, 'Duka');
          if (url === undefined) return;
          expect(url.length).toBeLessThanOrEqual(3_000);
          expect(new URL(url).searchParams.get('text')).toMatch(
            /^Duka: please pay .* here: https:\/\/pay\.test\S+$/u,
          );
        },
      ),
    );
  });
});

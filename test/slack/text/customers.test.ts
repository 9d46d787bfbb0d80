// How an earlier customer is named where everybody may look over one's shoulder.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { describeCustomer } from '#slack/text/customers.ts';

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('Jane', '0712345678', '<!channel>'),
);
const phone = fc.stringMatching(/^(254|256)7\d{8}$/).map((digits) => digits as Msisdn);
const email = fc.emailAddress().filter((text) => text.length <= 60);

describe('the label of an earlier customer', () => {
  test('is the name and the masked number', () => {
    const customer = { firstName: 'Jane', lastName: 'Wanjiru', phone: '254712345678' as Msisdn };
    expect(describeCustomer(customer)).toBe('Jane Wanjiru · +254 7•• ••• 678');
    expect(describeCustomer({ phone: customer.phone })).toBe('+254 7•• ••• 678');
    expect(describeCustomer({ firstName: 'Jane', email: 'jane@example.com' })).toBe(
      'Jane · jane@example.com',
    );
  });

  test('has at least one and at most 75 characters, whatever name and address are', () => {
    fc.assert(
      fc.property(name, name, fc.option(phone), email, (firstName, lastName, number, address) => {
        const label = describeCustomer({
          firstName,
          lastName,
          email: address,
          ...(number === null ? {} : { phone: number }),
        });
        expect(label.length).toBeGreaterThan(0);
        expect(label.length).toBeLessThanOrEqual(75);
        expect(label.isWellFormed()).toBe(true);
      }),
    );
  });

  test('never shows the number, in the name neither', () => {
    fc.assert(
      fc.property(phone, name, (number, lastName) => {
        const local = `0${number.slice(3)}`;
        for (const firstName of ['Jane', number, `Jane ${local}`]) {
          const label = describeCustomer({ firstName, lastName, phone: number });
          expect(label.replace(/\D/g, '')).not.toContain(number.slice(3));
          expect(label.endsWith(number.slice(-3))).toBe(true);
        }
      }),
    );
  });
});

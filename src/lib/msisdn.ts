// Reads phone numbers in any spelling, writes them as the provider wants them, and masks them for people and logs.
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { Result } from './result.ts';
import { plainText } from './text.ts';

/** A mobile number as the provider takes it: country code first, digits only, no plus ("254712345678"). */
export type Msisdn = string & { readonly __brand: 'Msisdn' };

export type PhoneFault = 'missing' | 'not_a_mobile_number' | 'other_country';

/**
 * Reads a number in any spelling (0712…, +254 712…, 254712…, 712…) as a real mobile number of `country`
 * (ISO 3166-1 alpha-2). The provider itself does not check the number (SPEC.md, Mobile money push).
 */
export function parseMsisdn(text: string, country: string): Result<Msisdn, PhoneFault> {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, fault: 'missing' };
  const found = parsePhone(trimmed, country);
  if (!found?.isValid() || !isMobile(found)) return { ok: false, fault: 'not_a_mobile_number' };
  if (found.country !== country) return { ok: false, fault: 'other_country' };
  return { ok: true, value: found.number.slice(1) as Msisdn };
}

/** MTN Uganda's numbers that begin with 039 are listed as landlines. */
function isMobile(found: PhoneNumber): boolean {
  const type = found.getType() ?? '';
  return ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(type) || found.number.startsWith('+25639');
}

/** A valid number of any country, a landline as well, or undefined. `homeCountry` counts for a number without a country code. */
export function parseContact(text: string, homeCountry: string): Msisdn | undefined {
  const found = parsePhone(text.trim(), homeCountry);
  return found?.isValid() ? (found.number.slice(1) as Msisdn) : undefined;
}

/** "254712345678" → "+254 7•• ••• 678": people can recognise it and cannot call it. */
export function maskMsisdn(msisdn: string): string {
  const digits = msisdn.replace(/\D/g, '');
  if (digits.length < 9) return '•'.repeat(Math.max(4, digits.length));
  return `+${digits.slice(0, 3)} ${digits.slice(3, 4)}•• ••• ${digits.slice(-3)}`;
}

/** Masks every long number in a text. What dashes or dots part stays: it may be a day or a reference. */
export function maskNumbers(text: string): string {
  return text.replace(/\+?\d(?: ?\d){8,}/g, maskNumber);
}

/**
 * The same for a payer, which is one account and nothing else, so its digits may be parted in any way. The provider masks a
 * card's number, but a phone's not always (SPEC.md, Transaction record: payment_account is "the masked card number or the
 * phone number used").
 */
export function maskPayer(payer: string): string {
  return payer.replace(/\+?\d(?:[\s().-]*\d){8,}/g, maskNumber);
}

/** A phone number as `maskMsisdn` masks it, "07•• ••• 678" or "7•• ••• 678" without a country code; another number without its middle. */
function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (number.startsWith('+') || /^25[46]\d{9}$/.test(digits)) return maskMsisdn(digits);
  if (/^0?\d{9}$/.test(digits)) return `${digits.slice(0, -8)}•• ••• ${digits.slice(-3)}`;
  return `${digits.slice(0, 4)}•••${digits.slice(-3)}`;
}

/** The shortest and the longest number of any country, with country code and the digits that are dialled before it. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 18;

/** With the usual digits, plus and dashes: numbers that are copied have others. */
export function plainNumber(typed: string): string {
  return plainText(typed)
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/^\(\+/, '+(');
}

function parsePhone(typed: string, country: string) {
  const text = plainNumber(typed);
  if (!isSupportedCountry(country) || !/^\+?[\d\s().-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  // The library takes long to say no, and hundreds of groups of digits are asked about when somebody pastes a list.
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined;
  const options = { defaultCountry: country as CountryCode, extract: false };
  const asWritten = parsePhoneNumberFromString(text, options);
  // No country code begins with 0.
  if (asWritten?.isValid() || text.startsWith('+') || /^0(?!0)/.test(digits)) return asWritten;
  // "254712345678" and "00254712345678": the country code without its plus, and as most of the world dials it.
  return parsePhoneNumberFromString(`+${digits.replace(/^00/, '')}`, options);
}

// Reads a phone number, an amount and a text from a spreadsheet's cell: what a spreadsheet made of them is undone where nothing
// was lost, and named where something was. Pure.
import { canonical } from '#lib/money.ts';
import type { Result } from '#lib/result.ts';
import { plainText } from '#lib/text.ts';
import { currencyOf } from '#provider/currencies.ts';

/**
 * `digits_lost`: the spreadsheet kept 7.12E+08 of a long number. `unclear`: it could mean several amounts, such as 1.500, or is
 * none.
 */
export type CellFault = 'digits_lost' | 'unclear';

/** `currency` as it stands beside the number. */
type AmountCell = { readonly amount: string; readonly currency: string | undefined };

const SCIENTIFIC = /^([+-]?)(\d)(?:[.,](\d+))?e\+?(\d{1,3})$/i;
/** No amount with its currency is longer; the expression below takes long to say so. */
const MAX_AMOUNT_LENGTH = 60;
/** Invisible marks that come along when a number is copied from a phone's contacts. */
const INVISIBLE = /\p{Cf}/gu;

/** On one line, without the apostrophe or the ="…" with which a cell is kept as text. */
export function textIn(cell: string): string {
  const line = cell.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const formula = /^="(.*)"$/.exec(line);
  return formula ? (formula[1] ?? '').trim() : line.replace(/^'(?=[=+\-@\d])/, '');
}

/** As people write it, for parseMsisdn, which adds a lost zero; '' for an empty cell. */
export function phoneIn(cell: string): Result<string, CellFault> {
  const text = plainText(textIn(cell)).replace(INVISIBLE, '').trim();
  const whole = wholeNumber(text);
  if (whole === undefined) return { ok: false, fault: 'digits_lost' };
  if (/^\d{7,}[.,]0+$/.test(whole)) return { ok: true, value: whole.replace(/[.,]0+$/, '') };
  return { ok: true, value: /^\+?\d{1,3}(,\d{3})+$/.test(whole) ? whole.replaceAll(',', '') : whole };
}

/** A reference or another text; long numbers become 1.2E+15 as well. */
export function writtenIn(cell: string): Result<string, CellFault> {
  const text = textIn(cell);
  // Without a plus it may be a reference: 1E5.
  const value = /e\+/i.test(text) ? wholeNumber(text) : text;
  return value === undefined ? { ok: false, fault: 'digits_lost' } : { ok: true, value };
}

/**
 * A plain decimal for parseAmount; '' for an empty cell, "-5" for less than nothing. `hasDecimalComma`: where the spreadsheet may
 * come from a country that writes 1.500,00, because its cells are not separated by commas.
 */
export function amountIn(cell: string, hasDecimalComma: boolean): Result<AmountCell, CellFault> {
  const text = plainText(textIn(cell)).replace(INVISIBLE, '').trim();
  if (text === '') return { ok: true, value: { amount: '', currency: undefined } };
  if (text.length > MAX_AMOUNT_LENGTH) return { ok: false, fault: 'unclear' };
  const [, before, number = '', after] =
    /^(\p{L}+[.:]?)?\s*(-?[\d.,\s]*(?:\de\+?\d+)?)\s*(?:\/[=-]|[.,]?=)?\s*(\p{L}+\.?)?$/iu.exec(text) ?? [];
  const words = [before, after].filter((word) => word !== undefined);
  const currency = words[0];
  if (words.length > 1 || (currency && !currencyOf(currency))) return { ok: false, fault: 'unclear' };
  const whole = wholeNumber(number.trim());
  if (whole === undefined) return { ok: false, fault: 'digits_lost' };
  const amount = decimalOf(whole, hasDecimalComma);
  return amount === undefined ? { ok: false, fault: 'unclear' } : { ok: true, value: { amount, currency } };
}

/** 2.54712345678E+11 in plain digits, anything else as it is; undefined where digits are missing. */
function wholeNumber(text: string): string | undefined {
  const [, sign = '', first = '', rest = '', exponent] = SCIENTIFIC.exec(text) ?? [];
  if (exponent === undefined) return text;
  return rest.length === Number(exponent) && rest.length > 0 ? sign + first + rest : undefined;
}

/**
 * Undefined where the writing could mean several numbers, or none. Nothing that begins with 0 is an amount, except 0.50. What has
 * one mark and three digits behind it (1.500) is a thousand and a half in one country and one and a half in another.
 */
function decimalOf(text: string, hasDecimalComma: boolean): string | undefined {
  const sign = text.startsWith('-') ? '-' : '';
  const number = text.slice(sign.length);
  if (/^0\d/.test(number) || /^[1-9]\d{0,2}\.\d{3}$/.test(number)) return undefined;
  if (hasDecimalComma && /^[1-9]\d{0,2},\d{3}$/.test(number)) return undefined;
  if (/^(\d+|[1-9]\d{0,2}((,\d{3})+|( \d{3})+))(\.\d*)?$/.test(number))
    return canonical(sign + number.replace(/[ ,]/g, ''));
  if (hasDecimalComma && /^(\d+|[1-9]\d{0,2}((\.\d{3})+|( \d{3})+))(,\d*)?$/.test(number))
    return canonical(sign + number.replace(/[ .]/g, '').replace(',', '.'));
  return undefined;
}

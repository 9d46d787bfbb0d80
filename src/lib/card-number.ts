// Recognises card numbers, which must never be stored, shown or sent on.

/** One run of digits, or groups of 4-4-4-4 or 4-6-5 with one space or dash between them. */
const RUN = /(?<!\d)(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{5})(?!\d)/g;

/** Begins and counts as a card's number does. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|6\d{15,18})$/;

/** Whether a text holds a card number. Digits of different words are never joined. */
export function hasCardNumber(text: string): boolean {
  return [...text.matchAll(RUN)]
    .map(([run]) => run.replace(/\D/g, ''))
    .some((digits) => CARD.test(digits) && isLuhn(digits));
}

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

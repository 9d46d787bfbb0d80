// The ways in which the provider writes: its parameters on the addresses of others; time as UTC with seven digits, the
// same read back shortened, and East Africa Time without a designator.

const EAST_AFRICA_MS = 3 * 60 * 60 * 1000;

/** UTC with seven fraction digits and a trailing Z: expiryDate, and created_date of a new registration. */
export function utcWithSevenDigits(atMs: number, random: () => number): string {
  // The last digit is always 0, so that reading the moment back has something to trim.
  const beyondMs = `${Math.floor(random() * 1000)}`.padStart(3, '0');
  return `${new Date(atMs).toISOString().slice(0, -1)}${beyondMs}0Z`;
}

/** The same instant as a registration reads back: trailing zeros trimmed, no Z. */
export function trimmedUtc(sevenDigits: string): string {
  return sevenDigits.replace(/\.?0*Z$/, '');
}

/** created_date of a transaction: UTC+3, two or three fraction digits, no designator. */
export function eastAfricaTime(atMs: number): string {
  return new Date(atMs + EAST_AFRICA_MS).toISOString().replace(/0?Z$/, '');
}

/** The start of a dd-MM-yyyy day in East Africa, in milliseconds; undefined if that is no such day. */
export function startOfDay(text: string): number | undefined {
  const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const atMs = Date.parse(`${year}-${month}-${day}T00:00:00.000Z`);
  // Date.parse refuses month 13 but turns 31-02 into March.
  if (Number.isNaN(atMs) || new Date(atMs).getUTCDate() !== Number(day)) return undefined;
  return atMs - EAST_AFRICA_MS;
}

/** The address with parameters after any query it already has, and before its fragment. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const [beforeFragment = '', ...fragment] = address.split('#');
  const joint = !beforeFragment.includes('?') ? '?' : /[?&]$/.test(beforeFragment) ? '' : '&';
  const hash = fragment.length > 0 ? `#${fragment.join('#')}` : '';
  return `${beforeFragment}${joint}${new URLSearchParams(parameters)}${hash}`;
}

export function isWebAddress(address: unknown): address is string {
  return typeof address === 'string' && /^https?:\/\//i.test(address) && URL.canParse(address);
}

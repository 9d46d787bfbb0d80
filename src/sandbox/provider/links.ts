// Addresses of others that the service adds its parameters to: notification URLs, callback and cancellation URLs.

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

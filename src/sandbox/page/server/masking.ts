// Removes from what is shown all that grants access: keys, tokens, signatures, and the secret part of an address.

const SECRET_NAMES =
  /^(consumer_key|consumer_secret|token|access_token|bot_access_token|authorization|trigger_id|signature|x-slack-signature)$/i;

/** A copy for people to read; strings that carry a secret inside lose that part only. */
export function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      SECRET_NAMES.test(name) && typeof held === 'string' ? '•••' : masked(held),
    ]),
  );
}

export function maskedText(text: string): string {
  return text
    .replace(/\/ipn\/[^/"?&\s]+/g, '/ipn/•••')
    .replace(/%2Fipn%2F[^%"&\s]+/gi, '%2Fipn%2F•••')
    .replace(/\/(response|upload)\/[\w-]+/g, '/$1/•••')
    .replace(/\bxox[a-z]-[\w-]+|\bx(?:app|wfp)-[\w-]+|\bBearer\s+[\w.~+/-]+=*/g, '•••')
    .replace(/"(consumer_key|consumer_secret|token)":"[^"]*"/g, '"$1":"•••"');
}

// Reads what an app posted, whose shape is not known.

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOr(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function fieldsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOr).filter((one) => one !== undefined) : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The words of a text object. */
export function wordsOf(value: unknown): string {
  return asText(fieldsOr(value)?.['text']);
}

// Reads values of unknown shape, as they arrive over HTTP.

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asFieldsList(value: unknown): Fields[] {
  return asList(value).filter(isFields);
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

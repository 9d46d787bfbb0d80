// Checks that a column of a row has the type that is expected.
import type { SQLOutputValue } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`the store's column ${column} holds no text`);
  return value;
}

export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`the store's column ${column} holds no number`);
  return value;
}

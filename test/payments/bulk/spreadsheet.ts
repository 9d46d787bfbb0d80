// Writes a CSV file as one program or another does, independent of the reader.

export type Dialect = {
  readonly encoding: 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly separator: ',' | ';' | '\t';
  readonly lineEnd: '\r\n' | '\n' | '\r';
  /** `needed`: only cells that could not be read back without quotes. */
  readonly quotes: 'all' | 'needed';
  readonly endsWithLineEnd: boolean;
};

export const EXCEL: Dialect = {
  encoding: 'utf-8 with mark',
  separator: ',',
  lineEnd: '\r\n',
  quotes: 'needed',
  endsWithLineEnd: true,
};

export function writeCsv(rows: readonly (readonly string[])[], dialect: Dialect = EXCEL): Buffer {
  const { separator, lineEnd, endsWithLineEnd } = dialect;
  const text = rows.map((cells) => cells.map((cell) => written(cell, dialect)).join(separator)).join(lineEnd);
  return encoded(text + (endsWithLineEnd ? lineEnd : ''), dialect.encoding);
}

function written(cell: string, { quotes, separator }: Dialect): string {
  const isNeeded = /["\r\n]|^\s|\s$/.test(cell) || cell.includes(separator);
  return quotes === 'all' || isNeeded ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Letters that Windows-1252 has where Latin-1 has none. */
const WINDOWS: Record<string, number> = { '€': 0x80, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96 };

export function encoded(text: string, encoding: Dialect['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8 with mark') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'windows-1252')
    return Buffer.from([...text].map((letter) => WINDOWS[letter] ?? letter.charCodeAt(0)));
  const units = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16le' ? units : units.swap16();
}

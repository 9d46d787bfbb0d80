// Makes text of the bytes of a file, in the encodings in which spreadsheets write CSV. Pure.

/** First bytes of files that people choose instead: zip (.xlsx, .ods, .numbers), old Excel, PDF. */
const WORKBOOKS = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '%PDF'];

/** NUL, and what no byte of Windows-1252 means: the file is a picture or in another encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const NOT_TEXT = /[\u0000\u0081\u008d\u008f\u0090\u009d\ufffe]/;

type Decoded =
  | { readonly status: 'text'; readonly text: string }
  | { readonly status: 'workbook' | 'not_text' };

/**
 * UTF-8, UTF-16 with its byte order mark (Excel's “Unicode text”), or else Windows-1252, in which Excel on Windows writes
 * plain CSV. The text has no byte order mark.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (WORKBOOKS.some((mark) => start.startsWith(mark))) return { status: 'workbook' };
  const utf16 = start.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : start.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : undefined;
  const text = utf16 ? decode(bytes, utf16) : (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252'));
  return text === undefined || NOT_TEXT.test(text) ? { status: 'not_text' } : { status: 'text', text };
}

/** Undefined where the bytes are not of that encoding. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

// Reads CSV as RFC 4180 has it, letter by letter and independent of the writer: records of cells. Throws on anything else.
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      record.push(readCell());
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no line end at ${at}`);
    at += 2;
    records.push(record);
  }
  return records;

  function readCell(): string {
    if (text[at] !== '"') {
      const end = at + (/^[^",\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
      const cell = text.slice(at, end);
      at = end;
      return cell;
    }
    let cell = '';
    for (at += 1; ; at += 1) {
      if (at >= text.length) throw new Error('a quote is never closed');
      if (text[at] === '"') {
        if (text[at + 1] !== '"') break;
        at += 1;
      }
      cell += text[at];
    }
    at += 1;
    return cell;
  }
}

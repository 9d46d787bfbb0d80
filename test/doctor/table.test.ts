import { describe, expect, it } from 'vitest';
import type { Checked } from '#doctor/checked.ts';
import { tableOf } from '#doctor/table.ts';

const FINDINGS: Checked[] = [
  { check: 'Settings', status: 'good', found: 'All of them can be read.' },
  {
    check: 'Payment service',
    status: 'wrong',
    found: 'requestToken: pay.example.com cannot be reached: its name is not known (ENOTFOUND).',
    next: 'If it lasts, check PROVIDER_BASE_URL, the way out to the internet and the state of the service.',
  },
  { check: 'Clock', status: 'warning', found: 'It cannot be compared.', next: 'See to the way out first.' },
];

describe('the doctor’s table', () => {
  it('says how each thing stands, what is so, and below it what to do, within 80 columns', () => {
    expect(plain(tableOf(FINDINGS, 80))).toBe(`\
good     Settings         All of them can be read.
wrong    Payment service  requestToken: pay.example.com cannot be reached: its
                          name is not known (ENOTFOUND).
                          → If it lasts, check PROVIDER_BASE_URL, the way out to
                            the internet and the state of the service.
warning  Clock            It cannot be compared.
                          → See to the way out first.

1 thing is wrong. 1 warning.`);
  });

  it.each([20, 60, 80, 300])('keeps its columns on a terminal of %i', (columns) => {
    for (const line of plain(tableOf(FINDINGS, columns)).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(Math.max(60, Math.min(columns, 110)));
      expect(line).toMatch(/^(|\d.*|(good|wrong|warning) +.*| {26}.*)$/);
    }
  });

  it('breaks no line and commands no terminal with what others have written', () => {
    const found = 'It said \u001b[2Jgone\nand more.';
    const [line] = plain(tableOf([{ check: 'Store', status: 'good', found }], 80)).split('\n');
    expect(line).toBe('good     Store            It said [2Jgone and more.');
  });

  it('ends with how much is wrong', () => {
    const last = (...statuses: Checked['status'][]) =>
      plain(
        tableOf(
          statuses.map((status) => ({ check: 'Port', status, found: 'x.' })),
          80,
        ),
      )
        .split('\n')
        .at(-1);
    expect(last('good')).toBe('Nothing is wrong.');
    expect(last('good', 'warning', 'warning')).toBe('Nothing is wrong. 2 warnings.');
    expect(last('wrong', 'wrong')).toBe('2 things are wrong.');
  });
});

function plain(text: string): string {
  // Colours, where the tests run on a terminal.
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '');
}

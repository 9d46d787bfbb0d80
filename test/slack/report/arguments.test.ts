// Whose payments a report is about: people are found anywhere among the words of its period.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReportWords } from '#slack/report/report.ts';

describe('the words of a report', () => {
  test.each<[string, string, string[]]>([
    ['', '', []],
    ['last week', 'last week', []],
    ['me', '', ['U9']],
    ['today ME', 'today', ['U9']],
    ['mine today', 'today', ['U9']],
    ['of  me yesterday', 'yesterday', ['U9']],
    ['<@U1>', '', ['U1']],
    ['month by <@U1> <@W2|amina>', 'month', ['U1', 'W2']],
    ['for <@u1> from <@U1>', '', ['U1']],
    ['<@U1|> 2026-11', '2026-11', ['U1']],
    ['home', 'home', []],
    ['memo', 'memo', []],
    ['standby me', 'standby', ['U9']],
    ['U1', 'U1', []],
  ])('%j is about the period %j and these agents: %j', (words, period, agents) => {
    expect(readReportWords(words, 'U9')).toEqual({ period, agents });
  });

  test('each person is named once, in the order of the words', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('U1', 'U2', 'U3')), (people) => {
        const words = people.map((id) => `<@${id}>`).join(' ');
        expect(readReportWords(words, 'U9').agents).toEqual([...new Set(people)]);
      }),
    );
  });
});

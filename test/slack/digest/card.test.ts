// A channel's digest: what it shows, one line when nothing happened, and that it fits into one message.
import { describe, expect, test } from 'vitest';
import type { Digest } from '#payments/reports/digest.ts';
import { digestCard } from '#slack/digest/card.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';
import { crowd, QUIET } from '#test/slack/report/report-content.ts';

const NAMES: Readonly<Record<string, string>> = { U1: 'Amina Agent', U2: 'Brian Agent' };

const card = (own: Partial<Digest>, nameOf = (agent: string) => NAMES[agent] ?? agent) =>
  digestCard({ ...QUIET, ...own }, nameOf);

describe('a digest', () => {
  test('of many currencies, methods and agents with foreign names fits into one message', () => {
    const report = crowd(36, 300, () => HOSTILE);
    const content = card(
      {
        report,
        earlier: report,
        oldLinks: report.paidBack,
        review: report.paidBack,
        refunds: report.paidBack,
      },
      () => HOSTILE,
    );
    expectGoodMessage(content);
    expect(JSON.stringify(content.blocks).length).toBeLessThanOrEqual(12_000);
    const [one] = content.blocks;
    expect(one?.type).toBe('section');
  });
});

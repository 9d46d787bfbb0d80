// A deed as the audit record takes it; each test says only what matters to it.
import type { Deed } from '#orders/audit-line.ts';

export function sampleDeed(own: Partial<Deed> = {}): Deed {
  return { at: 1_700_000_000_000, who: 'U1', deed: 'searched', outcome: '3', ...own };
}

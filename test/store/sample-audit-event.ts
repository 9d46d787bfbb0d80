// An audit event as the audit record takes it; each test says only what matters to it.
import type { AuditEvent } from '#orders/audit-line.ts';

export function sampleAuditEvent(own: Partial<AuditEvent> = {}): AuditEvent {
  return { at: 1_700_000_000_000, who: 'U1', event: 'searched', outcome: '3', ...own };
}

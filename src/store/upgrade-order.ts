// Turns stored orders of older schemas into the current one. Documents are upgraded when they are read and written in
// the current schema with their next save, so that no order is touched for the sake of the upgrade alone.

type Fields = { readonly [field: string]: unknown };

export const CURRENT_SCHEMA = 3;

/** One step for each older schema, in order; a document that is not an older one is returned as it is. */
export function upgradeOrder(stored: Fields): Fields {
  const named = stored['shape'] === 1 ? fromSchema1(stored) : stored;
  return named['schemaVersion'] === 2 ? fromSchema2(named) : named;
}

/** Schema 2 had one payment, and named it in money entries by its code. */
function fromSchema2({ payment, ...stored }: Fields): Fields {
  const { state, changedAt, entries } = stored;
  const isReversed = state === 'reversed';
  const known =
    payment ??
    (isReversed ? { paid: stored['amount'], method: '', confirmationCode: '', payer: '' } : undefined);
  return {
    ...stored,
    schemaVersion: 3,
    ...(isFields(known) ? { payments: [isReversed ? { ...known, reversedAt: changedAt } : known] } : {}),
    ...(Array.isArray(entries)
      ? { entries: entries.filter(isFields).map(({ code: _, ...entry }) => ({ ...entry, payment: 0 })) }
      : {}),
  };
}

/** Schema 1 (version 0.1) had the same facts under other names. */
const RENAMED_IN_2: Readonly<Record<string, string>> = {
  asked: 'amount',
  calledAt: 'requestedAt',
  doubtAt: 'outcomeUnknownAt',
  lookedAt: 'checkedAt',
  unwatchedAt: 'checksEndedAt',
  cancelAskedAt: 'cancelRequestedAt',
  againOf: 'resendOf',
};

function fromSchema1({ shape, ...stored }: Fields): Fields {
  const renamed = withNames(stored, RENAMED_IN_2);
  const { failure, card, announcements } = renamed;
  return {
    ...renamed,
    schemaVersion: 2,
    ...(isFields(failure) ? { failure: withNames(failure, { said: 'serviceMessage' }) } : {}),
    ...(isFields(card) ? { card: withNames(card, { shows: 'contentHash' }) } : {}),
    ...(Array.isArray(announcements) ? { announcements: announcements.map(announcementFromSchema1) } : {}),
  };
}

function announcementFromSchema1(announcement: unknown): unknown {
  if (!isFields(announcement) || !isFields(announcement['news'])) return announcement;
  const { news } = announcement;
  const of = news['of'];
  return {
    ...announcement,
    news: isFields(of) ? { ...news, of: newsFromSchema1(of) } : newsFromSchema1(news),
  };
}

function newsFromSchema1(news: Fields): Fields {
  const { kind, failure, ...rest } = withNames(news, { after: 'previousState' });
  const kinds: Readonly<Record<string, string>> = { found: 'order_found', watch_ended: 'checks_ended' };
  return {
    ...rest,
    kind: typeof kind === 'string' ? (kinds[kind] ?? kind) : kind,
    ...(isFields(failure) ? { failure: withNames(failure, { said: 'serviceMessage' }) } : {}),
  };
}

function withNames(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

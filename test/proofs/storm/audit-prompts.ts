// No phone rings twice for one order, or too often within ten minutes: by the provider's record of what rang, and by what went
// over the wire, since a service that is asked twice under one reference hides it.
import type { Evidence, Violation } from './evidence.ts';
import type { Passed } from './faulty-proxy.ts';

export function auditPrompts({ environment, orders }: Evidence): Violation[] {
  const found: Violation[] = [...auditNumbers(environment.provider)];
  for (const [reference, rings] of Map.groupBy(environment.provider.prompts, ({ id }) => id)) {
    if (rings.length > 1) found.push({ reference, what: `the phone rang ${rings.length} times` });
  }
  const pushes = environment.proxies.service.passed.filter(({ what }) => what.endsWith('/transactions/stk'));
  for (const [reference, sent] of Map.groupBy(pushes, idOf)) {
    const mayHaveRung = sent.filter((one) => !wasRefused(one));
    if (mayHaveRung.length > 1) found.push({ reference, what: `${mayHaveRung.length} prompts were sent` });
  }
  const forms = orders.filter(({ kind }) => kind !== 'charge');
  for (const [form, made] of Map.groupBy(forms, ({ formId }) => formId)) {
    if (made.length > 1)
      found.push({ reference: made[0]?.reference, what: `form ${form} made ${made.length} orders` });
  }
  return found;
}

const MAX_UNPAID = 3;
/** Ten minutes by the bot's clock, less the longest that a prompt is on its way. */
const LIMIT_MS = 9 * 60_000;

/** No number is prompted a fourth time within ten minutes. Only prompts that nobody ever paid surely counted as unpaid. */
function auditNumbers({ prompts, orders }: Evidence['environment']['provider']): Violation[] {
  const unpaid = new Set(
    orders().flatMap(({ id, payment }) => (payment === undefined || payment.status_code === 2 ? [id] : [])),
  );
  const found: Violation[] = [];
  for (const rings of Map.groupBy(prompts, ({ msisdn }) => msisdn).values()) {
    const open = rings.filter(({ id }) => unpaid.has(id));
    for (const { id, at } of rings) {
      const before = open.filter((one) => one.id !== id && one.at <= at && one.at > at - LIMIT_MS);
      if (before.length >= MAX_UNPAID)
        found.push({
          reference: id,
          what: `its number rang though ${before.length} prompts before were not paid`,
        });
    }
  }
  return found;
}

function idOf({ sent }: Passed): string {
  return /"id":"([^"]+)"/.exec(sent)?.[1] ?? 'without a reference';
}

/** Sure to have rung no phone: it never went on, or the provider said no. */
function wasRefused({ fault, answer }: Passed): boolean {
  if (!answer) return fault !== undefined;
  return (
    answer.status === 401 || /"code":"(invalid_api_credentials_provided|amount_exceeds)/.test(answer.body)
  );
}

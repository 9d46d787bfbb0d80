// No phone rings twice: by the service's record of what rang, and by what went over the wire, since a service that is
// asked twice under one reference hides it.
import type { Evidence, Violation } from './evidence.ts';
import type { Passed } from './faulty-proxy.ts';

export function auditPrompts({ environment, orders }: Evidence): Violation[] {
  const found: Violation[] = [];
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

function idOf({ sent }: Passed): string {
  return /"id":"([^"]+)"/.exec(sent)?.[1] ?? 'without a reference';
}

/** Sure to have rung no phone: it never went on, or the service said no. */
function wasRefused({ fault, answer }: Passed): boolean {
  if (!answer) return fault !== undefined;
  return (
    answer.status === 401 || /"code":"(invalid_api_credentials_provided|amount_exceeds)/.test(answer.body)
  );
}

// In which language a person last had something written for a customer. Only a suggestion for the next time, so whatever goes
// wrong leaves it English.

import type { Clock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Language } from '#orders/language.ts';
import { QUESTION_MS } from '#slack/access/permissions.ts';
import { isLanguage } from '#slack/text/sharing.ts';
import type { KeyValueStore } from '#store/store.ts';

/** Neither of the two rejects. */
export type LastLanguage = {
  of(userId: string): Promise<Language>;
  remember(userId: string, language: Language): Promise<void>;
};

const DEFAULT: Language = 'en';

/** `keyValues`: Slack user id → language. */
export function createLastLanguage(deps: {
  keyValues: KeyValueStore;
  clock: Clock;
  reporter: Pick<Reporter, 'error'>;
}): LastLanguage {
  const { keyValues, clock, reporter } = deps;
  return {
    async of(userId) {
      const stored = keyValues.get<string>(userId);
      const last = await withTimeout(clock, QUESTION_MS, stored, undefined).catch(() => undefined);
      return isLanguage(last) ? last : DEFAULT;
    },
    async remember(userId, language) {
      await keyValues.set(userId, language).catch((error: unknown) => {
        reporter.error(error, { what: 'the last language could not be remembered' });
      });
    },
  };
}

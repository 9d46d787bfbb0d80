// Names of people, for places where a mention would notify them.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';

const KEPT_MS = 60 * 60_000;

export function createAgentNames(deps: { client: WebClient; clock: Clock }) {
  const { client, clock } = deps;
  const known = new Map<string, { readonly name: string; readonly until: number }>();

  async function fetchName(id: string): Promise<string> {
    try {
      const { user } = await client.users.info({ user: id });
      const name = user?.profile?.real_name || user?.real_name || user?.name;
      if (!name) return id;
      known.set(id, { name, until: clock.now() + KEPT_MS });
      return name;
    } catch {
      // The id stands in for the name; it is not remembered, so the next report asks again.
      return id;
    }
  }

  return {
    /** Names by Slack id; the id itself where Slack gives no name. Never rejects. */
    async of(ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
      for (const [id, { until }] of known) if (until <= clock.now()) known.delete(id);
      const names = [...new Set(ids)].map(
        async (id) => [id, known.get(id)?.name ?? (await fetchName(id))] as const,
      );
      return new Map(await Promise.all(names));
    },
  };
}

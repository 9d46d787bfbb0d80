// Whose payments a report is about, among the words that name its period.

/** A person as Slack hands one over, with or without a label, or who writes: "by @amina", "of me", "mine". */
const AGENT = /(?:\b(?:by|of|for|from)\s+)?(?:<@([A-Z0-9]+)(?:\|[^>]*)?>|\b(?:me|mine)\b)/gi;

/** `period`: the other words. `agents`: the Slack ids of those who are named, each once. `self`: who "me" is. */
export function readReportWords(words: string, self: string): { period: string; agents: readonly string[] } {
  const agents = new Set<string>();
  const period = words.replace(AGENT, (_, id: string | undefined) => {
    agents.add(id?.toUpperCase() ?? self);
    return ' ';
  });
  return { period: period.trim(), agents: [...agents] };
}

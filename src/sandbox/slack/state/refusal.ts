// How a method refuses: thrown anywhere in its work, answered as Slack's `{ok: false, error}`.
import type { Fields } from '#sandbox/slack/json.ts';

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string;
  readonly details: Fields;

  constructor(code: string, details: Fields = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** A refusal that lists what is wrong, the way Slack does for blocks and views. */
export function refusalWithProblems(code: string, problems: readonly string[]): Refusal {
  return new Refusal(code, {
    errors: [...problems],
    response_metadata: { messages: problems.map((problem) => `[ERROR] ${problem}`) },
  });
}

// An order that a step of a workflow makes, in place of a form.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Environment } from '#test/proofs/storm/environment.ts';
import type { Plan } from '#test/proofs/storm/plan.ts';

/** The reference of the order; undefined when the bot never got the step. */
export async function runWorkflow(
  { slack, provider, idle }: Environment,
  agent: Person,
  channel: string,
  plan: Plan,
): Promise<string | undefined> {
  await slack.runFunction(plan.kind === 'link' ? 'create_link' : 'send_prompt', {
    agent: agent.id,
    channel,
    amount: String(plan.amount),
    currency: plan.currency,
    description: `Order number ${plan.number}`,
  });
  // What was not accepted is sent again within seconds.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  await idle(30_000);
  return provider.orders()[0]?.id;
}

// Custom steps of Workflow Builder, with which teams build prompts and links into workflows of their own.
import { createHash } from 'node:crypto';
import type { FieldState, FormState } from '#slack/forms/fields.ts';
import { contentOfRejection } from './form-orders.ts';
import type { OrderFormKind, OrderForms } from './order-forms.ts';

/** `saved`: the order has the run and its delivery ends it (delivery/step-runs.ts). `failed`: whoever called ends it. */
type StepStart = { readonly status: 'saved' } | { readonly status: 'failed'; readonly error: string };

/**
 * Creates the order of a step and submits it. `agent` is whom the workflow names as the order's agent; whoever calls has
 * checked that this person may act. `run` is Slack's id: the same run delivered again makes no second order. `saved` is called
 * as soon as the order is saved. Rejects when the store is down.
 */
export function createSteps({ orderForms }: { orderForms: Pick<OrderForms, 'submitWithoutForm'> }) {
  return async (
    kind: OrderFormKind,
    { agent, inputs, run, saved }: { agent: string; inputs: Inputs; run: string; saved: () => Promise<void> },
  ): Promise<StepStart> => {
    const formId = createHash('sha256').update(run).digest('hex').slice(0, 32);
    const result = await orderForms.submitWithoutForm(
      kind,
      { state: stateFrom(inputs), memory: { formId }, userId: agent, stepRun: run },
      saved,
    );
    if (result.status === 'saved') return result;
    if (result.status !== 'invalid') return { status: 'failed', error: contentOfRejection(result).text };
    const sentences = Object.entries(result.errors).map(([field, sentence]) => `${field}: ${sentence}`);
    return { status: 'failed', error: sentences.join(' ') };
  };
}

type Inputs = Readonly<Record<string, unknown>>;

/** A step's inputs as if a form had been filled in, so that they are read and checked in the same way. */
function stateFrom(inputs: Inputs): FormState {
  const { agent, ...fields } = inputs;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { [name]: { value: String(value ?? '') } satisfies FieldState },
    ]),
  );
}

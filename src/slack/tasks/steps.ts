// Custom steps of Workflow Builder, with which teams build prompts and links into workflows of their own.
import { createHash } from 'node:crypto';
import { makeReference } from '#orders/reference.ts';
import type { FieldState, FormState } from '#slack/forms/fields.ts';
import type { OrderStore } from '#store/store.ts';
import { textOfRejection } from './form-orders.ts';
import type { OrderFormKind, OrderForms } from './order-forms.ts';

/** `saved`: the order has the run and its delivery ends it (delivery/step-runs.ts). `failed`: whoever called ends it. */
type StepStart = { readonly status: 'saved' } | { readonly status: 'failed'; readonly error: string };

/** `run` is Slack's id: the same run delivered again makes no second order. Both reject when the store is down. */
export function createSteps(deps: {
  orderForms: Pick<OrderForms, 'submitWithoutForm'>;
  orders: Pick<OrderStore, 'findByReference'>;
}) {
  return {
    /**
     * Creates the order of a step and submits it. `agent` is whom the workflow names as the order's agent; whoever calls has
     * checked that this person may act. `saved` is called as soon as the order is saved.
     */
    async run(
      kind: OrderFormKind,
      {
        agent,
        inputs,
        run,
        saved,
      }: { agent: string; inputs: Inputs; run: string; saved: () => Promise<void> },
    ): Promise<StepStart> {
      const filled = {
        state: stateFrom(inputs),
        memory: { formId: formIdOf(run) },
        userId: agent,
        stepRun: run,
      };
      const result = await deps.orderForms.submitWithoutForm(kind, filled, saved);
      return result.status === 'saved' ? result : { status: 'failed', error: textOfRejection(result) };
    },

    /** Whether an earlier delivery of the run has saved its order. */
    async isSaved({ id }: Inputs, run: string): Promise<boolean> {
      const formId = formIdOf(run);
      const reference = String(id ?? '').trim() || makeReference(Buffer.from(formId, 'hex'));
      return (await deps.orders.findByReference(reference))?.formId === formId;
    },
  };
}

function formIdOf(run: string): string {
  return createHash('sha256').update(run).digest('hex').slice(0, 32);
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

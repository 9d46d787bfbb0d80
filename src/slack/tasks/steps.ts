// Custom steps of Workflow Builder, with which teams build prompts and links into workflows of their own.
import { createHash } from 'node:crypto';
import type { Order } from '#orders/order.ts';
import type { FieldState, FormState } from '#slack/forms/fields.ts';
import { describeFailure, describeState } from '#slack/text/orders.ts';
import { contentOfRejection } from './form-orders.ts';
import type { OrderFormKind, OrderForms } from './order-forms.ts';

/** Outputs are texts, as manifest.yml declares them; the workflow's owner sees the error. */
export type StepResult =
  | { readonly status: 'completed'; readonly outputs: Record<string, string> }
  | { readonly status: 'failed'; readonly error: string };

/**
 * Runs a step. `agent` is whom the workflow names as the order's agent; whoever calls has checked that this person may act.
 * `execution` is Slack's id of the run: the same run delivered again makes no second order. Rejects when the store is down.
 */
export function createSteps({ orderForms }: { orderForms: Pick<OrderForms, 'submitWithoutForm'> }) {
  return async (
    kind: OrderFormKind,
    { agent, inputs, execution }: { agent: string; inputs: Inputs; execution: string },
  ): Promise<StepResult> => {
    const formId = createHash('sha256').update(execution).digest('hex').slice(0, 32);
    const result = await orderForms.submitWithoutForm(kind, {
      state: stateFrom(inputs),
      memory: { formId },
      userId: agent,
    });
    if (result.status === 'sent') return resultOf(result.order);
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

function resultOf(order: Order): StepResult {
  if (order.state === 'not_sent' && order.failure) {
    const { what, next, serviceText } = describeFailure(order.failure);
    const says = serviceText ? ` The service says: ${serviceText}` : '';
    return { status: 'failed', error: `${what} ${next}${says}` };
  }
  const { redirectUrl, businessNumber, accountNumber } = order.service;
  return {
    status: 'completed',
    outputs: {
      id: order.reference,
      state: describeState(order),
      ...(redirectUrl ? { redirect_url: redirectUrl } : {}),
      ...(businessNumber ? { business_number: businessNumber } : {}),
      ...(accountNumber ? { account_number: accountNumber } : {}),
    },
  };
}

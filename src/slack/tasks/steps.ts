// Custom steps of Workflow Builder, so that teams can build prompts and links into flows of their own.
import { createHash } from 'node:crypto';
import type { Order } from '#orders/order.ts';
import type { FieldState, FormState } from '#slack/forms/fields.ts';
import { describeFailure, describeState } from '#slack/text/orders.ts';
import type { OrderForm, OrderForms } from './order-forms.ts';

/** What the workflow goes on with, or a sentence that its builder sees. Texts only, as the manifest declares them. */
export type StepEnd = { readonly outputs: Record<string, string> } | { readonly error: string };

export type Step = {
  readonly callbackId: 'send_prompt' | 'create_link';
  /** `execution` is Slack's id of this run: the same run delivered again makes no second order. */
  run(inputs: Readonly<Record<string, unknown>>, execution: string): Promise<StepEnd>;
};

export type Steps = { readonly prompt: Step; readonly link: Step };

export function createSteps(deps: { flow: OrderForms; jobs: { prompt: OrderForm; link: OrderForm } }): Steps {
  const { flow, jobs } = deps;

  async function run(
    job: OrderForm,
    inputs: Readonly<Record<string, unknown>>,
    execution: string,
  ): Promise<StepEnd> {
    // Whoever the workflow names answers for the order, and must be allowed to make one.
    const userId = String(inputs['agent'] ?? '');
    const memory = { formId: createHash('sha256').update(execution).digest('hex').slice(0, 32) };
    const end = await flow.sendFor(job, stateOf(inputs), memory, userId);
    if ('refused' in end) return { error: end.refused };
    if ('errors' in end) {
      return {
        error: Object.entries(end.errors)
          .map(([field, sentence]) => `${field}: ${sentence}`)
          .join(' '),
      };
    }
    return endOf(end.order);
  }

  return {
    prompt: { callbackId: 'send_prompt', run: (inputs, execution) => run(jobs.prompt, inputs, execution) },
    link: { callbackId: 'create_link', run: (inputs, execution) => run(jobs.link, inputs, execution) },
  };
}

/** A step's inputs as if a form had been filled in: the same reading, the same checks. */
function stateOf(inputs: Readonly<Record<string, unknown>>): FormState {
  const { agent, ...fields } = inputs;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { [name]: { value: String(value ?? '') } satisfies FieldState },
    ]),
  );
}

function endOf(order: Order): StepEnd {
  if (order.state === 'not_sent' && order.failure) {
    const { what, next } = describeFailure(order.failure);
    return { error: `${what} ${next}` };
  }
  const { redirectUrl, businessNumber, accountNumber } = order.service;
  return {
    outputs: {
      id: order.reference,
      state: describeState(order),
      ...(redirectUrl ? { redirect_url: redirectUrl } : {}),
      ...(businessNumber ? { business_number: businessNumber } : {}),
      ...(accountNumber ? { account_number: accountNumber } : {}),
    },
  };
}

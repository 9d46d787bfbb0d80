// Custom steps of Workflow Builder. A run goes on until Teller ends it.
import { createHash } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { hasCardNumber } from '#lib/text.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { makeReference } from '#orders/reference.ts';
import { errorIn, isFinal, type PostFailure, postFailureOf, RUN_OVER_CODES } from '#slack/bolt/errors.ts';
import type { SlackContext } from '#slack/context.ts';
import { REPEATS_MS } from '#slack/listen/answers.ts';
import { ORDER_FORM_IDS } from '#slack/order/form-fields.ts';
import { submitWithoutForm } from '#slack/order/order.ts';
import { reportSent } from '#slack/outbox/send-once.ts';
import { maybeSent } from '#slack/people/guard.ts';
import { describeFailure, describeState, providerSays } from '#slack/text/orders.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import type { FormState } from '#slack/ui/fields.ts';

type Inputs = Readonly<Record<string, unknown>>;

type StepResult = { outputs: Record<string, string> } | { error: string };

/** Slack sends a step again until it is acknowledged: once its order is saved or its run is ended. */
export function listenToSteps(app: App, ctx: SlackContext): void {
  for (const kind of ['prompt', 'link'] as const) {
    const callbackId = ORDER_FORM_IDS[kind];
    app.function(callbackId, { autoAcknowledge: false }, async ({ event, ack }) => {
      const { inputs, function_execution_id: run } = event;
      const userId = String(inputs['agent'] ?? '');
      // By the id of a run, the sentence that it failed with.
      const failedSteps = ctx.store.keyValues('failed-steps');
      let refusal: string | undefined;
      const refuse = async (sentence: string) => {
        refusal = sentence;
      };
      const request = { userId, about: { step: callbackId }, reply: refuse, whenFailed: maybeSent };
      await ctx.guard(request, async () => {
        // Without the store no order is saved either, and its sentence says so.
        const failedWith = await failedSteps.get<string>(run).catch(() => undefined);
        if (failedWith !== undefined) return refuse(failedWith);
        if (Object.values(inputs).some((input) => hasCardNumber(String(input)))) return refuse(CARD_NUMBER);
        // A run that is delivered again makes no second order.
        const memory = { formId: formIdOf(run) };
        const filled = { kind, state: stateFrom(inputs), memory, userId, stepRun: run };
        const whyNot = await submitWithoutForm(ctx, filled, async () => ack());
        if (whyNot !== undefined) await refuse(whyNot);
      });
      if (refusal === undefined) return;
      // An earlier delivery may have saved the order: then the `deliver` queue ends the run.
      if (await isStepSaved(ctx, inputs, run).catch(() => false)) return ack();
      // Slack may end the run, lose its answer and send the step again: no order may come of it.
      await failedSteps.set(run, refusal, REPEATS_MS).catch(() => undefined);
      const failure = await endStepRun(ctx.client, run, { error: refusal });
      if (failure) throw new Error('the run of a step could not be ended', { cause: errorIn(failure) });
      await ack();
    });
  }
}

function stateFrom({ agent: _, ...fields }: Inputs): FormState {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { [name]: { value: String(value ?? '') } }]),
  );
}

function formIdOf(run: string): string {
  return createHash('sha256').update(run).digest('hex').slice(0, 32);
}

async function isStepSaved({ store }: SlackContext, { id }: Inputs, run: string): Promise<boolean> {
  const formId = formIdOf(run);
  const reference = String(id ?? '').trim() || makeReference(Buffer.from(formId, 'hex'));
  return (await store.orders.findByReference(reference))?.formId === formId;
}

/** Undefined once the run is ended, also by an earlier call whose answer was lost. */
async function endStepRun({ functions }: WebClient, run: string, result: StepResult) {
  const id = { function_execution_id: run };
  try {
    if ('outputs' in result) await functions.completeSuccess({ ...id, ...result });
    else await functions.completeError({ ...id, ...result });
    return undefined;
  } catch (error) {
    const failure = postFailureOf(error);
    return failure.status === 'refused' && RUN_OVER_CODES.has(failure.code) ? undefined : failure;
  }
}

/** The order keeps its run until that is ended, so that the queue ends it also after a crash. */
export async function endStepRunOf(ctx: SlackContext, order: Order): Promise<PostFailure | undefined> {
  const { stepRun } = order;
  if (stepRun === undefined || isAwaited(order)) return undefined;
  const failure = await endStepRun(ctx.client, stepRun, resultOf(order));
  if (failure) {
    const isDone = isFinal(failure, ctx.clock.now() - order.changedAt);
    reportSent(ctx, 'step', order, { ...failure, isDone });
    if (!isDone) return failure;
  } else ctx.report('step', 'posted', order);
  await ctx.payments.updates.updateOrder(order.reference, ({ stepRun: _, ...newest }) => newest);
  return undefined;
}

/** A link whose answer was lost is awaited: without an address the next steps send nothing. */
function isAwaited({ kind, state, outcomeUnknownAt, checksEndedAt, provider }: Order): boolean {
  if (kind !== 'link') return state === 'sending' && outcomeUnknownAt === undefined;
  const mayComeYet = (state === 'sending' || state === 'pending') && checksEndedAt === undefined;
  return mayComeYet && provider.redirectUrl === undefined;
}

function resultOf(order: Order): StepResult {
  if (order.state === 'not_sent' && order.failure) {
    const { what, next, providerText } = describeFailure(order.failure, order.kind);
    return { error: [what, next, providerSays(providerText)].filter(Boolean).join(' ') };
  }
  const { redirectUrl, businessNumber, accountNumber } = order.provider;
  if (order.kind === 'link' && !redirectUrl && order.state !== 'waiting' && !wasPaid(order.state))
    return { error: `Pesapal gave no link for ${order.reference}. See the order’s card.` };
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

// Ends the runs of custom steps of Workflow Builder. A run goes on in Slack until it is ended, so an order keeps its run until
// Slack has been told what became of the order: the `deliver` queue does that, also when the process dies that got the step.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import { RUN_OVER_CODES } from '#slack/connect/error-codes.ts';
import { describeFailure, describeState, serviceSays } from '#slack/text/orders.ts';
import { noLinkForStep } from '#slack/text/tasks.ts';
import { type ReportDelivery, retriedOutcome } from './delivery-report.ts';
import { errorIn, isFinal, type PostFailure, postFailureOf } from './post-failure.ts';

/** Outputs are texts, as manifest.yml declares them; the workflow's owner sees the error. */
type StepResult =
  | { readonly status: 'completed'; readonly outputs: Record<string, string> }
  | { readonly status: 'failed'; readonly error: string };

/** `ended`: by this call or an earlier one, whose answer may have been lost. */
export async function endStepRun(
  client: WebClient,
  run: string,
  result: StepResult,
): Promise<{ readonly status: 'ended' } | PostFailure> {
  const { functions } = client;
  const id = { function_execution_id: run };
  try {
    if (result.status === 'completed') await functions.completeSuccess({ ...id, outputs: result.outputs });
    else await functions.completeError({ ...id, error: result.error });
  } catch (error) {
    const failure = postFailureOf(error);
    if (failure.status !== 'refused' || !RUN_OVER_CODES.has(failure.code)) return failure;
  }
  return { status: 'ended' };
}

/** Ends the run that waits for the order, once it is known what became of its request. Resolves to why it must be tried again. */
export type StepRunDelivery = (order: Order) => Promise<PostFailure | undefined>;

export function createStepRunDelivery(deps: {
  client: WebClient;
  updates: Pick<OrderUpdates, 'updateOrder'>;
  clock: Clock;
  report: ReportDelivery;
}): StepRunDelivery {
  const { client, updates, clock, report } = deps;
  return async (order) => {
    const { stepRun } = order;
    if (stepRun === undefined || isAwaited(order)) return undefined;
    const ended = await endStepRun(client, stepRun, resultOf(order));
    if (ended.status !== 'ended' && !isFinal(ended, clock.now() - order.changedAt)) {
      report('step', retriedOutcome(ended), order, errorIn(ended));
      return ended;
    }
    if (ended.status === 'ended') report('step', 'posted', order);
    else report('step', 'undeliverable', order, errorIn(ended));
    await updates.updateOrder(order.reference, ({ stepRun: _, ...newest }) => newest);
    return undefined;
  };
}

/**
 * Of a link also when the answer was lost, until the check queue has got its address or has stopped asking: the steps that come
 * next would send customers nothing.
 */
function isAwaited({ kind, state, outcomeUnknownAt, checksEndedAt, service }: Order): boolean {
  if (kind !== 'link') return state === 'sending' && outcomeUnknownAt === undefined;
  const mayComeYet = (state === 'sending' || state === 'pending') && checksEndedAt === undefined;
  return mayComeYet && service.redirectUrl === undefined;
}

function resultOf(order: Order): StepResult {
  if (order.state === 'not_sent' && order.failure) {
    const { what, next, serviceText } = describeFailure(order.failure, order.kind);
    return { status: 'failed', error: [what, next, serviceSays(serviceText)].filter(Boolean).join(' ') };
  }
  const { redirectUrl, businessNumber, accountNumber } = order.service;
  if (order.kind === 'link' && !redirectUrl && order.state !== 'waiting' && !wasPaid(order.state))
    return { status: 'failed', error: noLinkForStep(order.reference) };
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

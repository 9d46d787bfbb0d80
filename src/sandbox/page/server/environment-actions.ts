// What happens around the workspace: the customer pays or not, the provider's operator decides on refunds, a workflow runs a step,
// faults are switched on, the bot stops and starts, time passes.
import type { Environment } from '#sandbox/environment/environment.ts';
import type { Action, ActionResult, CustomerAction, OperatorAction } from './screen.ts';
import type { Switches } from './switches.ts';

const MAX_SKIP_MS = 400 * 86_400_000;

/** Each throws a plain sentence when it can't be done. */
export function createEnvironmentActions(deps: {
  environment: Environment;
  switches: Switches;
  ignored: Set<string>;
}) {
  const { environment, switches, ignored } = deps;
  const { slack, provider } = environment;
  const { customer, operator } = provider;

  /** What the customer chose; else half of the amount while the wrong amount is switched on, never less than one. */
  function paymentOf({ trackingId, amount, currency }: CustomerAction) {
    const order = provider.find(trackingId);
    const half =
      order && switches.isOn('wrongAmount') ? Math.max(1, Math.round(order.amount / 2)) : undefined;
    const paid = amount ?? half;
    return { ...(paid !== undefined && { amount: paid }), ...(currency && { currency }) };
  }

  return {
    pay: (action: CustomerAction) => done(customer.pay(action.trackingId, paymentOf(action))),
    decline: ({ trackingId }: CustomerAction) => done(customer.decline(trackingId)),
    charge: (action: CustomerAction) => done(customer.charge(action.trackingId, paymentOf(action))),
    reverse: ({ trackingId }: CustomerAction) => done(customer.reverse(trackingId)),
    async ignore({ trackingId }: CustomerAction): Promise<ActionResult> {
      ignored.add(trackingId);
      return {};
    },

    approveRefund: ({ code }: OperatorAction) => done(operator.approve(code)),
    async rejectRefund({ code }: OperatorAction): Promise<ActionResult> {
      operator.reject(code);
      return {};
    },

    /** The outcome comes later, with the other parts of the screen. */
    runStep({ callbackId, inputs }: Extract<Action, { type: 'runStep' }>): Promise<ActionResult> {
      const given = Object.entries(inputs).filter(([, value]) => value.trim() !== '');
      return done(slack.runFunction(callbackId, Object.fromEntries(given)));
    },

    async switch({ name, isOn }: Extract<Action, { type: 'switch' }>): Promise<ActionResult> {
      switches.turn(name, isOn);
      return {};
    },
    stopBot: () => done(environment.stopBot()),
    startBot: () => done(environment.startBot()),
    async skip({ ms }: Extract<Action, { type: 'skip' }>): Promise<ActionResult> {
      if (!(ms > 0 && ms <= MAX_SKIP_MS)) throw new Error('You can skip up to 400 days ahead.');
      environment.skip(ms);
      return {};
    },
  };
}

async function done(work: Promise<unknown>): Promise<ActionResult> {
  await work;
  return {};
}

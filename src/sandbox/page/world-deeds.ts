// What the customer and the world do at the page: pay or not, break things, stop Teller, let time pass.
import type { Town } from '#sandbox/town.ts';
import type { Deed, DeedResult } from './screen.ts';
import type { Switches } from './switches.ts';

const LONGEST_SKIP_MS = 400 * 86_400_000;

/** Each throws a plain sentence when it can't be done. */
export function createWorldDeeds(deps: { town: Town; switches: Switches; ignored: Set<string> }) {
  const { town, switches, ignored } = deps;
  const { provider } = town;
  const { customer } = provider;
  const done = async (work: Promise<unknown>): Promise<DeedResult> => {
    await work;
    return {};
  };

  /** With the wrong amount switched on, half of what was asked; never less than one. */
  function amountOf(trackingId: string, amount: number | undefined): { amount?: number } {
    if (amount !== undefined) return { amount };
    const order = provider.find(trackingId);
    if (!order || !switches.isOn('wrongAmount')) return {};
    return { amount: Math.max(1, Math.round(order.amount / 2)) };
  }

  type Payment = Extract<Deed, { trackingId: string }>;
  return {
    pay: ({ trackingId, amount }: Payment) => done(customer.pay(trackingId, amountOf(trackingId, amount))),
    decline: ({ trackingId }: Payment) => done(customer.decline(trackingId)),
    charge: ({ trackingId, amount }: Payment) =>
      done(customer.charge(trackingId, amountOf(trackingId, amount))),
    reverse: ({ trackingId }: Payment) => done(customer.reverse(trackingId)),
    async ignore({ trackingId }: Payment): Promise<DeedResult> {
      ignored.add(trackingId);
      return {};
    },
    async switch({ name, isOn }: Extract<Deed, { do: 'switch' }>): Promise<DeedResult> {
      switches.turn(name, isOn);
      return {};
    },
    kill: () => done(town.stopBot()),
    start: () => done(town.startBot()),
    async skip({ ms }: Extract<Deed, { do: 'skip' }>): Promise<DeedResult> {
      if (!(ms > 0 && ms <= LONGEST_SKIP_MS)) throw new Error('Time goes forward, by at most 400 days.');
      town.skip(ms);
      return {};
    },
  };
}

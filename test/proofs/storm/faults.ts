// What can happen to one request on its way, and how often it did.
import type { Dice } from './dice.ts';

export type Fault =
  | { readonly kind: 'slow'; readonly ms: number }
  /** The connection breaks before the work is done. */
  | { readonly kind: 'reset' }
  /** The work is done and the connection breaks. */
  | { readonly kind: 'lost answer' }
  /** Half of the answer comes. */
  | { readonly kind: 'cut off' }
  /** Another answer than the real one, in its place or after the work was done. */
  | { readonly kind: '500' | '503 web page' | 'web page' | 'internal_error'; readonly afterWork: boolean }
  | { readonly kind: '429' }
  | { readonly kind: '429 with Retry-After'; readonly seconds: number }
  /** No answer until `limitMs` have passed, or the caller gives up. */
  | { readonly kind: 'hang'; readonly afterWork: boolean; readonly limitMs: number };

export type Faults = {
  /** The fault for a request that passes, if any; counts it. */
  faultFor(side: 'slack' | 'service' | 'bot', what: string): Fault | undefined;
  /** From now on nothing happens any more. */
  end(): void;
  /** How often each fault counts, by side and kind. */
  readonly counts: ReadonlyMap<string, number>;
};

/** Most callers wait for longer. */
const HANGS_MS = 1_200;

export function createFaults(dice: Dice): Faults {
  const counts = new Map<string, number>();
  let isOver = false;

  function hang(): Fault {
    return { kind: 'hang', afterWork: dice.chance(0.5), limitMs: HANGS_MS };
  }

  function anyFault(side: 'slack' | 'service' | 'bot'): Fault {
    const afterWork = dice.chance(0.5);
    const common: [number, () => Fault][] = [
      [4, () => ({ kind: 'slow', ms: dice.between(50, 900) })],
      [3, () => ({ kind: 'reset' })],
      [4, () => ({ kind: 'lost answer' })],
      [2, () => ({ kind: '500', afterWork })],
    ];
    const others: Record<typeof side, [number, () => Fault][]> = {
      slack: [
        [3, () => ({ kind: '429 with Retry-After', seconds: dice.between(1, 20) })],
        [2, () => ({ kind: '429' })],
        [2, () => ({ kind: 'internal_error', afterWork })],
        [1, () => ({ kind: 'web page', afterWork })],
        [1, hang],
      ],
      service: [
        [2, () => ({ kind: '503 web page', afterWork })],
        [2, () => ({ kind: 'web page', afterWork })],
        [2, () => ({ kind: 'cut off' })],
        [1, () => ({ kind: '429' })],
        [1, hang],
      ],
      bot: [],
    };
    return dice.weighed([...common, ...others[side]])();
  }

  return {
    counts,
    end() {
      isOver = true;
    },
    faultFor(side, what) {
      if (isOver || !dice.chance(likelihood(side, what))) return undefined;
      const fault = anyFault(side);
      const name = `${side}: ${fault.kind}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return fault;
    },
  };
}

/** Messages suffer more than forms, which only their agent would try again. */
function likelihood(side: 'slack' | 'service' | 'bot', what: string): number {
  if (side === 'bot') return 0.04;
  if (side === 'service') return 0.15;
  return /^(views|users|usergroups|auth)\.|conversations\.info/.test(what) ? 0.03 : 0.18;
}

// Which news a channel with alerts on wants to hear. Pure.
import { isMore, type Money } from '#lib/money.ts';
import type { AlertNews } from './announcement.ts';
import type { Order } from './order.ts';

/** `refunds`: a payment was paid back. */
export const ALERT_KINDS = ['paid', 'review', 'failed', 'refunds'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `card`: whatever is neither M-PESA nor Airtel. */
export const ALERT_METHODS = ['mpesa', 'airtel', 'card'] as const;
export type AlertMethod = (typeof ALERT_METHODS)[number];

/** More than this amount passes. `othersPass`: so do all amounts of other currencies. */
export type AlertThreshold = Money & { readonly othersPass?: true };

/** Each part that is there must fit; within a part any one of its values. `by`: Slack ids of agents. */
export type AlertFilter = {
  readonly over?: readonly AlertThreshold[];
  readonly only?: readonly AlertKind[];
  readonly by?: readonly string[];
  readonly methods?: readonly AlertMethod[];
};

/** Without `only`, money that came or went is told, and failures are not. */
export const USUAL_KINDS: readonly AlertKind[] = ['paid', 'review', 'refunds'];

const KIND_OF = { paid: 'paid', review: 'review', failed: 'failed', reversed: 'refunds' } as const;

export function passesFilter(order: Order, news: AlertNews, filter: AlertFilter): boolean {
  const { over, only = USUAL_KINDS, by, methods } = filter;
  const payment = news.kind === 'failed' ? undefined : news.payment;
  // It may be a part of the payment.
  const back = news.kind === 'reversed' ? news.refunded : undefined;
  const money = news.kind === 'failed' ? order.amount : (back ?? payment?.paid);
  return (
    only.includes(KIND_OF[news.kind]) &&
    (!by || by.includes(order.agent)) &&
    (!methods || methods.includes(methodOf(payment?.method || order.prompt?.method || ''))) &&
    // How much it is may not be known.
    (!over || !money || passesAny(over, money))
  );
}

function passesAny(thresholds: readonly AlertThreshold[], money: Money): boolean {
  const own = thresholds.filter(({ currency }) => currency === money.currency);
  return own.length > 0
    ? own.some((least) => isMore(money, least))
    : thresholds.some(({ othersPass }) => othersPass);
}

/** `method` is the provider's name, such as "MpesaKE", "M-PESA" or "Visa"; '' where none is known. */
export function methodOf(method: string): AlertMethod {
  const letters = method.toLowerCase().replace(/[^a-z]/g, '');
  if (letters.startsWith('mpesa')) return 'mpesa';
  return letters.startsWith('airtel') ? 'airtel' : 'card';
}

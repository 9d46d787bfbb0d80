// Notifies the merchant that an order changed: by the registered method, at the URL registered under the order's
// notification_id, again after a while if nobody says {"status": 200} (SPEC.md, Events; PROVIDER-FACTS, IPN).

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '#lib/text.ts';
import type { FaultTaker } from './faults.ts';
import { withParameters } from './formats.ts';
import type { IpnRegistration, IpnRegistrations } from './ipn.ts';
import type { SandboxOrder } from './orders.ts';

export type NotificationType = 'IPNCHANGE' | 'RECURRING';

/** How notifications are written: POST's content type and the casing of the names are disputed among integrators. */
export type NotificationStyle = { post: 'json' | 'form' | 'query'; names: 'PascalCase' | 'camelCase' };

/** Unpublished by the provider: tries in all, and the wait before the second, twice that before the third, … */
export type NotificationRetries = { tries: number; delayMs: number; timeoutMs: number };

/** One attempt at delivery. */
export type NotificationResult = {
  readonly at: number;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly order_tracking_id: string;
  readonly reference: string;
  readonly type: NotificationType;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly answer: { status: number; body: unknown } | 'none';
  /** The receiver answered HTTP 200 and JSON with the integer status 200 and what it was notified of. */
  readonly accepted: boolean;
};

export function createNotifier(deps: {
  registrations: Pick<IpnRegistrations, 'withId'>;
  faults: FaultTaker;
  retries: NotificationRetries;
  style: NotificationStyle;
  now: () => number;
  stopping: AbortSignal;
}) {
  const { registrations, faults, retries, now, stopping } = deps;
  const sent: NotificationResult[] = [];
  const underWay = new Set<Promise<unknown>>();
  let style = deps.style;

  return {
    sent,

    writeAs(changes: Partial<NotificationStyle>): void {
      style = { ...style, ...changes };
    },

    /** After a change of the order, subject to faults. Resolves when each copy was tried once. */
    async changed(order: SandboxOrder): Promise<void> {
      if (faults.take('noNotification')) return;
      const duplicates = faults.take('duplicateNotifications');
      await notify(order, { copies: duplicates ? (duplicates.copies ?? 3) : 1 });
    },

    notify,

    /** Resolves when no delivery or retry is under way. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };

  async function notify(
    order: SandboxOrder,
    how: { type?: NotificationType; copies?: number } = {},
  ): Promise<NotificationResult[]> {
    const registration = registrations.withId(order.notification_id);
    if (!registration) throw new Error(`No URL is registered under ${order.notification_id}`);
    const type = how.type ?? (order.kind === 'charge' ? 'RECURRING' : 'IPNCHANGE');
    return Promise.all(Array.from({ length: how.copies ?? 1 }, () => deliver(registration, order, type)));
  }

  /** Resolves after the first try; the others follow in the background. */
  async function deliver(
    registration: IpnRegistration,
    order: SandboxOrder,
    type: NotificationType,
  ): Promise<NotificationResult> {
    const first = attempt(registration, order, type, 1);
    const all = first.then(async (result) => {
      let { accepted } = result;
      for (let number = 2; number <= retries.tries && !accepted; number += 1) {
        await pause(retries.delayMs * (number - 1), stopping);
        if (stopping.aborted) return;
        accepted = (await attempt(registration, order, type, number)).accepted;
      }
    });
    underWay.add(all);
    void all.finally(() => underWay.delete(all));
    return first;
  }

  async function attempt(
    { url, method }: IpnRegistration,
    order: SandboxOrder,
    type: NotificationType,
    number: number,
  ): Promise<NotificationResult> {
    const reference = type === 'RECURRING' ? (order.account_number ?? order.id) : order.id;
    const at = now();
    const answer = await call(url, method, {
      OrderTrackingId: order.order_tracking_id,
      OrderMerchantReference: reference,
      OrderNotificationType: type,
    });
    const wanted = {
      orderNotificationType: type,
      orderTrackingId: order.order_tracking_id,
      orderMerchantReference: reference,
      status: 200,
    };
    const saysReceived =
      answer !== 'none' &&
      Object.entries(wanted).every(([name, value]) => Object(answer.body)[name] === value);
    const result: NotificationResult = {
      at,
      method,
      url,
      order_tracking_id: order.order_tracking_id,
      reference,
      type,
      attempt: number,
      answer,
      accepted: saysReceived && answer.status === 200,
    };
    sent.push(result);
    return result;
  }

  async function call(url: string, method: 'GET' | 'POST', pascal: Readonly<Record<string, string>>) {
    const parameters =
      style.names === 'PascalCase'
        ? pascal
        : Object.fromEntries(Object.entries(pascal).map(([name, value]) => [camelCase(name), value]));
    const inQuery = method === 'GET' || style.post === 'query';
    const body = inQuery
      ? {}
      : style.post === 'form'
        ? { body: new URLSearchParams(parameters) }
        : { body: JSON.stringify(parameters), headers: { 'content-type': 'application/json' } };
    try {
      const response = await fetch(inQuery ? withParameters(url, parameters) : url, {
        method,
        ...body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping, AbortSignal.timeout(retries.timeoutMs)]),
      });
      return { status: response.status, body: parseJson(await response.text()) };
    } catch {
      return 'none';
    }
  }
}

function camelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Resolves after so many milliseconds or once `delay` is settled, at the latest when `stopping` fires; never rejects. */
export async function pause(delay: number | Promise<unknown>, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return;
  const over =
    typeof delay === 'number'
      ? sleep(delay, undefined, { signal: stopping })
      : Promise.race([delay, once(stopping, 'abort')]);
  await over.catch(() => undefined);
}

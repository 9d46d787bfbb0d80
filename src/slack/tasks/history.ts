// The history of an order: *History* in a card's menu, `/pay history <reference>`. Only whoever asked sees it.
import type { Order } from '#orders/order.ts';
import { parseStoredReference } from '#orders/reference.ts';
import { historyCard } from '#slack/cards/history.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import { HISTORY_TEXT } from '#slack/text/deeds.ts';
import type { AuditRecord } from '#store/audit-record.ts';
import type { OrderStore } from '#store/store.ts';

/** Both reject when the store is down. */
export function createHistoryTask(deps: {
  orders: Pick<OrderStore, 'get' | 'findByReference'>;
  audit: Pick<AuditRecord, 'linesOf'>;
}) {
  const { orders, audit } = deps;

  async function answer(order: Order | undefined): Promise<MessageContent> {
    if (!order) return plainMessage(HISTORY_TEXT.unknown);
    const { lines, damaged } = await audit.linesOf(order.reference);
    const resend = order.successor && (await orders.get(order.successor.reference));
    return historyCard(order, { recorded: lines, isDamaged: damaged.length > 0, resend });
  }

  return {
    /** `value`: of a menu's item, the reference. */
    async ofItem(value: string): Promise<MessageContent> {
      const reference = parseStoredReference(value);
      return answer(reference && (await orders.get(reference)));
    },
    /** `words`: a reference in any spelling, without Slack's wrapping. */
    async ofWords(words: string): Promise<MessageContent> {
      if (!words.trim()) return plainMessage(HISTORY_TEXT.noWords);
      return answer(await orders.findByReference(words.trim()));
    },
  };
}

// An erased order with more messages than Slack takes edits a minute: the tries go on where the limit stopped the one before.
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '#lib/clock.ts';
import { LEASE_MS } from '#lib/with-lease.ts';
import { erased } from '#orders/forgetting.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { holdClaim } from '#queue/held-claim.ts';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { contentHashOf } from '#slack/cards/message.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { createSlackClients } from '#slack/connect/clients.ts';
import { createAlertChannels } from '#slack/delivery/alert-channels.ts';
import { createDelivery } from '#slack/delivery/delivery.ts';
import { createOutbound } from '#slack/delivery/outbound.ts';
import { createChannelPaces, createPace, ERASING } from '#slack/delivery/rate-limit.ts';
import { createSwitches } from '#slack/delivery/switches.ts';
import { openSqliteStore } from '#store/sqlite/sqlite-store.ts';
import { savesOf } from '#test/payments/status/rig.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const MINUTE_MS = 60_000;
const EDITS_A_MINUTE = 50;
const MESSAGES = 60;
const BOT_TOKEN = 'xoxb-stand-in-token';

async function start() {
  let now = 1_700_000_000_000;
  const clock: Clock = { now: () => now, after: () => () => {} };
  const slack = await startSlackSandbox({ signingSecret: 'secret', botToken: BOT_TOKEN, now: clock.now });
  const store = openSqliteStore({ file: ':memory:', clock });
  onTestFinished(async () => {
    await slack.stop();
    await store.close();
  });
  const { announcements: client } = createSlackClients({
    token: BOT_TOKEN,
    apiUrl: slack.apiUrl,
    reporter: { error: () => '', warn: () => {} },
    limited: () => {},
  });
  const { orders } = store;
  const paces = createChannelPaces(clock);
  const { deliver } = createDelivery({
    ...store,
    client,
    updates: createOrderUpdates({ orders, saves: savesOf(orders), clock, orderChanged: () => {} }),
    alertChannels: createAlertChannels({ ...store, clock }),
    threads: store.keyValues('threads'),
    switches: createSwitches({ ...store, clock }),
    merchantName: 'Duka la Amina',
    deliveredRequests: store.keyValues('told'),
    permissions: { approverRefusalFor: async () => 'no_approvers', refusalFor: async () => undefined },
    outboundFor: (confirm) => createOutbound(client, { clock, paces, confirm }),
    erasePace: createPace(clock, ERASING),
    clock,
    report: () => {},
    recorder: { record: async () => {} },
  });

  let edits = 0;
  slack.onChange(({ kind }) => {
    if (kind !== 'edited') return;
    edits += 1;
    if (edits === EDITS_A_MINUTE)
      slack.faults.always('chat.update', { kind: 'rateLimited', retryAfterSeconds: 60 });
  });

  const { sales, leads } = slack.channels;
  for (const channel of [sales, leads]) slack.invite(channel, slack.botUserId);

  async function post(channel: string, news: string, threadTs?: string): Promise<string> {
    const { ts = '' } = await client.chat.postMessage({
      channel,
      text: 'Zawadi has paid',
      metadata: { event_type: 'teller_order', event_payload: { reference: 'INV-1', news } },
      ...(threadTs ? { thread_ts: threadTs } : {}),
    });
    return ts;
  }

  return {
    slack,
    orders,
    sales,
    leads,
    post,
    /** Puts the erased order down, with its card and what was posted elsewhere. */
    async erase(cardTs: string, copies: readonly { channel: string; ts: string }[]) {
      const over = { state: 'cancelled', cancelledBy: 'U1', checksEndedAt: now } as const;
      const order = erased(
        sampleOrder('INV-1', { ...over, createdAt: now, changedAt: now, copies }),
        'U1',
        now,
      );
      const card = { channel: sales, ts: cardTs, contentHash: contentHashOf(orderCard(order)) };
      await orders.insert({ ...order, card }, { deliver: now });
      return order.reference;
    },
    /** As the worker does it, and a minute later Slack takes edits again. */
    async workForAMinute() {
      const [claim] = await orders.claim('deliver', { now, leaseMs: LEASE_MS, limit: 1 });
      if (claim) {
        const { claim: held } = holdClaim(claim, now, { orders, clock, leaseMs: LEASE_MS });
        await orders.complete(claim, await deliver(held));
      }
      now += MINUTE_MS;
      edits = 0;
      slack.faults.off('chat.update');
    },
  };
}

test.each(['replies in its thread', 'alerts and direct messages'])(
  'an erased order with more %s than Slack takes edits a minute is erased after some minutes, each message edited once',
  async (what) => {
    const { slack, orders, sales, leads, post, erase, workForAMinute } = await start();
    const cardTs = await post(sales, 'card');
    const copies: { channel: string; ts: string }[] = [];
    for (let count = 0; count < MESSAGES; count += 1) {
      if (what === 'replies in its thread') await post(sales, `paid-${count}`, cardTs);
      else copies.push({ channel: leads, ts: await post(leads, `paid-${count}`) });
    }
    const reference = await erase(cardTs, copies);
    for (let minute = 0; minute < 10; minute += 1) await workForAMinute();
    expect((await orders.get(reference))?.isErasing).toBeUndefined();
    const messages = [...slack.thread(sales, cardTs).slice(1), ...slack.messages(leads)];
    expect(messages.filter(({ text }) => text.includes('was erased'))).toHaveLength(MESSAGES);
    expect(messages.filter(({ text }) => text.includes('Zawadi'))).toEqual([]);
    // The one more was refused.
    expect(slack.callsTo('chat.update')).toHaveLength(MESSAGES + 1);
  },
);

// The task behind `/pay report`, with a real store and the stand-in for Slack, without the bot around it.
import { WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { momentOf } from '#lib/zoned-time.ts';
import { withEntries } from '#orders/entries.ts';
import type { Order } from '#orders/order.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import { createDeedRecorder } from '#slack/access/deed-recorder.ts';
import { contentOf, type MessageContent, type Reply } from '#slack/cards/message.ts';
import { createBotIdentity } from '#slack/connect/identity.ts';
import { createOutbound } from '#slack/delivery/outbound.ts';
import { createChannelPaces } from '#slack/delivery/rate-limit.ts';
import { createPostOnce } from '#slack/tasks/post-once.ts';
import { createReportTask } from '#slack/tasks/report.ts';
import { openStore } from '#store/open.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { silentLogger } from '#test/sandbox/slack/silent-logger.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const TIME_ZONE = 'Africa/Nairobi';
const NOON = momentOf('2026-11-25', '12:00', TIME_ZONE);

/** The clock is held at noon, so that no day ends in the middle of a test. */
export async function startReportRig() {
  const clock = createMovingClock();
  clock.hold();
  clock.advance(NOON - clock.now());
  const slack = await startSlackSandbox({ signingSecret: 'secret', botToken: 'xoxb-1', now: clock.now });
  const store = await openStore('sqlite::memory:', { clock });
  onTestFinished(async () => {
    await slack.stop();
    await store.close();
  });
  const client = new WebClient('xoxb-1', {
    slackApiUrl: slack.apiUrl,
    logger: silentLogger,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  const warnings: string[] = [];
  const replies: MessageContent[] = [];
  const reply: Reply = async (content) => {
    replies.push(contentOf(content));
  };
  const task = createReportTask({
    store,
    client,
    identity: createBotIdentity(client),
    outbound: createOutbound(client, { clock, paces: createChannelPaces(clock) }),
    channelAccess: createChannelAccess(client),
    postOnce: createPostOnce({
      leases: store.leases,
      keyValues: store.keyValues('shared'),
      digest: store.digest,
      clock,
    }),
    clock,
    timeZone: TIME_ZONE,
    reporter: { warn: (message) => warnings.push(message) },
    recorder: createDeedRecorder({
      audit: store.audit,
      clock,
      reporter: { error: () => 'incident' },
    }),
  });
  const direct = slack.dmOf(slack.users.agent);

  /** The value of *Post to channel* in the direct message. */
  function shareValue(): string {
    const [message] = slack.messages(direct);
    return /"value":"([^"]+)"/.exec(JSON.stringify(message?.blocks))?.[1] ?? '';
  }

  return {
    slack,
    store,
    warnings,
    replies,
    /** The direct messages of the agent who asks. */
    direct,
    answers: () => replies.map(({ text }) => text),
    ask: (words = '', channel = slack.channels.sales) =>
      task.report({ userId: slack.users.agent, channel, words, reply }),
    shareValue,
    /** Another agent, or `userId`, presses *Post to channel*. */
    share: (value = shareValue(), userId = slack.users.secondAgent) => task.share(value, { userId, reply }),
    clock,
    /** An order that was paid just now, with its entries. */
    async keep(name: string, own: Partial<Order> = {}): Promise<void> {
      const now = clock.now();
      const payment = {
        paid: { amount: '100', currency: 'KES' },
        method: 'MpesaKE',
        confirmationCode: 'SCJ8JQ26SW',
        payer: '2547xxx45678',
        paidAt: now,
      };
      const agent = slack.users.agent;
      const times = { createdAt: now, changedAt: now };
      const order = sampleOrder(name, { state: 'paid', agent, payments: [payment], ...times, ...own });
      await store.orders.insert(withEntries(order, undefined, TIME_ZONE));
    },
    /** The first message of a channel with its thread, as text. */
    threadIn(channel: string): string[] {
      const [root] = slack.messages(channel);
      return root ? slack.thread(channel, root.ts).map((message) => renderMessage(message)) : [];
    },
  };
}

// The Redis that leads dies with its last writes, and its replica takes over at the same address: what people and customers
// live through then, and that nothing of it happens when each write waits for a replica.
import { afterEach, describe, expect, it } from 'vitest';
import { isShort } from '#test/proofs/how-many.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import { type RedisWithReplica, startRedisWithReplica } from '#test/store/redis-with-replica.ts';
import { askStatus, openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let redis: RedisWithReplica;
let rig: Rig;

/** Two Tellers at work. The replica has all that they have written. */
async function begin(options = ''): Promise<void> {
  const server = await startRedisWithReplica();
  redis = { ...server, url: `${server.url}${options}` };
  rig = await startRig({}, { apart: true, replicas: 2, redis });
  await rig.idle();
  await untilCopied();
}

async function untilCopied(): Promise<void> {
  await until(async () => {
    const text = String(await redis.ask('INFO', 'replication'));
    const [leads, copied] = [/master_repl_offset:(\d+)/.exec(text), /slave0:.*offset=(\d+)/.exec(text)];
    return leads?.[1] === copied?.[1];
  });
}

/** Both Tellers serve at the new leader. */
async function failOver(): Promise<void> {
  await redis.failOver();
  const isReady = async () => (await fetch(`${rig.botUrl}/readyz`)).status === 200;
  await until(async () => (await isReady()) && (await isReady()));
}

/** Short enough that no claim runs out while its work is done. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 2) {
    rig.clock.advance(2_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await rig.idle();
}

/** Opens the form for a prompt and stops when Teller posts its card: the order is stored, and nobody was called. */
async function submitUntilCard(): Promise<void> {
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  rig.slack.faults.next('chat.postMessage', { kind: 'slow', ms: 2_500 });
  await rig.agent.submit();
  await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
  await untilCopied();
}

/**
 * Presses until the form says it, or closes for `''`, as people do. On a busy machine the answer may come after the three seconds that Slack waits, of
 * which two and a half may go to a Redis without its replica; and a copy may take longer than Teller waits for it.
 */
async function submitUntil(words: string): Promise<void> {
  await until(async () => {
    if (rig.readModal().includes('== send_prompt ==')) await rig.agent.submit();
    return words === '' ? rig.readModal() === '' : rig.readModal().includes(words);
  });
}

// Leads to minutes of checks; a short run has test/proofs/failover/lost-writes.redis.test.ts.
describe.skipIf(NO_REDIS || isShort)(`a replica of Redis that takes over${LEFT_OUT}`, () => {
  afterEach(async () => {
    await rig.stop();
    await redis.remove();
  });

  it('when the replica has everything, the Tellers find it at the old address and go on with every order', async () => {
    await begin();
    const { card, reference } = await sendPrompt(rig);
    await rig.idle();
    await untilCopied();
    await failOver();
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a prompt that the replica never heard of has rung once; its payment is not told, and whoever asks for it sees it', async () => {
    await begin();
    redis.holdReplica();
    const { card, reference } = await sendPrompt(rig);
    await failOver();
    await rig.provider.customer.pay(reference);
    await pass(60);
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.replies(card)).toEqual([]);
    expect(rig.readCard(card)).toContain(SAYS.waitingForPin);
    const status = await askStatus(rig, reference);
    expect(status).toContain(SAYS.paidNow);
    expect(status).toContain(SAYS.notMadeWithTeller);
  });

  it('a prompt whose call the replica never heard of is found at the payment service; it rings once, and its payment is told', async () => {
    await begin();
    await submitUntilCard();
    redis.holdReplica();
    await until(() => rig.provider.prompts.length === 1);
    await failOver();
    await pass(60);
    const { card, reference } = await theCard(rig, SAYS.waitingForPin);
    expect(rig.replies(card)).toEqual([]);
    expect(rig.readCard(card)).not.toContain('send_again');
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a payment that was told, which the replica never heard of, is found by asking and told again', async () => {
    await begin();
    const { card, reference } = await sendPrompt(rig);
    await rig.idle();
    await untilCopied();
    redis.holdReplica();
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    await failOver();
    await pass(60);
    await repliesOf(rig, card, 2, SAYS.paid);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(2);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('with ?replicas=1 nobody is called while the replica does not answer, and the form that says so works afterwards', async () => {
    await begin('?replicas=1');
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    redis.holdReplica();
    await submitUntil(SAYS.nothingSentTwice);
    expect(rig.provider.prompts).toEqual([]);
    await failOver();
    await submitUntil('');
    const { card, reference } = await theCard(rig, SAYS.waitingForPin);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.replies(card)).toHaveLength(1);
  });
});

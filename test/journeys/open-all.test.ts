// Everybody's open orders, for approvers: /pay open all.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addOpenPrompts } from '#test/peek.ts';
import { atStart, SAYS } from '#test/slack/text/phrases.ts';
import { createLink } from './agent.ts';
import { APPROVER, approver, notes, OTHER_APPROVER, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const read = () => notes(rig, approver(rig));
const ask = () => approver(rig).command(rig.slack.channels.sales, '/pay', 'open all');
const answers = () => rig.slack.ephemerals(APPROVER);

/** Puts orders into the store as if people had sent them; the newest is the last. */
async function haveOrders(
  count: number,
  own: (n: number) => ReturnType<Parameters<typeof addOpenPrompts>[2]>,
): Promise<void> {
  const references = Array.from({ length: count }, (_, n) => `ALL-${String(n).padStart(2, '0')}`);
  await addOpenPrompts(rig, references, (n) => ({
    channel: rig.slack.channels.sales,
    createdAt: rig.clock.now() - (count - n) * 60_000,
    ...own(n),
  }));
}

describe('/pay open all', () => {
  it('/pay open all lists every open order of everybody once, newest first, a page at a time, with the sum of all', async () => {
    const agents = [rig.agent.id, rig.slack.users.secondAgent];
    await haveOrders(60, (n) => ({ agent: agents[n % 2] ?? '' }));
    await ask();
    await until(() => read().length === 1);
    expect(read()[0]).toMatch(atStart(SAYS.everybodysOpen('60', 'orders', 'KES 90,000.00')));
    while (read().at(-1)?.includes('[more]')) {
      const before = answers().length;
      const last = answers().at(-1);
      if (!last) throw new Error('there is no list');
      await approver(rig).click(last, 'more');
      await until(() => answers().length > before);
    }
    expect(read().length).toBeGreaterThan(2);
    const listed = [
      ...read()
        .join('\n')
        .matchAll(/ALL-(\d\d)/g),
    ].map(([, n]) => Number(n));
    expect(listed).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n));
    expect(read().join()).not.toContain('712345678');
  });

  it('each order has two lines: amount, what for and customer; how long it waits, whose it is and its reference', async () => {
    await haveOrders(1, () => ({
      agent: rig.agent.id,
      description: 'Flour',
      customer: { firstName: 'Jane' },
      state: 'sending',
      requestedAt: rig.clock.now() - 900_000,
      outcomeUnknownAt: rig.clock.now() - 800_000,
    }));
    await ask();
    await until(() => read().length === 1);
    const [, ...rows] =
      read()[0]
        ?.split('\n')
        .filter((line) => line !== '') ?? [];
    expect(rows[0]).toMatch(/KES 1,500\.00.*Flour.*Jane/);
    expect(rows[1]).toContain(SAYS.noProviderAnswerYet);
    expect(rows[1]).toContain(`@${rig.agent.id}`);
    expect(rows[1]).toContain('ALL-00');
  });

  it('nobody’s open orders are one line', async () => {
    await ask();
    await until(() => read().length === 1);
    expect(read()).toEqual([`${SAYS.nobodyHasOpen}\n(Only visible to you)`]);
  });

  it('an approver who may not act otherwise sees them, and whoever is no approver any more gets no next page', async () => {
    await rig.restartWith({ ALLOWED_USERGROUPS: rig.agent.id });
    await haveOrders(60, () => ({ agent: rig.agent.id }));
    await ask();
    await until(() => read().length === 1);
    const list = answers()[0];
    if (!list) throw new Error('there is no list');
    await rig.restartWith({ APPROVER_USERGROUPS: OTHER_APPROVER });
    await approver(rig).click(list, 'more');
    await until(() => read().length === 2);
    expect(read()[1]).toContain(SAYS.onlyApprovers);
    expect(read()[1]).not.toContain('ALL-');
  });

  it('in a channel that another workspace reads too only the approver sees the list', async () => {
    const channel = rig.slack.channels.partners;
    rig.slack.invite(channel, APPROVER);
    await createLink(rig);
    rig.agent.close();
    await approver(rig).command(channel, '/pay', 'open all');
    await until(() => read().length === 1);
    expect(read()[0]).toContain(SAYS.everybodysOpen('1', 'order', 'KES 2,500.00'));
    expect(rig.slack.messages(channel).filter(({ user }) => user === rig.slack.botUserId)).toEqual([]);
  });
});

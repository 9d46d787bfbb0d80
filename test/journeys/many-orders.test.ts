// More open orders than fit into the answers: every one is reached with More, from /pay open, /pay cancel and Home.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atStart, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf } from './agent.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const answers = () => rig.slack.ephemerals(rig.agent.id, rig.slack.channels.sales);
const read = () => answers().map((answer) => renderMessage(answer));

/** The newest first, as the lists have them. */
async function createLinks(count: number) {
  const links: Awaited<ReturnType<typeof createLink>>[] = [];
  for (let made = 0; made < count; made += 1) {
    links.unshift(await createLink(rig, { id: `LINK-${made}` }));
    // Cards and news of one channel are posted about one a second.
    rig.clock.advance(2_000);
  }
  return links;
}

/** The references in the texts, in their order. */
function listed(texts: readonly string[]): string[] {
  return [...texts.join('\n').matchAll(/LINK-\d+/g)].map(([reference]) => reference);
}

async function more(): Promise<string[]> {
  const before = answers().length;
  const last = answers()[before - 1];
  if (!last) throw new Error('there is no list');
  await rig.agent.click(last, 'more');
  await until(() => answers().length > before);
  await rig.idle();
  return read().slice(before);
}

describe('more open orders than fit', () => {
  it('more open orders than /pay open lists are reached with More, also after the last listed one has ended', async () => {
    const links = await createLinks(50);
    const references = links.map(({ reference }) => reference);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => answers().length === 1);
    await more();
    const shown = listed(read());
    expect(shown.length).toBeGreaterThan(12);
    expect(shown).toEqual(references.slice(0, shown.length));
    expect(read()[0]).toMatch(atStart(SAYS.todayOpen(SAYS.noPaymentsYet, '50', 'KES 125,000.00')));
    expect(read()[1]).toContain(`… and ${50 - shown.length} more.\n[more]`);
    const last = links[shown.length - 1];
    if (!last) throw new Error('there is no list');
    await rig.provider.customer.pay(last.reference);
    await repliesOf(rig, last.card, 1, SAYS.paid);
    const rest = await more();
    while (rest.at(-1)?.includes('[more]')) rest.push(...(await more()));
    expect(listed(rest)).toEqual(references.slice(shown.length));
    // Fifty links take long.
  }, 300_000);

  it('more open orders than Home and the list of /pay cancel show are reached with More', async () => {
    const references = (await createLinks(17)).map(({ reference }) => reference);
    await rig.agent.openHome();
    await until(() => rig.slack.home(rig.agent.id));
    const home = rig.slack.home(rig.agent.id);
    if (!home) throw new Error('there is no Home');
    expect(listed([renderView(home)])).toEqual(references.slice(0, 10));
    await rig.agent.click(home, 'more', { value: references[9] ?? '' });
    const direct = () => rig.slack.history(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
    await until(() => direct().length === 1);
    expect(listed(direct())).toEqual(references.slice(10));

    await rig.agent.command(rig.slack.channels.sales, '/pay', 'cancel');
    await until(() => answers().length === 1);
    const shown = listed(read()).length;
    expect(shown).toBeLessThan(17);
    expect(listed([...read(), ...(await more())])).toEqual(references);
  });

  it('More says so when all that followed has ended', async () => {
    const links = await createLinks(17);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'cancel');
    await until(() => answers().length === 1);
    for (const { card, reference } of links.slice(listed(read()).length)) {
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);
    }
    expect((await more()).join()).toContain(SAYS.othersEnded);
  });
});

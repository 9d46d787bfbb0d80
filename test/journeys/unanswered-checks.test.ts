// After its last check an order is not answered: its money is expected no more, and Check now still asks the provider.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderMessage, renderView } from '#test/sandbox/slack/render/render.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, press, repliesOf } from './agent.ts';
import { digestChannels } from './digest-channels.ts';
import { goToNoon } from './noon.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

const DAY = 24 * 60 * 60_000;

async function pass(days: number): Promise<void> {
  rig.clock.advance(days * DAY);
  await rig.idle();
}

it('Check now: after the last check it finds the payment, which is announced', async () => {
  const { card, reference } = await createLink(rig);
  rig.agent.close();
  await pass(31);
  await until(() => rig.replies(card).length === 1);
  rig.provider.faults.noNotification();
  await rig.provider.customer.pay(reference);
  await pass(31);
  expect(rig.replies(card)).toHaveLength(1);
  await press(rig, card, 'check_order');
  const [, paid] = await repliesOf(rig, card, 2, SAYS.paid);
  expect(paid).toContain('KES 2,500.00');
});

it('Not answered: reports, digests and Home leave its money out of what is unpaid', async () => {
  const digests = digestChannels(rig);
  const { sales } = rig.slack.channels;
  const old = await createLink(rig);
  rig.agent.close();
  await pass(31);
  await until(() => rig.replies(old.card).length === 1);
  await createLink(rig, { amount: '700' });
  rig.agent.close();
  await pass(4);

  await rig.agent.command(sales, '/pay', 'report today');
  const reports = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
  await until(() => reports().some((text) => text.includes('700.00')));
  await rig.agent.openHome();
  const home = () => rig.slack.home(rig.agent.id);
  await until(() => home() && JSON.stringify(home()).includes('700.00'));
  await digests.set(sales, 'daily 18:00');
  rig.clock.advance(digests.untilTime('18:00'));
  await until(() => digests.digests(sales).length === 1);

  expect(reports().at(-1)).not.toMatch(/2,500\.00|3,200\.00/);
  const view = home();
  expect(view && renderView(view)).toMatch(/1 open.*KES 700\.00/);
  expect(digests.digests(sales)[0]).toContain('700.00');
  expect(digests.digests(sales)[0]).not.toMatch(/2,500\.00|3,200\.00/);
});

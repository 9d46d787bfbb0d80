// What people read of a payment without having asked, through the page: alerts, direct messages, Home.
import { expect, it } from 'vitest';
import { soon } from './browser.ts';
import { openSession } from './session.ts';

it('a payment is announced in a channel with alerts, once Teller is in it', async () => {
  const session = await openSession();
  const { leads } = session.environment.slack.channels;
  const invitation = await session.write('/invite @brian', { channel: leads });
  expect(invitation.note).toBe('Only Teller can be added: /invite @teller');
  await session.write('/invite @teller', { channel: leads });
  await session.write('/pay alerts on', { channel: leads });
  await soon(() => session.read(leads).join()).toContain('This channel now gets');
  await session.write('/pay alerts list', { channel: leads });
  await soon(() => session.readEphemerals(leads).join()).toMatch(/#leads: payments, reviews and refunds/);
  await session.createLink('INV-7');
  await session.act({ type: 'pay', trackingId: session.trackingId('INV-7') });
  await soon(() => session.read(leads).join('\n')).toMatch(/KES 2,500\.00 .* · card/);
});

it('a payment is announced to the agent directly when the channel is archived', async () => {
  const session = await openSession();
  const { slack, skip } = session.environment;
  await session.createLink('INV-7');
  expect(await session.write('/archive')).toEqual({});
  await session.act({ type: 'pay', trackingId: session.trackingId('INV-7') });
  await soon(() => {
    skip(30_000);
    return session.read(slack.dmOf(slack.users.agent)).join('\n');
  }).toContain('KES 2,500.00');
  expect((await session.write('Hello?')).note).toContain('sales is archived');
});

it('Home shows an open order, and by itself how it ended', async () => {
  const session = await openSession();
  const { slack, skip } = session.environment;
  const home = () => JSON.stringify(slack.home(slack.users.agent)?.blocks ?? '');
  await session.act({ type: 'openHome' });
  await soon(home).toContain('You have no open orders');
  await session.createLink('INV-7');
  await session.act({ type: 'openHome' });
  await soon(home).toContain('INV-7');
  await session.act({ type: 'pay', trackingId: session.trackingId('INV-7') });
  await soon(() => session.read().join('\n')).toContain('00 paid* ·');
  await soon(() => {
    skip(5_000);
    return home();
  }).toMatch(/You have no open orders.*Recent outcomes.*KES 2,500\.00 paid/);
});

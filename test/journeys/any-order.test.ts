// Anyone who may act does so on anyone's order: a colleague who requested none of these presses every button.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { createLink, type Sent, sendPrompt } from './agent.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let colleague: Person;
beforeEach(async () => {
  rig = await startRig();
  colleague = rig.slack.person(rig.slack.users.secondAgent);
});
afterEach(() => rig.stop());

const has = ({ card }: Sent, action: string) =>
  JSON.stringify(newest(rig, card).blocks).includes(`"${action}`);
const formOf = () => rig.slack.modal(colleague.id)?.callback_id;
const choose = ({ card, reference }: Sent, item: string) =>
  colleague.select(newest(rig, card), 'order_menu', `${item}:${reference}`);

async function link(state: 'open' | 'paid' | 'failed'): Promise<Sent> {
  const sent = await createLink(rig);
  rig.agent.close();
  const { customer } = rig.provider;
  if (state === 'paid') await customer.pay(sent.reference);
  if (state === 'failed') await customer.decline(sent.reference);
  const button = { open: 'share_whatsapp', paid: 'send_receipt', failed: 'send_again' }[state];
  await until(() => has(sent, button));
  await rig.idle();
  return sent;
}

describe('a colleague', () => {
  it.each<[what: string, state: 'open' | 'paid', item: string | undefined, action: string, answer: RegExp]>([
    ['Check now', 'open', 'check_order', '', /"name":"link"/],
    ['Share by WhatsApp', 'open', undefined, 'share_whatsapp', /https:\/\/wa\.me\//],
    ['Show QR code', 'open', undefined, 'show_qr', /"type":"image"/],
    ['Send receipt', 'paid', undefined, 'send_receipt', /\/r\/[\w-]/],
    ['History', 'paid', 'history', '', /U0AGENT001/],
  ])('Colleague: may use %s on an order of somebody else', async (_, state, item, action, answer) => {
    const sent = await link(state);
    const shown = () => rig.slack.ephemerals(colleague.id);
    await (item ? choose(sent, item) : colleague.click(newest(rig, sent.card), action));
    await until(() => shown().length > 0);
    expect(JSON.stringify(shown()[0])).toMatch(answer);
  });

  it('Colleague: cancels an order of somebody else, and is named on its card', async () => {
    const sent = await link('open');
    await choose(sent, 'cancel_order');
    await until(() => formOf() === 'cancel_order');
    await colleague.submit();
    await until(() => rig.provider.find(sent.reference)?.cancelledAt !== undefined);
    await until(() => rig.readCard(sent.card).includes(`@${colleague.id}`));
  });

  it('Colleague: resends an order of somebody else as their own', async () => {
    const sent = await link('failed');
    await colleague.click(newest(rig, sent.card), 'send_again');
    await until(() => formOf() === 'create_link');
    await colleague.submit();
    await until(() => rig.cards().length === 2);
    const next = rig.cards().at(-1);
    const reference = String(next?.metadata?.event_payload['reference']);
    await until(() => rig.readCard(sent.card).includes(reference));
    expect(next && rig.readCard(next)).toContain(`@${colleague.id}`);
    await until(() => rig.provider.find(reference) !== undefined);
  });

  it('Colleague: requests the balance of an order of somebody else', async () => {
    const sent = await sendPrompt(rig);
    await rig.provider.customer.pay(sent.reference, { amount: 500 });
    await until(() => has(sent, 'ask_for_rest'));
    rig.agent.close();
    await colleague.click(newest(rig, sent.card), 'ask_for_rest');
    await until(() => formOf() === 'send_prompt');
    await colleague.submit();
    await until(() => rig.provider.prompts.length === 2);
    expect(rig.provider.prompts.at(-1)).toMatchObject({ amount: 1000, msisdn: '254712345678' });
  });
});

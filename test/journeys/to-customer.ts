// What an agent reads after pressing what gives the customer something: the answer, and what is in it.

import type { Ephemeral, Message, View } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent } from './agent.ts';
import { renderMessage } from './reading.ts';
import { newest } from './resend.ts';
import { type Rig, until } from './rig.ts';

export const JANE = { first_name: 'Jane', last_name: 'Wanjiru', phone_number: '0712 345 678' };

/** What this person alone was shown last. */
export function lastOf(rig: Rig, userId = rig.agent.id): Ephemeral {
  return rig.slack.ephemerals(userId).at(-1) ?? fail('nothing was shown');
}

export function lastText(rig: Rig, userId = rig.agent.id): string {
  const shown = rig.slack.ephemerals(userId).at(-1);
  return shown ? renderMessage(shown) : '';
}

/** Presses a button of the newest card, or of a card of before, and reads the answer. */
export async function answerTo(
  rig: Rig,
  { card }: Sent,
  action: string,
  shown: Message = newest(rig, card),
): Promise<string> {
  const before = rig.slack.ephemerals(rig.agent.id).length;
  await rig.agent.click(shown, action, { isOld: true });
  await until(() => rig.slack.ephemerals(rig.agent.id).length > before);
  return lastText(rig);
}

/** The window that is open. */
export function windowOf(rig: Rig): View {
  return rig.slack.modal(rig.agent.id) ?? fail('no window is open');
}

/** Closes what is open, and chooses an item of an order's menu in Home. */
export async function chooseInHome(rig: Rig, item: string): Promise<void> {
  rig.agent.close();
  await rig.agent.openHome();
  await until(() => rig.slack.home(rig.agent.id));
  const home = rig.slack.home(rig.agent.id) ?? fail('there is no Home');
  await rig.agent.select(home, 'order_menu', item);
}

export async function paidLink(rig: Rig, values = {}): Promise<Sent> {
  const sent = await createLink(rig, { ...JANE, ...values });
  rig.agent.close();
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.paid);
  return sent;
}

/** Where the button of the last answer leads that opens WhatsApp. */
export function whatsApp(rig: Rig): URL {
  const [, url = ''] = /\[open_whatsapp\] \((\S+)\)/.exec(lastText(rig)) ?? [];
  return new URL(url);
}

/** The order's history. */
export async function recorded(rig: Rig, reference: string): Promise<string> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', `history ${reference}`);
  await until(() => lastText(rig).includes(SAYS.historyOf(reference)));
  return lastText(rig);
}

export function fail(why: string): never {
  throw new Error(why);
}

// What an agent does in most journeys: opens a form, fills it in, submits it, and reads the card.

import { expect } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { insist } from './insist.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';
import { tickBoxOf } from './tick-box.ts';

export type Sent = { readonly reference: string; readonly card: Message };

/** Types `/pay …` and waits for the form. */
export async function openForm(rig: Rig, words: string, channel = rig.slack.channels.sales): Promise<void> {
  await insist(
    () => rig.agent.command(channel, '/pay', words),
    () => shownTo(rig).join(),
    () => /== (send_prompt|create_link) ==/.test(rig.readModal()),
  );
}

/** Sends a PIN prompt for KES 1,500 and waits until the provider has answered. */
export async function sendPrompt(rig: Rig, values: Record<string, Typed> = {}): Promise<Sent> {
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  return submitPrompt(rig, values);
}

/** Submits the open form for a prompt, agreeing to what it asks: the form closes, and the new card `shows` this. */
export async function submitPrompt(
  rig: Rig,
  values: Record<string, Typed> = {},
  { person = rig.agent, shows = SAYS.waitingForPin } = {},
): Promise<Sent> {
  const before = rig.cards().length;
  await person.submit(values);
  if (rig.readModal(person).includes('☐')) await tick(rig, person);
  expect(rig.readModal(person)).toBe('');
  await until(() => rig.cards().length > before);
  return theCard(rig, shows);
}

/** Agrees to what the form asks, such as the same prompt again, and sends it once more. */
export async function tick(rig: Rig, person = rig.agent): Promise<void> {
  const view = rig.slack.modal(person.id);
  const ticked = view ? tickBoxOf(view) : {};
  if (Object.keys(ticked).length === 0) throw new Error('the form asks nothing');
  await person.submit(ticked);
}

/** Creates a payment link for KES 2,500 and waits until the provider has answered. */
export async function createLink(rig: Rig, values: Record<string, Typed> = {}): Promise<Sent> {
  await openForm(rig, 'link 2500 School fees');
  await submitLink(rig, values);
  await until(() => rig.readModal().includes(SAYS.linkReady));
  return theCard(rig, SAYS.waitingForPayment);
}

/** The same each month from 15 January to 15 December 2031, made on 10 January. */
export async function createMonthlyLink(rig: Rig, values: Record<string, Typed> = {}): Promise<Sent> {
  rig.clock.advance(Date.parse('2031-01-10T09:00:00Z') - rig.clock.now());
  await rig.idle();
  const monthly = { frequency: 'MONTHLY', start_date: '2031-01-15', end_date: '2031-12-15' };
  return createLink(rig, { ...monthly, ...values });
}

/** Fills in the form for a link and sends it; what only a recurring one needs is there once "Repeat" is chosen. */
export async function submitLink(rig: Rig, { frequency, ...values }: Record<string, Typed>): Promise<void> {
  if (frequency !== undefined) await chooseRepeat(rig, frequency);
  await rig.agent.submit(values);
}

export async function chooseRepeat(rig: Rig, frequency: Typed): Promise<void> {
  const form = rig.slack.modal(rig.agent.id);
  if (!form) throw new Error('no form is open');
  await rig.agent.select(form, 'frequency', frequency);
  await until(() => rig.readModal().includes('start_date'));
}

/** Presses what the card has for this: a button, or an item of its menu, which asks in a form whether to cancel. */
export async function press(
  rig: Rig,
  { channel, ts }: Message,
  action: 'check_order' | 'cancel_order',
  person = rig.agent,
): Promise<void> {
  const card = rig.slack.thread(channel, ts).find((message) => message.ts === ts);
  if (!card) throw new Error('the card is gone');
  if (!JSON.stringify(card.blocks).includes(`"${action}:`)) {
    await person.click(card, action);
    return;
  }
  await person.select(card, 'order_menu', `${action}:${String(card.metadata?.event_payload['reference'])}`);
  if (action === 'check_order') return;
  await until(() => rig.readModal(person).includes('== cancel_order =='));
  await person.submit();
}

/** The newest card, once it says what is expected. */
export async function theCard(rig: Rig, expected: string, channel?: string): Promise<Sent> {
  await until(() => {
    const card = rig.cards(channel).at(-1);
    return card && rig.readCard(card).includes(expected);
  });
  const card = rig.cards(channel).at(-1);
  if (!card) throw new Error('there is no card');
  return { card, reference: String(card.metadata?.event_payload['reference']) };
}

/** Types `/pay …`; what only the agent reads after that, as text. */
export async function answersTo(rig: Rig, words: string): Promise<() => string> {
  const shown = () => rig.slack.ephemerals(rig.agent.id);
  const before = shown().length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', words);
  return () =>
    shown()
      .slice(before)
      .map((one) => renderMessage(one))
      .join('\n');
}

/** What Teller answers to `/pay …`, once it has. */
export async function answerTo(rig: Rig, words: string): Promise<string> {
  const answers = await answersTo(rig, words);
  await until(() => answers() !== '');
  return answers();
}

/** The order's customer pays, its thread says so, and nothing is open in Slack. */
export async function payFor(rig: Rig, sent: Sent): Promise<Sent> {
  rig.agent.close();
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.paid);
  await rig.idle();
  return sent;
}

/** All that only this person has read, oldest first. */
export function shownTo(rig: Pick<Rig, 'slack' | 'agent'>, userId = rig.agent.id): string[] {
  return rig.slack.ephemerals(userId).map((one) => renderMessage(one));
}

/** Types `/pay status …`, and what the agent reads. */
export async function askStatus(rig: Rig, words: string): Promise<string> {
  const before = shownTo(rig).length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', `status ${words}`);
  await until(() => shownTo(rig).length > before);
  return shownTo(rig).at(-1) ?? '';
}

/** Waits until the card says `state` and the thread has `count` replies, and answers these. */
export async function repliesOf(rig: Rig, card: Message, count: number, state: string): Promise<string[]> {
  await until(() => rig.replies(card).length >= count && rig.readCard(card).includes(state));
  return rig.replies(card);
}

/** Copies of a notification share one check, so the next one waits until ten seconds after it: the clock passes them. */
export function letCopiesPass(rig: Rig): void {
  rig.clock.advance(10_000);
}

/** An order in KES that the provider has and Teller does not: made by another system of the same merchant. Its tracking id. */
export async function makeExternally(rig: Rig, id: string, amount: number): Promise<string> {
  const { baseUrl, consumerKey, consumerSecret } = rig.provider;
  const post = async (path: string, body: unknown, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };
  const { token } = await post('/Auth/RequestToken', {
    consumer_key: consumerKey,
    consumer_secret: consumerSecret,
  });
  const made = await post(
    '/Transactions/SubmitOrderRequest',
    {
      id,
      currency: 'KES',
      amount,
      description: 'Made elsewhere',
      callback_url: 'http://shop.test/',
      notification_id: rig.provider.registrations()[0]?.ipn_id,
      billing_address: {},
    },
    token,
  );
  if (!made['order_tracking_id']) throw new Error('the service took no order');
  return made['order_tracking_id'];
}

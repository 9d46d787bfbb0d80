// People who approve, and what they do: for the journeys of approvals and refunds.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Message, View } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, type Sent, sendPrompt, shownTo, submitPrompt } from './agent.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

export const APPROVER = 'U0APPROVER';
export const OTHER_APPROVER = 'U0APPROVER2';

export function approver(rig: Rig): Person {
  return rig.slack.person(APPROVER);
}

export function otherApprover(rig: Rig): Person {
  return rig.slack.person(OTHER_APPROVER);
}

/** Two approvers; orders above KES 10,000 need one. */
export const APPROVERS_ENV = {
  APPROVER_USERGROUPS: `${APPROVER}, ${OTHER_APPROVER}`,
  APPROVAL_ABOVE: 'KES 10000',
} as const;

/** The two approvers beside the agents. The agent of the rig is no approver. */
export async function startApproversRig(
  env: Record<string, string> = {},
  options: Parameters<typeof startRig>[1] = {},
): Promise<Rig> {
  const rig = await startRig({ ...APPROVERS_ENV, ...env }, options);
  for (const [id, name] of [
    [APPROVER, 'baraka'],
    [OTHER_APPROVER, 'chiku'],
  ] as const) {
    rig.slack.addUser({ id, name });
    rig.slack.invite(rig.slack.channels.sales, id);
  }
  return rig;
}

/** Asks for KES 60,000 by a prompt, and waits until its card says that it waits, and is stored: before, its buttons decide nothing. */
export async function askForPrompt(rig: Rig, words = 'prompt 0712345678 60000 Generator'): Promise<Sent> {
  await openForm(rig, words);
  const sent = await submitPrompt(rig, {}, { shows: SAYS.waitsForApproval });
  await rig.idle();
  return sent;
}

/** A prompt for KES 1,500 that the customer has paid. */
export async function paidPrompt(rig: Rig): Promise<Sent> {
  const sent = await sendPrompt(rig);
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.paid);
  rig.agent.close();
  return sent;
}

/** One whose refund was asked for, and which an approver has approved. */
export async function approvedRefund(rig: Rig): Promise<Sent> {
  const sent = await paidPrompt(rig);
  await askRefund(rig, sent.card);
  await approver(rig).click(asking(rig, sent.card), 'approve');
  return sent;
}

/** The confirmation code that the card shows. */
export function codeOf(rig: Rig, card: Message): string {
  return /`(\w+)`/.exec(rig.readCard(card))?.[1] ?? '';
}

/** The reply with the newest request to pay back. */
export function asking(rig: Rig, card: Message): Message {
  return replyWith(rig, card, SAYS.refundRequested);
}

/** The card as it stands now. */
export function newest(rig: Rig, { channel, ts }: Message): Message {
  const [card] = rig.slack.thread(channel, ts);
  if (!card) throw new Error('the card is gone');
  return card;
}

/** The reply of its thread with this in it. */
export function replyWith(rig: Rig, { channel, ts }: Message, text: string): Message {
  const reply = rig.slack
    .thread(channel, ts)
    .slice(1)
    .findLast((one) => renderMessage(one).includes(text));
  if (!reply) throw new Error(`no reply says ${text}`);
  return reply;
}

/** What only this person has read, oldest first. */
export function notes(rig: Rig, { id }: Pick<Person, 'id'>): string[] {
  return shownTo(rig, id);
}

/** The direct messages of Teller to this person. */
export function directTo(rig: Rig, id: string): Message[] {
  return rig.slack.history(rig.slack.dmOf(id)).filter(({ user }) => user === rig.slack.botUserId);
}

/** What Home shows this person. */
export function homeOf(rig: Rig, { id }: Pick<Person, 'id'>): View {
  const view = rig.slack.home(id);
  if (!view) throw new Error('there is no Home');
  return view;
}

/** Preferences the notifications of requests off in Home. */
export async function switchOffRequests(rig: Rig, person: Person): Promise<void> {
  await person.openHome();
  await until(() => renderView(homeOf(rig, person)).includes('[tell_directly off]'));
  await rig.idle();
  await person.click(homeOf(rig, person), 'tell_directly');
  await until(() => renderView(homeOf(rig, person)).includes('[tell_directly on]'));
}

/** The direct messages about requests, which have buttons or say how the request ended. */
export function requestsTo(rig: Rig, id: string): Message[] {
  return directTo(rig, id).filter(({ metadata }) =>
    String(metadata?.event_payload['news']).startsWith('waits-'),
  );
}

/** Declines in the form, with a reason. */
export async function declineBecause(
  rig: Rig,
  person: Person,
  message: Message,
  reason: string,
): Promise<void> {
  await person.click(message, 'decline');
  await until(() => rig.readModal(person).includes('== decline =='));
  await person.submit({ reason });
}

/** Chooses *Refund* in the card's menu, and waits for the form. */
export async function openRefund(rig: Rig, card: Message, person = rig.agent): Promise<void> {
  const reference = String(card.metadata?.event_payload['reference']);
  await person.select(newest(rig, card), 'order_menu', `refund_order:${reference}`);
  await refundForm(rig, person);
}

export async function refundForm(rig: Rig, person = rig.agent): Promise<void> {
  await until(() => rig.readModal(person).includes('== refund_order =='));
}

/** Asks for the whole payment, and waits until its thread has the request. */
export async function askRefund(rig: Rig, card: Message, remarks = 'Wrong size'): Promise<void> {
  await openRefund(rig, card);
  await rig.agent.submit({ remarks });
  await until(() => rig.replies(card).some((reply) => reply.includes('[approve]')));
  rig.agent.close();
}

// What a submitted form turns into: itself with questions and a box to tick, or a view with the outcome. A tick confirms what the
// box's value names, and nothing that is typed afterwards.
import { createHash } from 'node:crypto';
import type { ViewOutput } from '@slack/bolt';
import type { AnyBlock, KnownBlock, ModalView } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#orders/order-fields.ts';
import { paidFor } from '#orders/payments.ts';
import type { Reference } from '#orders/reference.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { networkMismatch } from '#provider/networks.ts';
import { shareButtons } from '#slack/card/buttons.ts';
import { CARD_TEXT } from '#slack/card/text.ts';
import { describeFailure, describeWhat, plainMoney } from '#slack/text/orders.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import { buttonRow, context, copyable, facts, plainSection, section } from '#slack/ui/blocks.ts';
import { type FormState, fieldOf, modalOf } from '#slack/ui/fields.ts';
import { bold, channel, emoji, foreign, line, link, ours } from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { say } from '#slack/ui/say.ts';
import type { OrderInput, PromptInput } from './forms.ts';

/** `key`: says what a tick confirms. `box`: what stands beside the box. */
export type Question = { readonly key: string; readonly sentence: string; readonly box?: string };

export const NOT_TICKED = 'Tick this to send, or change the form.';

/** Slack keeps the key, so number, method and amount are hashed, with the form's id as salt. */
function questionKey(
  about: 'same' | 'network' | 'cents',
  { prompt, amount }: Pick<PromptInput, 'prompt' | 'amount'>,
  formId: string,
): string {
  const asked = [formId, prompt.msisdn, prompt.method, amount.amount].join(' ');
  return `${about}-${createHash('sha256').update(asked).digest('base64url').slice(0, 12)}`;
}

export function questionsAbout(input: OrderInput, formId: string): Question[] {
  if (input.kind === 'link') return [];
  const { prompt, amount } = input;
  const questions: Question[] = [];
  const network = networkMismatch(prompt.msisdn, prompt.method);
  if (network) {
    const advice = network.method ? `Choose ${nameOfMethod(network.method)}` : 'Create a link instead';
    const sentence = `This looks like a ${network.name} number. ${nameOfMethod(prompt.method)} may not reach it. ${advice}, unless the customer switched networks.`;
    questions.push({ key: questionKey('network', input, formId), sentence });
  }
  if (prompt.method === 'MpesaKE' && amount.amount.includes('.')) {
    const sentence = 'M-PESA takes whole shillings. Leave out the cents.';
    questions.push({ key: questionKey('cents', input, formId), sentence });
  }
  return questions;
}

export function duplicateQuestion(draft: Draft, order: Order, now: number): Question {
  const requestedAt = order.requestedAt ?? order.createdAt;
  const newest = Math.max(requestedAt, order.payments ? order.changedAt : 0);
  return {
    key: `${duplicateKey(draft)}.${nameInKey(order)}.${newest.toString(36)}`,
    sentence: sameAgain(order, Math.floor((now - requestedAt) / 60_000)),
  };
}

/** Short, because it has to fit into the box's value. */
const nameInKey = ({ reference }: Order) =>
  createHash('sha256').update(reference).digest('base64url').slice(0, 6);

function duplicateKey({ prompt, amount, formId }: Draft): string {
  if (!prompt?.msisdn) return '';
  const { msisdn, method } = prompt;
  return questionKey('same', { prompt: { msisdn, method }, amount }, formId);
}

/**
 * A tick agrees to the prompt that was named, though it is requested only afterwards, and to those with which the customer had
 * been asked by then: not to one with which somebody else has asked since, and to none that was paid since.
 */
export function allowedDuplicates(draft: Draft, confirmed: readonly string[]): (sent: Order) => boolean {
  const start = `${duplicateKey(draft)}.`;
  const ticked = confirmed
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length).split('.'));
  return (sent) =>
    ticked.some(([name, newest = '']) => {
      const at = Number.parseInt(newest, 36);
      const isPaidSince = sent.payments !== undefined && sent.changedAt > at;
      return !isPaidSince && (name === nameInKey(sent) || (sent.requestedAt ?? sent.createdAt) <= at);
    });
}

export function sameAgain(order: Order, minutes: number): string {
  const phone = order.prompt?.msisdn ? maskMsisdn(order.prompt.msisdn) : 'This number';
  const money = formatMoney(order.amount);
  const name = `(${order.reference})`;
  if (order.state === 'waiting') {
    const waits = waitsToBeSent(order) ? 'is approved and not sent yet' : 'needs approval';
    return `A prompt for ${money} to ${phone} ${waits} ${name}. Both could be paid.`;
  }
  const ago = ['less than a minute', 'a minute'][Math.max(0, minutes)] ?? `${minutes} minutes`;
  const sum = paidFor(order);
  const outcomes: { [State in OrderState]?: string } = {
    paid: ` and paid it ${name}. Send another only for something else.`,
    review: ` and paid ${sum ? plainMoney(sum) : 'an unknown amount'} ${name}. Check its card first. Send another only for something else.`,
    reversed: `, and the payment was refunded ${name}. Send another only if it’s due again.`,
  };
  const outcome = outcomes[order.state] ?? ` ${name}. Both could be paid.`;
  return `${phone} got a prompt for ${money} ${ago} ago${outcome}`;
}

/** Later boxes end in `.2`, `.3`…: Slack would keep the tick of a box of the same name. */
export const AGAIN = 'again';

/** Slack keeps what was typed into the form's fields. */
export function withQuestions(view: ViewOutput, questions: readonly Question[]): ModalView {
  const form = modalOf(view);
  const isAsked = (block: AnyBlock) => fieldOf(block) === AGAIN;
  const boxes = form.blocks.filter((block) => isAsked(block) && block.type === 'input');
  const number = Number(boxes[0]?.block_id?.split('.')[1] ?? boxes.length);
  const boxId = number === 0 ? AGAIN : `${AGAIN}.${number + 1}`;
  const others = form.blocks.filter((block) => !isAsked(block));
  return { ...form, blocks: [...questionBlocks(boxId, questions), ...others] };
}

export function questionBlocks(boxId: string, questions: readonly Question[]): KnownBlock[] {
  return [
    ...questions.map(({ sentence, key }) => ({ ...plainSection(sentence), block_id: `${AGAIN}.${key}` })),
    tickBox(boxId, questions),
  ];
}

export function boxAsking(view: ViewOutput, questions: readonly Question[]): string | undefined {
  return (view.blocks as KnownBlock[]).find(
    (block) =>
      block.type === 'input' &&
      block.element.type === 'checkboxes' &&
      block.element.action_id === AGAIN &&
      block.element.options[0]?.value === boxValue(questions),
  )?.block_id;
}

/** Questions may share a key, and Slack takes 75 characters. */
function boxValue(questions: readonly Question[]): string {
  return [...new Set(questions.map(({ key }) => key))].join(' ');
}

export function tickBox(blockId: string, questions: readonly Question[]): KnownBlock {
  const text = questions.find(({ box }) => box)?.box ?? 'Send anyway';
  const option = { text: { type: 'plain_text', text }, value: boxValue(questions) } as const;
  return {
    type: 'input',
    block_id: blockId,
    optional: true,
    label: { type: 'plain_text', text: 'Confirm' },
    element: { type: 'checkboxes', action_id: AGAIN, options: [option] },
  };
}

export function agreedTo(state: FormState): readonly string[] {
  const ticked = Object.values(state).flatMap((block) => block[AGAIN]?.selected_options ?? []);
  return ticked.flatMap(({ value }) => value.split(' '));
}

export function contentView(title: string, blocks: KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: 'outcome',
    title: { type: 'plain_text', text: title },
    close: { type: 'plain_text', text: 'Close' },
    blocks,
  };
}

export function messageView(title: string, sentence: string): ModalView {
  return contentView(title, [plainSection(sentence)]);
}

export function sendingView(title: string): ModalView {
  return contentView(title, [
    section(say`*Creating the link…* You can close this window. The card shows the link.`),
  ]);
}

/** Of a link, right after sending. */
export function outcomeView(title: string, order: Order, cardUrl?: string): ModalView {
  const { state, reference, provider } = order;
  const money = formatMoney(order.amount);
  const news = isDirectMessage(order.channel)
    ? say`Updates appear in the card’s thread, in your messages with Teller.`
    : say`Updates appear in the card’s thread in ${channel(order.channel)}.`;
  const view = (...blocks: KnownBlock[]) => contentView(title, blocks);
  if (state === 'pending' && provider.redirectUrl)
    return view(
      line([emoji('link'), ours(' '), bold(money)], [foreign(describeWhat(order))]),
      copyable(provider.redirectUrl),
      ...buttonRow(shareButtons(reference)),
      context(cardUrl ? say`Updates appear in ${link('the card’s thread', cardUrl)}.` : news),
    );
  const name = { type: 'plain_text', text: reference, emoji: false } as const;
  const footer: KnownBlock = { type: 'context', elements: [name, ...context(news).elements] };
  const failure = order.failure && describeFailure(order.failure);
  const details = [
    failure?.providerText ? [ours(`${CARD_TEXT.providerSays} `), foreign(failure.providerText, 300)] : [],
    failure?.incident ? [ours(`Incident ${failure.incident}`)] : [],
  ].filter((part) => part.length > 0);
  const lines = details.length > 0 ? [line(...details)] : [];
  switch (state) {
    case 'sending': {
      const noAnswer = section(say`*No answer from Pesapal yet.*`);
      return view(noAnswer, plainSection('The link will be on the card.'), ...lines, footer);
    }
    case 'waiting':
      return view(
        section(say`*${money} needs approval.* An approver has 24 hours. Nothing is sent until then.`),
        footer,
      );
    case 'not_sent':
    case 'failed': {
      if (!failure) return view(footer);
      const said = section(say`${bold(failure.what, 300)} ${foreign(failure.next, 300)}`);
      return view(said, ...lines, { type: 'context', elements: [name] });
    }
    case 'pending':
      return view(footer);
    case 'paid':
      return view(section(say`*${money} has been paid.*`), footer);
    default:
      return view(section(say`*${money}*: the card in the channel shows how it went.`), footer);
  }
}

export function withReference({ blocks }: MessageContent, reference: Reference | undefined): MessageContent {
  return message([...blocks, ...facts([['Reference', reference]])]);
}

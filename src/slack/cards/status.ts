// The answer to a look-up: how a payment stands, said so that it can be read without its card. Pure.

import type { KnownBlock } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { maskNumbers } from '#lib/msisdn.ts';
import type { Elsewhere, FindResult } from '#payments/status/find.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { describeFailure, describeMethod } from '#slack/text/orders.ts';
import { describeOutcome, FIND_TEXT } from '#slack/text/tasks.ts';
import { context, type Fact, facts, linkButton, note, section, slackDate } from './blocks.ts';
import { checkButton, shareButton } from './buttons.ts';
import { type MessageContent, orderCard } from './order-card.ts';

export type StatusOptions = {
  /** The words that were looked up. */
  readonly asked: string;
  /** Where the order's card is, if it has one. */
  readonly cardUrl?: string | undefined;
  /** `sharer`: the Slack id of who posted it to the channel; without one the answer is for one person. */
  readonly sharer?: string | undefined;
  /** Whether a button to post it to the channel makes sense here. */
  readonly canShare: boolean;
  readonly now: number;
};

export function statusCard(found: FindResult, options: StatusOptions): MessageContent {
  switch (found.status) {
    case 'ours': {
      const { order, stale } = found;
      const card = orderCard(order);
      const blocks = card.blocks.filter(({ type }) => type !== 'actions');
      const more = [
        ...(order.state === 'cancelled' ? [note(FIND_TEXT.cancelledHere)] : []),
        ...(stale ? [note(`${describeFailure(stale).what} ${FIND_TEXT.stale}`)] : []),
        ...footer(options, stale ? undefined : options.now),
        ...actions([
          ...(options.cardUrl ? [linkButton('open_card', 'Open its card', options.cardUrl)] : []),
          ...(stale ? [checkButton(order.reference)] : []),
          ...(options.canShare ? [shareButton(order.reference)] : []),
        ]),
      ];
      return { text: card.text, blocks: [...blocks, ...more] };
    }
    case 'elsewhere':
      return elsewhereCard(found.elsewhere, options);
    case 'none':
      return plainCard(FIND_TEXT.none(options.asked));
    case 'unanswered': {
      const { what, said, incident } = describeFailure(found.failure);
      const details = [said, incident ? `Incident ${incident}.` : ''].filter(Boolean).join(' · ');
      return plainCard([what, FIND_TEXT.unanswered, details].filter(Boolean).join(' '));
    }
  }
}

/** One sentence. */
export function plainCard(text: string): MessageContent {
  return { text: escapeMrkdwn(text), blocks: [note(text)] };
}

function elsewhereCard(found: Elsewhere, options: StatusOptions): MessageContent {
  const headline = `*${formatMoney(found.money)}* · *${describeOutcome(found.outcome)}*`;
  const rows: Fact[] = [
    ['Reference', found.reference],
    ...(found.payment
      ? ([
          [
            'Paid with',
            [describeMethod(found.payment.method), maskNumbers(found.payment.payer)]
              .filter(Boolean)
              .join(', '),
          ],
          ['Confirmation code', found.payment.confirmationCode],
        ] as const)
      : []),
    ...(found.serviceMessage ? ([['The service says', maskNumbers(found.serviceMessage)]] as const) : []),
    ['Tracking id', found.trackingId],
  ];
  const details = facts(rows);
  return {
    text: `${formatMoney(found.money)} · ${describeOutcome(found.outcome)}`,
    blocks: [
      section(headline),
      ...(details ? [details] : []),
      ...(found.createdAt === undefined ? [] : [context(slackDate(found.createdAt))]),
      note(FIND_TEXT.elsewhere),
      ...footer(options, options.now),
      ...actions(options.canShare ? [shareButton(found.trackingId)] : []),
    ],
  };
}

function footer({ sharer }: StatusOptions, askedAt: number | undefined): KnownBlock[] {
  const parts = [
    ...(askedAt === undefined ? [] : [`Asked from the payment service ${slackDate(askedAt)}`]),
    ...(sharer ? [`posted by <@${sharer}>`] : []),
  ];
  return parts.length > 0 ? [context(parts.join(' · '))] : [];
}

function actions(elements: ReturnType<typeof checkButton>[]): KnownBlock[] {
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}

// Who did what with an order and when, oldest first, for whoever asks. Pure.
import { type AuditLine, OPERATOR, TELLER } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import { describeReference } from '#slack/text/card.ts';
import { describeDeed, HISTORY_TEXT } from '#slack/text/deeds.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { plainSection } from './blocks.ts';
import { fitsMessage } from './limits.ts';
import { bold, channel, date, lines, ours, type Parts, person } from './line.ts';
import type { MessageContent } from './message.ts';

/** A list of more is not read. Fewer when they are long. */
const MAX_LINES = 40;

/** `recorded`: the lines of the order, oldest first. `isDamaged`: some of them cannot be read. */
export function historyCard(
  order: Order,
  { recorded, isDamaged }: { recorded: readonly AuditLine[]; isDamaged: boolean },
): MessageContent {
  const isFromBefore = order.kind !== 'charge' && !recorded.some(({ deed }) => BEGINNINGS.includes(deed));
  // What the order itself says of its beginning.
  const begun = isFromBefore
    ? [lineOf({ at: order.createdAt, who: order.agent, deed: 'asked', outcome: '' })]
    : [];
  const name = describeReference(order.reference);
  const last = recorded.at(-1);
  const text = HISTORY_TEXT.sentence(escapeMrkdwn(name), recorded.length, last ? describeDeed(last) : '');
  const newest = (count: number): MessageContent => {
    const left = recorded.length - count;
    const notes = [
      ...(left > 0 ? [HISTORY_TEXT.later(left)] : []),
      ...(isFromBefore ? [HISTORY_TEXT.before] : []),
      ...(order.kind === 'charge' && recorded.length === 0 ? [HISTORY_TEXT.charge] : []),
      ...(isDamaged ? [HISTORY_TEXT.damaged] : []),
    ];
    return {
      text: [text, ...notes].join(' '),
      blocks: [
        lines([[bold(HISTORY_TEXT.title(name))]], ...begun, ...recorded.slice(left).map(lineOf)),
        ...notes.map((sentence) => plainSection(sentence)),
      ],
    };
  };
  let count = Math.min(recorded.length, MAX_LINES);
  while (count > 1 && !fitsMessage(newest(count).blocks)) count -= 1;
  return newest(count);
}

/** With one of these the record of an order begins. */
const BEGINNINGS: readonly string[] = ['asked', 'sent_again', 'asked_for_rest', 'written_down'];

function whoever(who: string) {
  if (who === TELLER) return ours(HISTORY_TEXT.teller);
  return who === OPERATOR ? ours(HISTORY_TEXT.operator) : person(who);
}

function lineOf({ at, who, deed, outcome }: Pick<AuditLine, 'at' | 'who' | 'deed' | 'outcome'>): Parts {
  const what = ours(` ${describeDeed({ deed, outcome })}`);
  const where = deed === 'posted_payment' ? [ours(': '), channel(outcome)] : [];
  return [[date(at)], [whoever(who), what, ...where]];
}

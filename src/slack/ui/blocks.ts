// The blocks that all cards and forms are made of. Foreign text goes into plain_text or rich_text, where nothing formats.
import type {
  Block,
  Button,
  ConfirmationDialog,
  ContextBlock,
  KnownBlock,
  Overflow,
  RichTextBlock,
  RichTextText,
  SectionBlock,
} from '@slack/types';
import { oneLine } from '#lib/text.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { MAX_CONFIRM_LENGTH, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from './line.ts';
import { mrkdwnOf, type Said } from './say.ts';

/** One line of facts: our label, and a value that may be foreign text; a line without a value is left out. */
export type Fact = readonly [label: string, value: string | undefined];

/** A sentence in mrkdwn. `verbatim`: Slack makes no links or mentions of what only looks like them. */
export function section(said: Said): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: mrkdwnOf(said), verbatim: true } };
}

/** Foreign text in plain_text, shown as it is. */
export function plainSection(text: string): SectionBlock {
  return {
    type: 'section',
    text: { type: 'plain_text', text: shorten(plain(text), MAX_TEXT_LENGTH) || '-', emoji: false },
  };
}

export function context(said: Said): ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwnOf(said), verbatim: true }] };
}

/** A line for each fact, without formatting in the values, each cut to `max` characters; nothing when there are none. */
export function facts(rows: readonly Fact[], max = 500): KnownBlock[] {
  const elements = rows
    .filter(([, value]) => value !== undefined)
    .flatMap(([label, value = ''], index): RichTextText[] => [
      { type: 'text', text: `${index === 0 ? '' : '\n'}${label}: `, style: { bold: true } },
      { type: 'text', text: shorten(plain(value), max) || '-' },
    ]);
  return elements.length > 0
    ? [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]
    : [];
}

/** Text for people to copy, unchanged. */
export function copyable(text: string): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: oneLine(text) }] }],
  };
}

/** A button that does something here; `value` comes back with the press. */
export function press(
  actionId: string,
  label: string,
  value?: string,
  more: Pick<Button, 'style' | 'confirm' | 'url'> = {},
): Button {
  const text = { type: 'plain_text', text: label } as const;
  return { type: 'button', action_id: actionId, text, ...(value === undefined ? {} : { value }), ...more };
}

/** The question that Slack asks before it sends a press. Its `text` may name an order, whose reference is foreign text. */
export function confirmation(title: string, text: string, yes: string, no: string): ConfirmationDialog {
  return {
    title: { type: 'plain_text', text: title },
    text: { type: 'plain_text', text: shorten(text, MAX_CONFIRM_LENGTH), emoji: false },
    confirm: { type: 'plain_text', text: yes },
    deny: { type: 'plain_text', text: no },
  };
}

/** A row of buttons, the last of which may be a menu, or nothing when there are none. Slack sends `id` back with a press. */
export function buttonRow(elements: (Button | Overflow)[], id?: string): KnownBlock[] {
  return elements.length > 0 ? [{ type: 'actions', ...(id && { block_id: id }), elements }] : [];
}

/** A button that opens an address; none without one, or when it is too long for Slack. */
export function linkButton(actionId: string, label: string, url: string | undefined): Button[] {
  return url && url.length <= MAX_URL_LENGTH ? [press(actionId, label, undefined, { url })] : [];
}

type DataVisualizationBlock = Block & {
  readonly type: 'data_visualization';
  readonly title: string;
  readonly chart: {
    readonly type: 'bar' | 'line';
    readonly series: readonly {
      readonly name: string;
      readonly data: readonly { readonly label: string; readonly value: number }[];
    }[];
    readonly axis_config: { readonly categories: readonly string[]; readonly y_label?: string };
  };
};

/** What a message is made of. */
export type MessageBlock = KnownBlock | DataVisualizationBlock;

export const CHART_LIMITS = { title: 50, label: 20, points: 20 } as const;

// The few blocks that all cards and forms are made of. Foreign text goes into plain_text or rich_text only.
import type {
  Button,
  ContextBlock,
  RichTextBlock,
  RichTextElement,
  RichTextSection,
  SectionBlock,
} from '@slack/types';
import { plain, shorten } from '#slack/text/escape.ts';

/** One line of facts: our label, and a value that may be anybody's. */
export type Fact = readonly [label: string, value: string];

/** Slack, Limits: a button's url. */
export const MAX_URL_LENGTH = 3000;

/** Our own words; mrkdwn. `verbatim`: Slack looks for no links and mentions beyond those that are written as such. */
export function section(mrkdwn: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: mrkdwn, verbatim: true } };
}

/** Anybody's words, as they are. */
export function note(text: string): SectionBlock {
  return {
    type: 'section',
    text: { type: 'plain_text', text: shorten(plain(text), 2900) || '-', emoji: false },
  };
}

export function context(mrkdwn: string): ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn, verbatim: true }] };
}

/** A line for each fact, without formatting in the values, each cut to `most` characters; undefined when there are none. */
export function facts(rows: readonly Fact[], most = 500): RichTextBlock | undefined {
  const lines = rows.flatMap(([label, value], index): RichTextElement[] => {
    const shown = shorten(plain(value), most);
    return [
      { type: 'text', text: `${index === 0 ? '' : '\n'}${label}: `, style: { bold: true } },
      { type: 'text', text: shown || '-' },
    ];
  });
  return lines.length === 0
    ? undefined
    : { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: lines }] };
}

/** Text to copy, letter by letter. */
export function copyable(text: string): RichTextBlock {
  const preformatted = {
    type: 'rich_text_preformatted',
    elements: [{ type: 'text', text: plain(text) }],
  } as const;
  return {
    type: 'rich_text',
    elements: [{ ...preformatted, elements: [...preformatted.elements] } as unknown as RichTextSection],
  };
}

export function linkButton(actionId: string, label: string, url: string): Button {
  return { type: 'button', action_id: actionId, text: { type: 'plain_text', text: label }, url };
}

/** A moment that each reader sees in their own zone and way of writing. `at` in ms. */
export function slackDate(at: number): string {
  const fallback = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${fallback}>`;
}

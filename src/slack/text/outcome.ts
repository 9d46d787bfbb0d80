// The sentences of what stands in a form's place once its order is sent.
import { isDirectMessage } from './people.ts';

export const OUTCOME_TEXT = {
  wait: 'The link will be on the card.',
  waits: 'An approver has 24 hours. Nothing is sent until then.',
  /** `channel`: the Slack id of where the card is. For mrkdwn. */
  news: (channel: string) =>
    isDirectMessage(channel)
      ? 'Updates appear in the card’s thread, in your messages with Teller.'
      : `Updates appear in the card’s thread in <#${channel}>.`,
} as const;

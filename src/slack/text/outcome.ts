// The sentences of what stands in a form's place once its order is sent.
import { isDirectMessage } from './people.ts';

export const OUTCOME_TEXT = {
  wait: {
    prompt: 'Please do not send another prompt before the card says how this one went.',
    link: 'The link will be on the card.',
  },
  waits: 'An approver has 24 hours to decide. The customer is not asked before that.',
  /** `channel`: the Slack id of where the card is. For mrkdwn. */
  news: (channel: string) =>
    isDirectMessage(channel)
      ? 'News comes in the thread of its card, in your messages with Teller.'
      : `News comes in the thread of its card in <#${channel}>.`,
} as const;

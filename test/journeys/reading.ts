// What people read in Slack, as text. Journeys see buttons, menus, fields and views by their ids, so that labels can be reworded.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Ephemeral, Message, View } from '#sandbox/slack/state/model.ts';
import type { SlackSandbox } from '#sandbox/slack/workspace.ts';
import * as rendering from '#test/sandbox/slack/render/render.ts';

export type Reading = {
  /** Root messages of the sales channel that the bot posted. */
  cards(channel?: string): Message[];
  /** What people read: the card, and each reply in its thread. */
  readCard(card: Message): string;
  replies(card: Message): string[];
  readModal(person?: Person): string;
};

export function renderMessage(message: Message | Ephemeral, options: rendering.RenderOptions = {}): string {
  return rendering.renderMessage(message, { ...options, ids: true });
}

export function renderView(view: View): string {
  return rendering.renderView(view, { ids: true });
}

/** `agent`: whose modal is meant where nobody is named. */
export function readingOf(slack: SlackSandbox, agent: Person): Reading {
  return {
    cards: (channel = slack.channels.sales) =>
      slack
        .messages(channel)
        .filter(({ user, thread_ts, ts }) => user === slack.botUserId && (!thread_ts || thread_ts === ts)),
    readCard: ({ channel, ts }) => {
      const card = slack.thread(channel, ts).find((message) => message.ts === ts);
      return card ? withoutBold(renderMessage(card)) : '';
    },
    replies: ({ channel, ts, thread_ts = ts, metadata }) =>
      slack
        .thread(channel, thread_ts)
        .slice(1)
        // A bulk's thread has the cards and replies of many orders.
        .filter((reply) => thread_ts === ts || (reply.ts !== ts && isAbout(reply, metadata)))
        .map((reply) => renderMessage(reply)),
    readModal(person = agent) {
      const view = slack.modal(person.id);
      return view ? renderView(view) : '';
    },
  };
}

function isAbout(reply: Message, metadata: Message['metadata']): boolean {
  return reply.metadata?.event_payload['reference'] === metadata?.event_payload['reference'];
}

/** As people see it: without the marks of bold, and without the joiners of escaped text, which have no width. */
function withoutBold(text: string): string {
  return text.replaceAll('\u2060', '').replace(/\*([^*\n]+)\*/g, '$1');
}

// A person types a slash command, or picks a shortcut from the menu or from a message.

import { parseJson } from '#lib/text.ts';
import { type AckResult, notSent, sent } from '#sandbox/slack/delivery/envelope.ts';
import { globalShortcut, messageAction, slashCommand } from '#sandbox/slack/delivery/payloads.ts';
import { answerAnew } from '#sandbox/slack/delivery/response-urls.ts';
import { isFields } from '#sandbox/slack/json.ts';
import { findMessage } from '#sandbox/slack/state/messages.ts';
import type { Channel, Message, User } from '#sandbox/slack/state/model.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import { escapedCommandText } from './command-text.ts';
import { channelFor, type Dispatch, slackNote } from './dispatch.ts';

export type PersonCommands = {
  command(channel: string, command: string, text?: string): Promise<AckResult>;
  shortcut(callbackId: string): Promise<AckResult>;
  messageShortcut(callbackId: string, message: Message): Promise<AckResult>;
};

export function createPersonCommands(dispatch: Dispatch, user: User): PersonCommands {
  const { state, triggers, responseUrls, delivery } = dispatch;

  return {
    async command(channelId, command, text = '') {
      const channel = channelFor(state, user, channelId);
      const address = { user: user.id, channel: channel.id };
      const payload = slashCommand(state, user, {
        channel,
        command,
        text: dispatch.escapesCommands ? escapedCommandText(state, text) : text,
        triggerId: triggers.issue(user.id),
        responseUrl: responseUrls.issue(address),
      });
      const result = sent(await delivery.deliver({ kind: 'slash_commands', payload }));
      const judged = result.problem ? result : showAnswer(dispatch, user, channel, result);
      if (judged.problem) {
        const code = judged.problem === 'invalid_answer' ? 'invalid_command_response' : judged.problem;
        slackNote(state, user, channel, `${command} failed with the error "${code}"`);
      }
      return judged;
    },

    async shortcut(callbackId) {
      const payload = globalShortcut(state, user, callbackId, triggers.issue(user.id));
      return sent(await delivery.deliver({ kind: 'interactive', payload }));
    },

    async messageShortcut(callbackId, { channel: channelId, ts }) {
      const channel = channelFor(state, user, channelId);
      const message = findMessage(state, channel, ts);
      if (!message) return notSent('dismissed');
      const address = { user: user.id, channel: channel.id };
      const payload = messageAction(
        state,
        user,
        { channel, message },
        { callbackId, triggerId: triggers.issue(user.id), responseUrl: responseUrls.issue(address) },
      );
      const result = sent(await delivery.deliver({ kind: 'interactive', payload }));
      if (result.problem) slackNote(state, user, channel, `That shortcut failed with "${result.problem}".`);
      return result;
    },
  };
}

/** What stands in the answer to a command is shown at once: a text, or a message as for response_url. */
function showAnswer(dispatch: Dispatch, user: User, channel: Channel, result: AckResult): AckResult {
  if (result.body.trim() === '') return result;
  const json = parseJson(result.body);
  const body = isFields(json) ? json : { text: typeof json === 'string' ? json : result.body };
  if (Object.keys(body).length === 0) return result;
  try {
    answerAnew(dispatch.state, { user: user.id, channel: channel.id }, body);
    return result;
  } catch (error) {
    if (error instanceof Refusal) return { ...result, problem: 'invalid_answer' };
    throw error;
  }
}

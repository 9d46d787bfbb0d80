// A person types a slash command, or picks a shortcut from the menu or from a message.

import { isFields, parsed } from './json.ts';
import { type AckResult, channelFor, type Line, notSent, sent, slackNote } from './line.ts';
import { findMessage } from './messages.ts';
import type { Channel, Message, User } from './model.ts';
import { globalShortcut, messageAction, slashCommand } from './payloads.ts';
import { Refusal } from './refusal.ts';
import { answerAnew } from './response-urls.ts';

export type PersonCommands = {
  command(channel: string, command: string, text?: string): Promise<AckResult>;
  shortcut(callbackId: string): Promise<AckResult>;
  messageShortcut(callbackId: string, message: Message): Promise<AckResult>;
};

export function createPersonCommands(line: Line, user: User): PersonCommands {
  const { world, triggers, responseUrls, delivery } = line;

  return {
    async command(channelId, command, text = '') {
      const channel = channelFor(world, user, channelId);
      const address = { user: user.id, channel: channel.id };
      const payload = slashCommand(world, user, {
        channel,
        command,
        text,
        triggerId: triggers.issue(address),
        responseUrl: responseUrls.issue(address),
      });
      const result = sent(await delivery.deliver({ kind: 'slash_commands', payload }));
      const judged = result.problem ? result : showAnswer(line, user, channel, result);
      if (judged.problem) {
        const code = judged.problem === 'invalid_answer' ? 'invalid_command_response' : judged.problem;
        slackNote(world, user, channel, `${command} failed with the error "${code}"`);
      }
      return judged;
    },

    async shortcut(callbackId) {
      const payload = globalShortcut(world, user, callbackId, triggers.issue({ user: user.id }));
      return sent(await delivery.deliver({ kind: 'interactive', payload }));
    },

    async messageShortcut(callbackId, { channel: channelId, ts }) {
      const channel = channelFor(world, user, channelId);
      const message = findMessage(world, channel, ts);
      if (!message) return notSent('dismissed');
      const address = { user: user.id, channel: channel.id };
      const payload = messageAction(
        world,
        user,
        { channel, message },
        { callbackId, triggerId: triggers.issue(address), responseUrl: responseUrls.issue(address) },
      );
      const result = sent(await delivery.deliver({ kind: 'interactive', payload }));
      if (result.problem) slackNote(world, user, channel, `That shortcut failed with "${result.problem}".`);
      return result;
    },
  };
}

/** What stands in the answer to a command is shown at once: a text, or a message as for response_url. */
function showAnswer(line: Line, user: User, channel: Channel, result: AckResult): AckResult {
  if (result.body.trim() === '') return result;
  const json = parsed(result.body);
  const body = isFields(json) ? json : { text: typeof json === 'string' ? json : result.body };
  if (Object.keys(body).length === 0) return result;
  try {
    answerAnew(line.world, { user: user.id, channel: channel.id }, body);
    return result;
  } catch (error) {
    if (error instanceof Refusal) return { ...result, problem: 'invalid_answer' };
    throw error;
  }
}

// Whether the bot is in a channel: asked before money moves, because an outcome that nobody hears of is no outcome.
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';

export type ChannelAccess = {
  /**
   * `in`: cards and their threads can be posted and read there. `out`: they cannot. `unknown`: Slack could not be
   * asked; posting the card, which comes before any money, will show. Never rejects.
   */
  check(channel: string): Promise<'in' | 'out' | 'unknown'>;
  /** Whether people of other workspaces read it too. In doubt it counts as shared. Never rejects. */
  isShared(channel: string): Promise<boolean>;
};

export function createChannelAccess(client: WebClient): ChannelAccess {
  return {
    async isShared(channel) {
      try {
        const { channel: found } = await client.conversations.info({ channel });
        return found?.is_ext_shared !== false && !found?.is_im;
      } catch {
        return true;
      }
    },
    async check(channel) {
      try {
        const { channel: found } = await client.conversations.info({ channel });
        if (!found || found.is_archived) return 'out';
        return found.is_member || found.is_im ? 'in' : 'out';
      } catch (error) {
        return error instanceof WebAPIPlatformError && OUT.has(error.data.error) ? 'out' : 'unknown';
      }
    },
  };
}

/** A private channel without the bot does not exist for it, and for group direct messages it has no scope. */
const OUT = new Set(['channel_not_found', 'not_in_channel', 'is_archived', 'missing_scope']);

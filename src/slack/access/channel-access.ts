// Whether the bot is in a channel. Asked before money moves, because the outcome is posted there.
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { NO_ACCESS_CODES } from '#slack/connect/error-codes.ts';

export type ChannelAccess = ReturnType<typeof createChannelAccess>;

export function createChannelAccess(client: WebClient) {
  return {
    /** Whether people of other workspaces read it too; true also when Slack does not say. Never rejects. */
    async isShared(channel: string): Promise<boolean> {
      try {
        const { channel: found } = await client.conversations.info({ channel });
        return found?.is_ext_shared !== false && !found?.is_im;
      } catch {
        return true;
      }
    },
    /**
     * `in`: cards and their threads can be posted and read there. `out`: they cannot. `unknown`: Slack could not be
     * asked; then posting the card, which comes before any money, decides. Never rejects.
     */
    async check(channel: string): Promise<'in' | 'out' | 'unknown'> {
      try {
        const { channel: found } = await client.conversations.info({ channel });
        if (!found || found.is_archived) return 'out';
        return found.is_member || found.is_im ? 'in' : 'out';
      } catch (error) {
        const isOut = error instanceof WebAPIPlatformError && NO_ACCESS_CODES.has(error.data.error);
        return isOut ? 'out' : 'unknown';
      }
    },
  };
}

// Whether the bot is in a channel. Asked before money moves, because the outcome is posted there.
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { NO_ACCESS_CODES } from '#slack/connect/error-codes.ts';

export type ChannelAccess = ReturnType<typeof createChannelAccess>;

/**
 * `in`: cards and their threads can be posted and read there. `out`: they cannot. `unknown`: Slack could not be asked; then posting
 * the card, which comes before any money, decides. `isShared`: people of other workspaces read it too; true also when Slack does
 * not say.
 */
export type ReadAccess = { readonly access: 'in' | 'out' | 'unknown'; readonly isShared: boolean };

/** Whether people of other companies are known to read the channel. */
export function isReadByOthers({ access, isShared }: ReadAccess): boolean {
  return access === 'in' && isShared;
}

/** None of the three rejects. */
export function createChannelAccess(client: WebClient) {
  /** Both from one answer: of two, one may be missing, and the other would then be taken for it. */
  async function read(channel: string): Promise<ReadAccess> {
    try {
      const { channel: found } = await client.conversations.info({ channel });
      const isIn = found && !found.is_archived && (found.is_member || found.is_im);
      // With other companies, or with other workspaces of the same organisation.
      const isShared = (found?.is_ext_shared !== false || found.is_org_shared === true) && !found?.is_im;
      return { access: isIn ? 'in' : 'out', isShared };
    } catch (error) {
      const isOut = error instanceof WebAPIPlatformError && NO_ACCESS_CODES.has(error.data.error);
      return { access: isOut ? 'out' : 'unknown', isShared: true };
    }
  }

  return {
    read,
    isShared: async (channel: string) => (await read(channel)).isShared,
    check: async (channel: string) => (await read(channel)).access,
  };
}

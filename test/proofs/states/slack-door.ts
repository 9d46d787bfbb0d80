// Slack as the walk has it: a channel with the card and its thread, the agent's direct messages, and one more channel with
// alerts. Posts only while the claim of the work holds, as slack/delivery/outbound.ts does.
import { contentHashOf } from '#slack/cards/message.ts';
import type { Message as Content, Found, Outbound, Posted } from '#slack/delivery/outbound.ts';
import type { PostFailure } from '#slack/delivery/post-failure.ts';
import type { Ask, Reply } from './ask.ts';
import { ordinalOf } from './order-key.ts';
import type { Message, World } from './world.ts';

export const CHANNEL = 'C1';
export const ALERTS = 'C2';

const RETRY_MS = 1_000;
const LIMITED: PostFailure = { status: 'rate_limited', retryAfterMs: RETRY_MS };
const LOST: PostFailure = { status: 'unknown', error: new Error('Slack does not answer') };
const REFUSED: PostFailure = { status: 'refused', code: 'is_archived', error: new Error('is_archived') };

export function createSlackDoor(ask: Ask, confirmClaim: () => Promise<void> = async () => {}): Outbound {
  /** The process may stand still up to here. Afterwards its request is on the way, and nothing can call it back. */
  async function confirm(name: string): Promise<void> {
    await ask(`is about to ${name}`, 'itself', (world) => [{ how: 'ok', world, value: undefined }]);
    await confirmClaim();
  }

  async function post(place: Message['place'], message: Omit<Content, 'channel'>): Promise<Posted> {
    const { reference, news } = message.metadata;
    await confirm(`post ${news}`);
    return ask(`post ${place} ${news}`, 'slack', (world): Reply<Posted>[] => {
      if (world.isArchived && (place === 'channel' || place === 'thread'))
        return [{ how: 'ok', world, value: REFUSED, tag: 'archived' }];
      const ts = String(world.messages.length + 1);
      const added = { ...world, messages: [...world.messages, { place, reference, news, ts }] };
      const posted = news === 'card' ? withCard(added, reference, message) : added;
      return [
        { how: 'ok', world: posted, value: { status: 'posted', channel: CHANNEL, ts } },
        { how: 'answer lost', world: posted, value: LOST },
        { how: 'request lost', world, value: LOST },
        { how: 'limited', world, value: LIMITED },
        { how: 'refused', world: afterRefusal(world, { place, reference, news, ts }), value: REFUSED },
      ];
    });
  }

  return {
    post: (message) =>
      post(
        message.channel === ALERTS ? 'alerts' : message.threadTs === undefined ? 'channel' : 'thread',
        message,
      ),
    postToPerson: (_, message) => post('agent', message),
    async update(ts, message) {
      const { reference, news } = message.metadata;
      // A reply whose question was answered is edited too; what it says is in no state.
      const isCard = news === 'card';
      const what = isCard ? reference : `${news} of ${reference}`;
      await confirm(`update ${what}`);
      return ask(`update ${what}`, 'slack', (world): Reply<Posted>[] => {
        if (world.isArchived) return [{ how: 'ok', world, value: REFUSED, tag: 'archived' }];
        const edited = isCard ? withCard(world, reference, message) : world;
        return [
          { how: 'ok', world: edited, value: { status: 'posted', channel: CHANNEL, ts } },
          { how: 'answer lost', world: edited, value: LOST },
          { how: 'request lost', world, value: LOST },
          { how: 'limited', world, value: LIMITED },
        ];
      });
    },
    async findOwn(place, reference) {
      const where = placeOf(place);
      return ask(`search ${where} ${reference}`, 'slack', (world): Reply<Found>[] => {
        const found = world.messages.filter((one) => one.place === where && one.reference === reference);
        return [
          {
            how: 'ok',
            world,
            value: {
              status: 'found',
              channel: where,
              messages: new Map(found.map(({ news, ts }) => [news, ts])),
              texts: new Map(),
            },
            tag: found.map(({ news }) => ordinalOf(world, reference, news)).join(),
          },
          { how: 'answer lost', world, value: LOST },
          { how: 'limited', world, value: LIMITED },
        ];
      });
    },
    permalink: async () => undefined,
    postEphemeral: async () => {},
    uploadInThread: () => Promise.reject(new Error('no file is posted here')),
    findUpload: () => Promise.reject(new Error('no file is posted here')),
  };
}

function placeOf(place: Parameters<Outbound['findOwn']>[0]): Message['place'] {
  if (place.channel === undefined) return 'agent';
  if (place.threadTs !== undefined) return 'thread';
  return place.channel === ALERTS ? 'alerts' : 'channel';
}

function withCard(world: World, reference: string, { text, blocks }: Omit<Content, 'channel'>): World {
  const shown = contentHashOf({ text, blocks: [...blocks] });
  return { ...world, cards: { ...world.cards, [reference]: shown } };
}

/** The agent's direct messages are the last place; the channel with alerts is switched off by Teller itself. */
function afterRefusal(world: World, message: Message): World {
  if (message.place === 'alerts') return world;
  if (message.place !== 'agent') return { ...world, isArchived: true };
  return { ...world, messages: [...world.messages, { ...message, place: 'nowhere' }] };
}

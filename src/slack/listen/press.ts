// A press of a button, or of an item of a menu or select: who pressed what and where, and how they are answered.
import type {
  BlockAction,
  ButtonAction,
  OverflowAction,
  SlackActionMiddlewareArgs,
  StaticSelectAction,
} from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import { untilShown } from '#slack/bolt/clients.ts';
import type { SlackContext } from '#slack/context.ts';
import { contentView } from '#slack/order/outcome.ts';
import type { Place } from '#slack/outbox/outbound.ts';
import { ANSWER } from '#slack/share/card.ts';
import type { MessageContent, Reply } from '#slack/ui/message.ts';
import { openForm, pushView, updateForm } from '#slack/ui/open-form.ts';
import { respondEphemerally, threadOf } from './answers.ts';

export type PressAction = BlockAction<ButtonAction | OverflowAction | StaticSelectAction>;

export type Press = {
  readonly userId: string;
  readonly channel: string | undefined;
  /** The thread of the message that was pressed; undefined where only the presser sees it. */
  readonly place: Place | undefined;
  /** Slack's id of the message that was pressed; undefined where only the presser sees it. */
  readonly messageTs: string | undefined;
  /** Of the button or the chosen option: a reference, a tracking id, or a key of kept words; '' where it has none. */
  readonly value: string;
  /** Of the block that it stands in. */
  readonly blockId: string;
  readonly triggerId: string | undefined;
  readonly reply: Reply;
  /** In the window whose button was pressed; a reply where it was no window. */
  readonly show: (content: MessageContent) => Promise<void>;
  /**
   * In that window too, but below what it shows, in the place of the answer before. In a window of its own where Home was pressed,
   * because a reply there is a message that stays, and the answer may have the customer's number in it. Else a reply.
   */
  readonly answer: (content: MessageContent) => Promise<void>;
  /** In a window above the one whose button was pressed; elsewhere as `answer`. */
  readonly answerAbove: (content: MessageContent) => Promise<void>;
  /** In the place of the answer that was pressed. */
  readonly answerAgain: (content: MessageContent) => Promise<void>;
  /** Takes the row of the pressed button off its message, for everybody who reads that. */
  readonly removeButtons: () => Promise<void>;
  readonly respond: SlackActionMiddlewareArgs<PressAction>['respond'];
};

export function pressOf(
  { body, action, respond }: Pick<SlackActionMiddlewareArgs<PressAction>, 'body' | 'action' | 'respond'>,
  ctx: SlackContext,
): Press {
  const { clock, replies } = ctx;
  const userId = body.user.id;
  // A press in Home has no response_url, so its answer is a direct message.
  const reply = body.response_url
    ? respondEphemerally(clock, respond, threadOf(pressedMessage(body)))
    : replies.directly(userId);
  /** A trigger opens one window; Slack does not say whether one that it refused has spent it. */
  let isTriggerSpent = body.view?.type === 'home' && !body.trigger_id;
  async function answer(content: MessageContent): Promise<void> {
    if (!body.view || (isTriggerSpent && body.view.type === 'home')) return reply(content);
    const below = content.blocks.map((block, index) => ({ block_id: `${ANSWER}${index}`, ...block }));
    if (body.view.type === 'home') {
      isTriggerSpent = true;
      await openForm(ctx, body.trigger_id, contentView('For the customer', below));
      return;
    }
    const shown = body.view.blocks.filter(({ block_id: id }) => !id?.startsWith(ANSWER));
    const view = contentView(body.view.title.text, [...shown, ...below] as KnownBlock[]);
    await updateForm(ctx, { id: body.view.id }, view);
  }
  async function replaceIn({ text, blocks }: Pick<MessageContent, 'text' | 'blocks'>): Promise<void> {
    await untilShown(clock, () => respond({ replace_original: true, text, blocks }));
  }
  return {
    userId,
    channel: body.channel?.id,
    place: placeOf(body),
    messageTs: body.message?.ts,
    value: (action.type === 'button' ? action.value : action.selected_option?.value) ?? '',
    blockId: action.block_id,
    triggerId: body.trigger_id,
    reply,
    async show(content) {
      if (body.view?.type !== 'modal') return reply(content);
      const view = contentView(body.view.title.text, content.blocks);
      await updateForm(ctx, { id: body.view.id }, view);
    },
    answer,
    async answerAbove(content) {
      if (body.view?.type !== 'modal' || !body.trigger_id || isTriggerSpent) return answer(content);
      isTriggerSpent = true;
      await pushView(ctx, body.trigger_id, contentView('QR code', content.blocks));
    },
    answerAgain: (content) => (body.view ? answer(content) : replaceIn(content)),
    removeButtons: async () => {
      const { message } = body;
      if (!message) return;
      const shown: readonly KnownBlock[] = message['blocks'] ?? [];
      const blocks = shown.filter(({ type, block_id: id }) => type !== 'actions' || id !== action.block_id);
      await replaceIn({ text: message.text ?? '', blocks });
    },
    respond,
  };
}

/** Of what only the presser sees Slack says no more than where it stands. */
function pressedMessage({ message, container }: PressAction): Readonly<Record<string, unknown>> {
  return message ?? { ts: container?.['message_ts'], thread_ts: container?.['thread_ts'] };
}

function placeOf({ channel, message }: PressAction): Place | undefined {
  const root: unknown = message?.['thread_ts'] ?? message?.ts;
  return channel && typeof root === 'string' ? { channel: channel.id, threadTs: root } : undefined;
}

// A person presses a button, or picks from a menu, in a message, a modal or the Home tab.

import { type AckResult, notSent, sent } from '#sandbox/slack/delivery/envelope.ts';
import { messageActions, viewActions } from '#sandbox/slack/delivery/payloads.ts';
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { elementsOf, heldBy, holding, optionsOf, valuesOf } from '#sandbox/slack/state/form-values.ts';
import { findMessage } from '#sandbox/slack/state/messages.ts';
import { findView, showTrouble } from '#sandbox/slack/state/modals.ts';
import type { Block, Ephemeral, Message, User, View } from '#sandbox/slack/state/model.ts';
import { channelFor, type Dispatch, slackNote } from './dispatch.ts';
import { choosableIn } from './searches.ts';
import { heldFrom, type Typed } from './typed-values.ts';

type ClickOptions = {
  /** Which of several buttons with the same action id: its value, or its label. */
  value?: string;
  /** The answer to the button's confirm dialog, if it has one; default yes. */
  confirm?: 'yes' | 'no';
  /** Presses what `target` showed when it was read: a screen that has not been redrawn yet still has its old buttons. */
  isOld?: boolean;
};

export type PersonClicks = {
  click(target: Message | Ephemeral | View, actionId: string, options?: ClickOptions): Promise<AckResult>;
  /** Picks from a select, date picker, radio buttons, checkboxes or overflow menu. */
  select(
    target: Message | Ephemeral | View,
    actionId: string,
    typed: Typed,
    options?: Pick<ClickOptions, 'confirm' | 'isOld'>,
  ): Promise<AckResult>;
};

type ElementInBlock = { block: Block; element: Fields };

export function createPersonClicks(dispatch: Dispatch, user: User): PersonClicks {
  const { state, triggers, responseUrls, delivery } = dispatch;

  async function actInView(view: View, action: Fields): Promise<AckResult> {
    const triggerId = triggers.issue(user.id);
    const payload = viewActions(state, user, view, { action, triggerId });
    const result = sent(await delivery.deliver({ kind: 'interactive', payload }));
    if (result.problem) showTrouble(state, view, 'We had some trouble connecting. Try again?');
    return result;
  }

  async function actInMessage(
    message: Message | Ephemeral,
    values: Fields,
    action: Fields,
  ): Promise<AckResult> {
    const channel = channelFor(state, user, message.channel);
    const address = { user: user.id, channel: channel.id, originalTs: message.ts };
    const place = { channel, message, isEphemeral: !('type' in message), values };
    const payload = messageActions(state, user, place, {
      action,
      triggerId: triggers.issue(user.id),
      responseUrl: responseUrls.issue(address),
    });
    const result = sent(await delivery.deliver({ kind: 'interactive', payload }));
    if (result.problem) slackNote(state, user, channel, `That did not work: "${result.problem}".`);
    return result;
  }

  /** What is on the screen now; the target may be an older copy. */
  function current(target: Message | Ephemeral | View): Message | Ephemeral | View {
    const found =
      'hash' in target
        ? findView(state, target.id)
        : 'type' in target
          ? findMessage(state, channelFor(state, user, target.channel), target.ts)
          : state.ephemerals.find((shown) => shown.ts === target.ts && shown.user === user.id);
    if (!found) throw new Error(`${user.name} can't press what is no longer there.`);
    return found;
  }

  return {
    async click(target, actionId, { value, confirm = 'yes', isOld = false } = {}) {
      const shown = isOld ? target : current(target);
      const { block, element } = findElement(shown.blocks ?? [], actionId, value);
      if (isFields(element.confirm) && confirm === 'no') return notSent('dismissed');
      const action = buttonAction(block, element, state.nextTs());
      if ('hash' in shown) return actInView(shown, action);
      return actInMessage(shown, valuesOf(shown.blocks ?? []), action);
    },

    async select(target, actionId, typed, { confirm = 'yes', isOld = false } = {}) {
      const shown = isOld ? target : current(target);
      const { block, element } = findElement(shown.blocks ?? [], actionId, typed);
      const suggested = 'hash' in shown ? choosableIn(shown, block.block_id, actionId) : [];
      const entry = holding(element, heldFrom(state, user, { element, suggested }, typed));
      if (isFields(element.confirm) && confirm === 'no') return notSent('dismissed');

      const action = pickAction(block, element, entry, state.nextTs());
      if (!('hash' in shown)) {
        const values = withEntry(valuesOf(shown.blocks ?? []), block, actionId, entry);
        return actInMessage(shown, values, action);
      }
      if (element.type !== 'overflow') {
        shown.state.values = withEntry(shown.state.values, block, actionId, entry);
      }
      const dispatches = block.type !== 'input' || block.dispatch_action === true;
      return dispatches ? actInView(shown, action) : notSent();
    },
  };
}

/** `value` tells several apart: a button's value or label, or what only one of several menus offers. */
function findElement(blocks: readonly Block[], actionId: string, value?: Typed): ElementInBlock {
  const elements = blocks.flatMap((block) => elementsOf(block).map((element) => ({ block, element })));
  const named = elements.filter(({ element }) => element.action_id === actionId);
  const isMeant = ({ element }: ElementInBlock) =>
    element.type === 'button'
      ? element.value === value || labelOf(element) === value
      : named.length === 1 || optionsOf(element).some((option) => option.value === value);
  const fitting = value === undefined ? named : named.filter(isMeant);
  const [match, another] = fitting;
  if (!match) {
    const there = elements
      .map(({ element }) => `${asText(element.action_id)} [${labelOf(element)}]`)
      .join(', ');
    throw new Error(
      `There is no "${actionId}"${typeof value === 'string' ? ` with "${value}"` : ''} here; there is: ${there || 'nothing'}.`,
    );
  }
  if (another) throw new Error(`There are several "${actionId}" here; say which by its value or label.`);
  return match;
}

function buttonAction(block: Block, element: Fields, actionTs: string): Fields {
  if (element.type !== 'button') throw new Error(`"${asText(element.action_id)}" is no button: use select.`);
  const { confirm, url, accessibility_label, ...shown } = element;
  return { ...shown, block_id: block.block_id, action_ts: actionTs };
}

function pickAction(block: Block, element: Fields, entry: Fields, actionTs: string): Fields {
  if (element.type === 'button') throw new Error(`"${asText(element.action_id)}" is a button: use click.`);
  const picked = element.type === 'overflow' ? { type: 'overflow', selected_option: heldBy(entry) } : entry;
  return { ...picked, action_id: element.action_id, block_id: block.block_id, action_ts: actionTs };
}

function withEntry<V extends Record<string, Fields>>(
  values: V,
  block: Block,
  actionId: string,
  entry: Fields,
): V {
  return { ...values, [block.block_id]: { ...values[block.block_id], [actionId]: entry } };
}

function labelOf(element: Fields): string {
  return isFields(element.text) ? asText(element.text.text) : asText(element.type);
}

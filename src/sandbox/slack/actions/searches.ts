// A person types into a select whose options the app finds: it is asked at each change, and its answer is what is offered.
import { parseJson } from '#lib/text.ts';
import { suggestedOptions } from '#sandbox/slack/blocks/composition.ts';
import { type AckResult, notSent, sent } from '#sandbox/slack/delivery/envelope.ts';
import { blockSuggestion } from '#sandbox/slack/delivery/payloads.ts';
import { type Fields, isFields } from '#sandbox/slack/json.ts';
import { elementsOf, heldBy, optionsOf } from '#sandbox/slack/state/form-values.ts';
import { findView, showSuggestions } from '#sandbox/slack/state/modals.ts';
import type { User, View } from '#sandbox/slack/state/model.ts';
import type { Dispatch } from './dispatch.ts';

export type PersonSearches = {
  /**
   * Types `query` into the external_select of a modal or Home. What it then offers stands in the view's `suggestions`. Below
   * the select's `min_query_length` Slack does not ask the app.
   */
  search(target: View, actionId: string, query: string): Promise<AckResult>;
};

/** Slack's default (Slack, Block Kit, Select menu of external data source). */
const MIN_QUERY_LENGTH = 3;

const TROUBLE = 'The options could not be loaded. Try again.';

export function createPersonSearches({ state, delivery }: Dispatch, user: User): PersonSearches {
  return {
    async search(target, actionId, query) {
      const view = findView(state, target.id);
      const block = view?.blocks.find((one) => selectIn(elementsOf(one), actionId));
      const select = selectIn(block ? elementsOf(block) : [], actionId);
      if (!view || !block || !select) throw new Error(`There is no select "${actionId}" to type into.`);
      if (query.length < Number(select.min_query_length ?? MIN_QUERY_LENGTH)) return notSent();
      const typed = { blockId: block.block_id, actionId, query };
      const payload = blockSuggestion(state, user, view, typed);
      const result = sent(await delivery.deliver({ kind: 'interactive', payload }));
      const options = result.problem ? undefined : optionsIn(result.body);
      showSuggestions(state, view, typed, {
        query,
        options: options ?? [],
        ...(options === undefined && { trouble: TROUBLE }),
      });
      return options || result.problem ? result : { ...result, problem: 'invalid_answer' };
    },
  };
}

/** What a person can choose in an external_select: what was offered last, and what it holds already. */
export function choosableIn(view: View, blockId: string, actionId: string): Fields[] {
  const held = heldBy(view.state.values[blockId]?.[actionId]);
  const offered = view.suggestions[blockId]?.[actionId]?.options ?? [];
  return isFields(held) ? [...offered, held] : offered;
}

function selectIn(elements: readonly Fields[], actionId: string): Fields | undefined {
  return elements.find(({ type, action_id }) => type === 'external_select' && action_id === actionId);
}

/** Undefined when Slack would not show the answer: it is none, or breaks a limit. */
function optionsIn(body: string): Fields[] | undefined {
  const answer = parseJson(body);
  const faults: string[] = [];
  suggestedOptions(answer, '', (at, what) => faults.push(`${at}: ${what}`));
  return isFields(answer) && faults.length === 0 ? optionsOf(answer) : undefined;
}

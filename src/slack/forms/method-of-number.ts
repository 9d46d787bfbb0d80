// While a number is typed into the prompt's form, the method follows its network, as it does for a number among the words of
// a command. Only a hint: what the person has chosen stays. Pure.
import type { AnyBlock, ModalView } from '@slack/types';
import { networkOf } from '#provider/networks.ts';
import { withMethod } from './change-method.ts';
import { type FormState, fieldOf, valueIn } from './fields.ts';
import { homeCountry, readPromptOwner } from './phone-choice.ts';

/** Undefined where the form is right as it is, or nothing is known yet. `state`: what stands in its fields. */
export function withMethodOfNumber(
  form: ModalView,
  state: FormState,
  defaultCurrency: string,
): ModalView | undefined {
  const home = homeCountry(undefined, defaultCurrency);
  const owner = readPromptOwner(valueIn(state, 'msisdn'), home);
  const method = owner && owner !== 'which_country' ? networkOf(owner)?.method : undefined;
  const shown = valueIn(state, 'payment_method');
  if (!method || method === shown || shown !== suggestedIn(form.blocks)) return undefined;
  return withMethod(form, method);
}

/** The method with which its field was shown; another one in it was chosen by the person. */
function suggestedIn(blocks: readonly AnyBlock[]): string | undefined {
  for (const block of blocks)
    if (fieldOf(block) === 'payment_method' && 'element' in block && block.element.type === 'static_select')
      return block.element.initial_option?.value;
  return undefined;
}

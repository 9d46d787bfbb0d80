// Create a payment link, once or recurring: `/pay link [amount] [currency] [description…]` and its form.
import type { Clock } from '#lib/clock.ts';
import { readLinkWords } from '#slack/forms/command-words.ts';
import { linkForm, readLinkForm } from '#slack/forms/link-form.ts';
import type { OrderForm } from './order-forms.ts';

export function createLinkForm(deps: { defaultCurrency: string; clock: Clock }): OrderForm {
  return {
    prefill: readLinkWords,
    view: (opening) => linkForm({ ...opening, defaultCurrency: deps.defaultCurrency }),
    read(state) {
      const result = readLinkForm(state, deps.clock.now());
      return result.status === 'valid'
        ? { status: 'valid', input: { kind: 'link', ...result.input } }
        : result;
    },
  };
}

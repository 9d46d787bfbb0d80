// Create a payment link, once or recurring: `/pay link [amount] [currency] [description…]` and its form.
import type { Clock } from '#lib/clock.ts';
import { readLinkWords } from '#slack/command-line.ts';
import { linkForm, readLinkForm } from '#slack/forms/link-form.ts';
import type { OrderJob } from '#slack/order-flow.ts';

export function createLinkJob(deps: { defaultCurrency: string; clock: Clock }): OrderJob {
  return {
    callbackId: 'create_link',
    title: 'Payment link',
    prefill: readLinkWords,
    form: (opening) => linkForm({ ...opening, defaultCurrency: deps.defaultCurrency }),
    read(state) {
      const read = readLinkForm(state, deps.clock.now());
      return 'errors' in read ? read : { asked: { kind: 'link', ...read.asked } };
    },
  };
}

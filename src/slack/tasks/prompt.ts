// Send a PIN prompt: `/pay prompt [phone] [amount] [description…]` and its form.
import { readPromptWords } from '#slack/forms/command-words.ts';
import { promptForm, readPromptForm } from '#slack/forms/prompt-form.ts';
import type { OrderForm } from './order-forms.ts';

export const promptOrderForm: OrderForm = {
  prefill: readPromptWords,
  view: promptForm,
  read(state) {
    const result = readPromptForm(state);
    return result.status === 'valid'
      ? { status: 'valid', input: { kind: 'prompt', ...result.input } }
      : result;
  },
};

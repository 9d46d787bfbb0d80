// Send a PIN prompt: `/pay prompt [phone] [amount] [description…]` and its form.
import { readPromptWords } from '#slack/forms/command-words.ts';
import { promptForm, readPromptForm } from '#slack/forms/prompt-form.ts';
import type { OrderForm } from './order-forms.ts';

export const promptOrderForm: OrderForm = {
  callbackId: 'send_prompt',
  title: 'PIN prompt',
  prefill: readPromptWords,
  form: promptForm,
  read(state) {
    const read = readPromptForm(state);
    return 'errors' in read ? read : { input: { kind: 'prompt', ...read.input } };
  },
};

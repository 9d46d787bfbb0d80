// Send a PIN prompt: `/pay prompt [phone] [amount] [description…]` and its form.
import { readPromptWords } from '#slack/command-line.ts';
import { promptForm, readPromptForm } from '#slack/forms/prompt-form.ts';
import type { OrderJob } from '#slack/order-flow.ts';

export const promptJob: OrderJob = {
  callbackId: 'send_prompt',
  title: 'PIN prompt',
  prefill: readPromptWords,
  form: promptForm,
  read(state) {
    const read = readPromptForm(state);
    return 'errors' in read ? read : { asked: { kind: 'prompt', ...read.asked } };
  },
};

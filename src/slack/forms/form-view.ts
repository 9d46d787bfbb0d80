// The frame that all forms have. Titles and button words have at most 24 characters (Slack, Limits).
import type { KnownBlock, ModalView } from '@slack/types';

export function formView(form: {
  callbackId: string;
  title: string;
  submit: string;
  close: string;
  /** What Slack keeps for us until it is submitted; nothing personal. */
  memory: string;
  blocks: KnownBlock[];
}): ModalView {
  return {
    type: 'modal',
    callback_id: form.callbackId,
    title: { type: 'plain_text', text: form.title },
    submit: { type: 'plain_text', text: form.submit },
    close: { type: 'plain_text', text: form.close },
    private_metadata: form.memory,
    blocks: form.blocks,
  };
}

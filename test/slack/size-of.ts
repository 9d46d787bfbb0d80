// How long a message is for whoever reads it.
import { asFieldsList } from '#sandbox/slack/json.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';

/** How much there is to read, without the row of buttons: lines, and characters as they are seen. */
export function sizeOf({ blocks }: { readonly blocks: readonly unknown[] }): {
  lines: number;
  characters: number;
} {
  const content = asFieldsList(blocks)
    .filter(({ type }) => type !== 'actions')
    .map(({ accessory, ...block }) => block);
  const shown = renderMessage({ type: 'message', text: '', blocks: content } as unknown as Parameters<
    typeof renderMessage
  >[0]).replace(/[*`]/g, '');
  return { lines: shown.split('\n').length, characters: shown.length };
}

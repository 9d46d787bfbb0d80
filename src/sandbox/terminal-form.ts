// A modal as text in which every field goes by its name, so that a person can type `set amount 1600`.
import { fieldsOf, optionsOf } from './slack/form-values.ts';
import { asText } from './slack/json.ts';
import type { Block, View } from './slack/model.ts';
import { type RenderOptions, renderView } from './slack/render.ts';

/** With more choices than this, a menu is not spelt out. */
const MOST_CHOICES = 8;

/** Title, blocks in order, the form's own buttons. */
export function renderForm(view: View, options: RenderOptions): string {
  const frame = renderView({ ...view, blocks: [] }, options).split('\n');
  const [title = '', ...around] = frame;
  const buttons = around.at(-1)?.startsWith('[') ? around.pop() : undefined;
  return [title, ...around, ...renderBlocks(view, view.blocks, options), ...(buttons ? [buttons] : [])].join(
    '\n',
  );
}

/** Only the fields that Slack or the app complains about; nothing when there are none. */
export function renderErrors(view: View, options: RenderOptions): string {
  const wrong = view.blocks.filter((block) => view.errors[block.block_id] !== undefined);
  return renderBlocks(view, wrong, options).join('\n');
}

/** One field's name, label and value; nothing when the form does not have it. */
export function renderField(view: View, name: string, options: RenderOptions): string {
  const named = view.blocks.filter((block) => block.block_id === name);
  return renderBlocks(view, named, options)[0] ?? '';
}

function renderBlocks(view: View, blocks: readonly Block[], options: RenderOptions): string[] {
  const fields = new Map(fieldsOf(view.blocks).map(({ block, element }) => [block.block_id, element]));
  const width = Math.max(0, ...[...fields.keys()].map((name) => name.length)) + 2;
  return blocks.flatMap((block) => {
    const text = renderView({ ...view, title: null, submit: null, close: null, blocks: [block] }, options);
    const lines = text.split('\n').filter((line) => line !== '' && line !== `! ${view.trouble}`);
    const element = fields.get(block.block_id);
    if (!element) return lines;
    const choices = optionsOf(element).map((option) => asText(option.value));
    const isShort = choices.length > 0 && choices.length <= MOST_CHOICES;
    const all = isShort ? [...lines, `  one of: ${choices.join(', ')}`] : lines;
    return all.map((line, index) => (index === 0 ? block.block_id : '').padEnd(width) + line);
  });
}

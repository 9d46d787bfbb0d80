// Messages and views as lines of plain text: for tests that check what people read.

import { asFieldsList, asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { heldBy } from '#sandbox/slack/state/form-values.ts';
import type { Block, Ephemeral, FormValues, Message, View } from '#sandbox/slack/state/model.ts';
import { renderChart, renderTable } from './render-data.ts';
import { type RenderOptions, renderMrkdwn, renderPiece, renderTextObject } from './render-text.ts';

export type { RenderOptions } from './render-text.ts';

/** Blocks when there are any, as Slack shows them, or else the text; then what Slack itself adds. */
export function renderMessage(message: Message | Ephemeral, options: RenderOptions = {}): string {
  const isPublic = 'type' in message;
  const marks = [
    ...(isPublic ? (message.files ?? []).map((file) => `[file: ${file.title}]`) : []),
    isPublic && message.subtype === 'thread_broadcast' ? '(also sent to the channel)' : '',
    isPublic && message.edited ? '(edited)' : '',
    isPublic ? '' : '(Only visible to you)',
  ];
  const body = message.blocks?.length
    ? renderBlocks(message.blocks, options)
    : renderMrkdwn(message.text, options);
  return joined([body, ...marks]);
}

/** Title, complaint, blocks with what the fields hold and the errors at them, then the view's own buttons. */
export function renderView(view: View, options: RenderOptions = {}): string {
  const title = view.title && options.ids ? view.callback_id : renderTextObject(view.title, options);
  const buttons = (['submit', 'close'] as const).flatMap((id) =>
    view[id] ? [renderLabel(view[id], id, options)] : [],
  );
  return joined([
    title && `== ${title} ==`,
    view.trouble ? `! ${view.trouble}` : '',
    renderBlocks(view.blocks, options, { values: view.state.values, errors: view.errors }),
    buttons.join(' '),
  ]);
}

type Form = { values: FormValues; errors: Record<string, string> };

function renderBlocks(blocks: readonly Block[], options: RenderOptions, form?: Form): string {
  return joined(blocks.map((block) => renderBlock(block, options, form)));
}

function renderBlock(block: Block, options: RenderOptions, form: Form | undefined): string {
  const shown = (value: unknown) => renderTextObject(value, options);
  switch (block.type) {
    case 'divider':
      return '────';
    case 'header':
      return shown(block.text);
    case 'section':
      return joined([
        shown(block.text),
        ...asFieldsList(block.fields).map(shown),
        isFields(block.accessory) ? renderElement(block, block.accessory, options, form) : '',
      ]);
    case 'context':
      return asFieldsList(block.elements).map(shown).join(' · ');
    case 'actions':
      return asFieldsList(block.elements)
        .map((element) => renderElement(block, element, options, form))
        .join(' ');
    case 'input':
      return renderInput(block, options, form);
    case 'image':
      return joined([shown(block.title), `[picture: ${asText(block.alt_text)}]`]);
    case 'data_table':
      return renderTable(block, options);
    case 'data_visualization':
      return renderChart(block);
    case 'rich_text':
      return joined(asFieldsList(block.elements).map((part) => renderRichPart(part, options)));
    default:
      return '';
  }
}

function renderInput(block: Block, options: RenderOptions, form: Form | undefined): string {
  const element = isFields(block.element) ? block.element : {};
  const label = options.ids ? asText(element.action_id) : renderTextObject(block.label, options);
  const error = form?.errors[block.block_id];
  return joined([
    `${label}${block.optional === true ? ' (optional)' : ''}: ${renderElement(block, element, options, form)}`,
    block.hint ? `  ${renderTextObject(block.hint, options)}` : '',
    error === undefined ? '' : `  ! ${error}`,
  ]);
}

/**
 * A button as [Label], a link button with its address, boxes with their ticks, anything else by what it holds. With `ids` a switch
 * is shown with what a press sets, such as `[tell_directly on]`.
 */
function renderElement(
  block: Block,
  element: Fields,
  options: RenderOptions,
  form: Form | undefined,
): string {
  if (element.type === 'button') {
    const isSwitch = options.ids && (element.value === 'on' || element.value === 'off');
    const id = asText(element.action_id);
    const label = renderLabel(element.text, isSwitch ? `${id} ${element.value}` : id, options);
    return element.url === undefined ? label : `${label} (${asText(element.url)})`;
  }
  if (element.type === 'overflow') {
    const labels = asFieldsList(element.options).map(({ text, value }) =>
      options.ids ? (asText(value).split(':')[0] ?? '') : renderTextObject(text, options),
    );
    return `[… ${labels.join(' | ')}]`;
  }
  const held = heldBy(form?.values[block.block_id]?.[asText(element.action_id)]);
  if (element.type === 'checkboxes') {
    const ticked = asFieldsList(held).map(({ value }) => value);
    return asFieldsList(element.options)
      .map(({ text, value }) => `${ticked.includes(value) ? '☑' : '☐'} ${renderTextObject(text, options)}`)
      .join(' ');
  }
  return renderHeld(held, options) || `‹${renderTextObject(element.placeholder, options)}›`;
}

/** With `ids`, the id before any suffix and then the amounts and numbers of the label, such as `[ask_for_rest KES 500.00]`. */
function renderLabel(text: unknown, id: string, options: RenderOptions): string {
  const label = renderTextObject(text, options);
  if (!options.ids) return `[${label}]`;
  const numbers = label.match(/(?:\b[A-Z]{3} )?\d[\d,.]*/g) ?? [];
  return `[${[id.split(/[.:]/)[0], ...numbers].join(' ')}]`;
}

function renderHeld(held: unknown, options: RenderOptions): string {
  if (Array.isArray(held)) return held.map((one) => renderHeld(one, options)).join(', ');
  if (isFields(held)) return renderTextObject(held.text, options) || asText(held.name);
  return options.nameOf?.(asText(held)) ?? asText(held);
}

function renderRichPart(part: Fields, options: RenderOptions): string {
  const pieces = asFieldsList(part.elements).map((piece) => renderPiece(piece, options));
  return pieces.join('').replace(/\n$/, '');
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}

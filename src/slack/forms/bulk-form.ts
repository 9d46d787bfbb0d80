// The form for bulk requests: it takes a file, and is replaced by what was read from it, to be confirmed. Pure.
import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { parseJson } from '#lib/text.ts';
import type { BulkKind } from '#payments/bulk/stored-bulk.ts';
import { context, plainSection } from '#slack/cards/blocks.ts';
import { BULK_TEXT, SUBMIT_LABELS } from '#slack/text/bulk.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import {
  type ChosenFile,
  channelField,
  choiceField,
  type FieldErrors,
  type FormResult,
  type FormState,
  formView,
  valueIn,
} from './fields.ts';
import { AGAIN, type Question, tickBox } from './questions.ts';

export const BULK_FORM = 'bulk';
export const BULK_TITLE = 'Bulk requests';

export type BulkInput = { readonly file: ChosenFile; readonly kind: BulkKind; readonly channel: string };

/** What the form begins with. `files`: how many have been chosen in it before; a new one needs a field of a new name. */
type BulkOpening = {
  readonly kind?: BulkKind;
  readonly channel: string | undefined;
  readonly files: number;
};

/** `above`: what was wrong with the file before. */
export function bulkForm(opening: BulkOpening, above: readonly KnownBlock[] = []): ModalView {
  const { kind = 'prompt', channel, files } = opening;
  return formView({
    callbackId: BULK_FORM,
    title: BULK_TITLE,
    submit: 'Check file',
    close: 'Cancel',
    memory: JSON.stringify({ files } satisfies Memory),
    blocks: [
      ...(above.length > 0 ? above : [plainSection(BULK_TEXT.intro)]),
      fileField(files === 0 ? 'file' : `file.${files + 1}`),
      choiceField('kind', { label: BULK_TEXT.kind, initial: kind }, [
        ['prompt', BULK_TEXT.kinds.prompt],
        ['link', BULK_TEXT.kinds.link],
      ]),
      channelField(channel),
      context(BULK_TEXT.fileStays),
    ],
  });
}

function fileField(blockId: string): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: { type: 'plain_text', text: BULK_TEXT.file },
    hint: { type: 'plain_text', text: BULK_TEXT.fileHint },
    element: { type: 'file_input', action_id: 'file', filetypes: ['csv', 'txt', 'tsv'], max_files: 1 },
  };
}

/** What was checked, in the place of the form. `id`: the bulk's. */
export function confirmView(checked: {
  id: string;
  kind: BulkKind;
  questions: readonly Question[];
  blocks: readonly KnownBlock[];
}): ModalView {
  const { id, kind, questions, blocks } = checked;
  return formView({
    callbackId: BULK_FORM,
    title: BULK_TITLE,
    submit: SUBMIT_LABELS[kind],
    close: 'Cancel',
    memory: JSON.stringify({ files: 0, id } satisfies Memory),
    blocks: [
      ...blocks.slice(0, 1),
      ...questions.map(({ sentence }) => plainSection(sentence)),
      ...(questions.length > 0 ? [requiredTick(questions)] : []),
      ...blocks.slice(1),
    ],
  });
}

/** Unlike in the forms of one order, nothing can be changed in its place. */
function requiredTick(questions: readonly Question[]): KnownBlock {
  const box = tickBox(AGAIN, questions);
  return { ...box, optional: false, label: { type: 'plain_text', text: BULK_TEXT.confirm } } as InputBlock;
}

const WARNING = 'warning';

/** `view`, with a sentence on top in the place of the one before. */
export function withWarning(view: ModalView, sentence: string): ModalView {
  const blocks = view.blocks.filter(({ block_id: id }) => id !== WARNING);
  return { ...view, blocks: [{ ...plainSection(sentence), block_id: WARNING }, ...blocks] };
}

/** `id`: of the bulk that the form asks to confirm; undefined while it asks for a file. */
const MEMORY = z.object({ files: z.int().nonnegative(), id: z.string().exactOptional() });
type Memory = z.output<typeof MEMORY>;

/** Undefined for what this form has not written. */
export function readBulkMemory(text: string): Memory | undefined {
  return MEMORY.safeParse(parseJson(text)).data;
}

export function readBulkForm(state: FormState): FormResult<BulkInput> {
  const errors: FieldErrors = {};
  const kind = valueIn(state, 'kind');
  const channel = valueIn(state, 'channel');
  const [file] = Object.values(state).flatMap((block) => block['file']?.files ?? []);
  if (!file) errors['file'] = BULK_TEXT.noFile;
  if (!channel) errors['channel'] = FIELD_TEXT.channel;
  if (!file || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  return {
    status: 'valid',
    input: { file, kind: kind === 'link' ? 'link' : 'prompt', channel },
  };
}

// What a form asks to be confirmed: it stays open with the questions above its fields and one box to tick. The box's value names
// the questions and what they are about, so a tick confirms these and nothing that is typed afterwards.
import { createHash } from 'node:crypto';
import type { ViewOutput } from '@slack/bolt';
import type { AnyBlock, KnownBlock, ModalView } from '@slack/types';
import { networkMismatch } from '#provider/networks.ts';
import { plainSection } from '#slack/cards/blocks.ts';
import { otherNetwork, QUESTION_TEXT } from '#slack/text/questions.ts';
import { type FormState, fieldOf, modalOf } from './fields.ts';
import type { LinkInput } from './link-form.ts';
import type { PromptInput } from './prompt-form.ts';

/** `key`: from `questionKey`. `box`: what stands beside the box. */
export type Question = { readonly key: string; readonly sentence: string; readonly box?: string };

type Asked = Pick<PromptInput, 'prompt' | 'amount'>;

/**
 * `same`: the same prompt again. `network`: the method of another network. `cents`: M-PESA takes whole shillings. The key
 * has a hash of number, method and amount, salted with the form's own id, because Slack keeps it in the form.
 */
export function questionKey(
  about: 'same' | 'network' | 'cents',
  { prompt, amount }: Asked,
  formId: string,
): string {
  const asked = [formId, prompt.msisdn, prompt.method, amount.amount].join(' ');
  return `${about}-${createHash('sha256').update(asked).digest('base64url').slice(0, 12)}`;
}

/** What a person has to decide about a prompt, apart from `same`, which the store knows. */
export function questionsAbout(input: PromptInput | LinkInput, formId: string): Question[] {
  if (input.kind === 'link') return [];
  const { prompt, amount } = input;
  const other = networkMismatch(prompt.msisdn, prompt.method);
  const network = other && {
    key: questionKey('network', input, formId),
    sentence: otherNetwork(other.name, prompt.method, other.method),
  };
  const cents = prompt.method === 'MpesaKE' &&
    amount.amount.includes('.') && {
      key: questionKey('cents', input, formId),
      sentence: QUESTION_TEXT.cents,
    };
  return [...(network ? [network] : []), ...(cents ? [cents] : [])];
}

/** Blocks of this name, and with `.2`, `.3`… behind it: Slack would keep the tick of an earlier box of the same name. */
export const AGAIN = 'again';

/** `view`: the form as Slack sent it back with the submission. Slack keeps what was typed into its fields. */
export function withQuestions(view: ViewOutput, questions: readonly Question[]): ModalView {
  const form = modalOf(view);
  const shown = form.blocks;
  const isAsked = (block: AnyBlock) => fieldOf(block) === AGAIN;
  const boxes = shown.filter((block) => isAsked(block) && block.type === 'input');
  const number = Number(boxes[0]?.block_id?.split('.')[1] ?? boxes.length);
  return {
    ...form,
    blocks: [
      ...questionBlocks(number === 0 ? AGAIN : `${AGAIN}.${number + 1}`, questions),
      ...shown.filter((block) => !isAsked(block)),
    ],
  };
}

/** The questions above the box to tick. */
export function questionBlocks(boxId: string, questions: readonly Question[]): KnownBlock[] {
  return [
    ...questions.map(({ sentence, key }) => ({ ...plainSection(sentence), block_id: `${AGAIN}.${key}` })),
    tickBox(boxId, questions),
  ];
}

/** The block of the box to tick, if the form already shows exactly these questions. */
export function boxAsking(view: ViewOutput, questions: readonly Question[]): string | undefined {
  const value = boxValue(questions);
  const asking = (view.blocks as KnownBlock[]).find(
    (block) =>
      block.type === 'input' &&
      block.element.type === 'checkboxes' &&
      block.element.action_id === AGAIN &&
      block.element.options[0]?.value === value,
  );
  return asking?.block_id;
}

/** Several questions may have one key, and Slack takes 75 characters. */
function boxValue(questions: readonly Question[]): string {
  return [...new Set(questions.map(({ key }) => key))].join(' ');
}

export function tickBox(blockId: string, questions: readonly Question[]): KnownBlock {
  const own = questions.find(({ box }) => box)?.box;
  return {
    type: 'input',
    block_id: blockId,
    optional: true,
    label: { type: 'plain_text', text: QUESTION_TEXT.label },
    element: {
      type: 'checkboxes',
      action_id: AGAIN,
      options: [
        {
          text: { type: 'plain_text', text: own ?? QUESTION_TEXT.sendAnyway },
          value: boxValue(questions),
        },
      ],
    },
  };
}

/** The keys of the questions that the person has confirmed. */
export function agreedTo(state: FormState): readonly string[] {
  const ticked = Object.values(state).flatMap((block) => block[AGAIN]?.selected_options ?? []);
  return ticked.flatMap(({ value }) => value.split(' '));
}

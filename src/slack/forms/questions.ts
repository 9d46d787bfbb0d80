// What a form asks about before it is sent: it stays open with the questions above its fields and one box to tick. The
// box's value names the questions, so a tick agrees to these and no others.
import type { ViewOutput } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { networkMismatch } from '#provider/networks.ts';
import { note } from '#slack/cards/blocks.ts';
import { otherNetwork, QUESTION_TEXT } from '#slack/text/questions.ts';
import type { FormState } from './fields.ts';
import type { LinkInput } from './link-form.ts';
import type { PromptInput } from './prompt-form.ts';

/** `same`: the same prompt again. `network`: the method of another network. `cents`: M-PESA takes whole shillings. */
export type Question = { readonly about: 'same' | 'network' | 'cents'; readonly sentence: string };

/** What a person has to decide about a prompt, apart from `same`, which the store knows. */
export function questionsAbout(input: PromptInput | LinkInput): Question[] {
  if (input.kind === 'link') return [];
  const { prompt, amount } = input;
  const other = networkMismatch(prompt.msisdn, prompt.method);
  return [
    ...(other
      ? [{ about: 'network' as const, sentence: otherNetwork(other.name, prompt.method, other.method) }]
      : []),
    ...(prompt.method === 'MpesaKE' && amount.amount.includes('.')
      ? [{ about: 'cents' as const, sentence: QUESTION_TEXT.cents }]
      : []),
  ];
}

/** Blocks of this name, and with `.2`, `.3`… behind it: Slack would keep the tick of an earlier box of the same name. */
const AGAIN = 'again';

/** `view`: the form as Slack sent it back with the submission. Slack keeps what was typed into its fields. */
export function withQuestions(view: ViewOutput, questions: readonly Question[]): ModalView {
  // Slack sends back the blocks that it was given.
  const shown = view.blocks as KnownBlock[];
  const isAsked = ({ block_id: id = '' }: KnownBlock) => id.split('.')[0] === AGAIN;
  const boxes = shown.filter((block) => isAsked(block) && block.type === 'input');
  const number = Number(boxes[0]?.block_id?.split('.')[1] ?? boxes.length);
  const { callback_id, title, submit, close, private_metadata } = view;
  return {
    type: 'modal',
    ...{ callback_id, title, private_metadata },
    ...(submit ? { submit } : {}),
    ...(close ? { close } : {}),
    blocks: [
      ...questions.map(({ sentence, about }) => ({ ...note(sentence), block_id: `${AGAIN}.${about}` })),
      tickBox(number === 0 ? AGAIN : `${AGAIN}.${number + 1}`, questions),
      ...shown.filter((block) => !isAsked(block)),
    ],
  };
}

/** The block of the box to tick, if the form already asks exactly these questions. */
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

function boxValue(questions: readonly Question[]): string {
  return questions.map(({ about }) => about).join(' ');
}

function tickBox(blockId: string, questions: readonly Question[]): KnownBlock {
  const isOnlySame = questions.every(({ about }) => about === 'same');
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
          text: { type: 'plain_text', text: isOnlySame ? QUESTION_TEXT.another : QUESTION_TEXT.allTheSame },
          value: boxValue(questions),
        },
      ],
    },
  };
}

/** The questions that the person has agreed to. */
export function agreedTo(state: FormState): readonly string[] {
  const ticked = Object.values(state).flatMap((block) => block[AGAIN]?.selected_options ?? []);
  return ticked.flatMap(({ value }) => value.split(' '));
}

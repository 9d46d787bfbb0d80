// The two things blocks are put on, a message and a view: what Slack lets through and with which error it refuses.
import { randomBytes } from 'node:crypto';
import { asFieldsList, asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import type { Block, MessageMetadata, ViewContent } from '#sandbox/slack/state/model.ts';
import { Refusal, refusalWithProblems } from '#sandbox/slack/state/refusal.ts';
import { homeBlocks, messageBlocks, modalBlocks } from './block-rules.ts';
import { plainText } from './composition.ts';
import { type Rule, shape, text } from './schema.ts';

/** Measured by others between 13,100 and 13,300 characters, containers included (SLACK-FACTS: "near 13,000"). */
const MAX_BLOCK_CHARACTERS = 13_000;
const MAX_VIEW_BYTES = 250_000;
const MAX_METADATA_BYTES = 8_000;

/** The blocks of a message, each with a block_id. Refuses with invalid_blocks or msg_blocks_too_long. */
export function readMessageBlocks(value: unknown): Block[] {
  if (!Array.isArray(value)) throw new Refusal('invalid_blocks_format');
  refuseProblems('invalid_blocks', problemsOf(messageBlocks, value, '/blocks'));
  if (JSON.stringify(value).length > MAX_BLOCK_CHARACTERS) throw new Refusal('msg_blocks_too_long');
  return withBlockIds(value);
}

/** What the app wants a view to be. Refuses with invalid_arguments (as Slack does for views) or view_too_large. */
export function readView(value: unknown, allowed: ViewContent['type']): ViewContent {
  if (!isFields(value)) throw new Refusal('invalid_arguments');
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_VIEW_BYTES) throw new Refusal('view_too_large');
  const problems = problemsOf(allowed === 'modal' ? modal : home, value, '/view');
  if (value.type !== allowed) problems.push(`must be one of: ${allowed} [json-pointer:/view/type]`);
  refuseProblems('invalid_arguments', [...problems, ...problemsAcross(value)]);

  return {
    type: allowed,
    title: isFields(value.title) ? value.title : null,
    submit: isFields(value.submit) ? value.submit : null,
    close: isFields(value.close) ? value.close : null,
    blocks: withBlockIds(asFieldsList(value.blocks)),
    private_metadata: asText(value.private_metadata),
    callback_id: asText(value.callback_id),
  };
}

/** Message metadata; an empty object takes it away. */
export function readMetadata(value: unknown): MessageMetadata | undefined {
  if (!isFields(value)) throw new Refusal('invalid_metadata_format');
  if (Object.keys(value).length === 0) return undefined;
  const problems = problemsOf(metadata, value, '/metadata');
  if (problems.length > 0) throw refusalWithProblems('invalid_metadata_format', problems);
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_METADATA_BYTES) throw new Refusal('metadata_too_large');
  return {
    event_type: asText(value.event_type),
    event_payload: isFields(value.event_payload) ? value.event_payload : {},
  };
}

const anyFields: Rule = (value, at, report) => {
  if (!isFields(value)) report(at, 'must be an object');
};

const metadata = shape({ event_type: text(255), event_payload: anyFields });

const everyView = { private_metadata: text(3000, 0), callback_id: text(255, 0) };
const modal = shape(
  { title: plainText(24), blocks: modalBlocks },
  { submit: plainText(24), close: plainText(24), ...everyView },
);

const home = shape({ blocks: homeBlocks }, everyView);

/** The rules that need the whole view. */
function problemsAcross(view: Fields): string[] {
  const inputs = asFieldsList(view.blocks).filter((block) => block.type === 'input');
  const focused = inputs.filter(({ element }) => isFields(element) && element.focus_on_load === true);
  return [
    ...(view.type === 'modal' && view.submit === undefined && inputs.length > 0
      ? ['`submit` is required when an `input` block is within blocks [json-pointer:/view]']
      : []),
    ...(focused.length > 1 ? ['only one element may have `focus_on_load` [json-pointer:/view/blocks]'] : []),
  ];
}

function problemsOf(rule: Rule, value: unknown, at: string): string[] {
  const problems: string[] = [];
  rule(value, at, (where, what) => problems.push(`${what} [json-pointer:${where}]`));
  return problems;
}

function refuseProblems(code: string, problems: readonly string[]): void {
  if (problems.length > 0) throw refusalWithProblems(code, problems);
}

/** As in Slack, a block without an id gets a new one each time, so what was typed in it is not kept by an update. */
function withBlockIds(blocks: readonly unknown[]): Block[] {
  return asFieldsList(blocks).map((block) => ({
    ...block,
    type: asText(block.type),
    block_id: asText(block.block_id) || randomBytes(4).toString('base64url'),
  }));
}

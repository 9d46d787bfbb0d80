// How much Slack takes (Slack, Block Kit reference and Limits). Sizes are in characters as JavaScript counts them.

/** A button's `url`. */
export const MAX_URL_LENGTH = 3_000;

/** The text of a section, and what a person can type into a text field. */
export const MAX_TEXT_LENGTH = 3_000;

/** The question before a press. */
export const MAX_CONFIRM_LENGTH = 300;

/** Blocks in a message. */
export const MAX_MESSAGE_BLOCKS = 50;

/** All blocks of a message as JSON: Slack refuses a message near 13,000. */
export const MAX_MESSAGE_LENGTH = 12_000;

/** Whether Slack takes all these blocks in one message. */
export function fitsMessage(blocks: readonly unknown[]): boolean {
  return blocks.length <= MAX_MESSAGE_BLOCKS && JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH;
}

// What the store keeps of a bulk. Its orders hold what became of the rows; here stands only what no order says.
import { z } from 'zod';
import { storedOrder } from '#orders/order.ts';
import { storedReference } from '#orders/reference.ts';

const { amount, description, customer, prompt, typedReference } = storedOrder.unwrap().shape;

const row = z
  .object({
    /** As the spreadsheet numbers it. */
    row: z.int().positive(),
    reference: storedReference,
    ...{ amount, description, customer, prompt, typedReference },
  })
  .readonly();
/** What its order is made of. */
export type BulkRow = z.output<typeof row>;

/** Kept apart from the bulk, and erased when the bulk has ended: they name customers. */
export const storedRows = z.array(row).readonly();

/** Why a row got no order when its turn came. The first four as in CreateResult. */
const ROW_REFUSALS = [
  'reference_taken',
  'same_again',
  'too_many_prompts',
  'impossible',
  /** It was stopped, or came to an end, before the row's turn. */
  'not_reached',
] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

/** `stopped`: by a person. `stood_still`: for longer than GOES_ON_WITHIN_MS. `channel_gone`: nothing can be posted there. */
const ENDINGS = ['sent', 'stopped', 'stood_still', 'channel_gone'] as const;
export type BulkEnding = (typeof ENDINGS)[number];

/** Its message in Slack. `contentHash`: of what it shows, so that it is edited only when that changes. */
const message = z.object({ channel: z.string(), ts: z.string(), contentHash: z.string() }).readonly();

/** A post or upload that was begun; `run` names who makes it. Without an answer it is looked for before the next try. */
const attempt = z.object({ run: z.string(), tries: z.int().positive(), at: z.number() }).readonly();
export type Attempt = z.output<typeof attempt>;

/**
 * What the tick of its form agrees to, beside rows of one number. A prompt that somebody sent after the file was checked is not
 * among it, because the form has not named it.
 */
const agreed = z
  .object({
    /** The same prompt was sent within ten minutes before: of them the customer was last asked at `upTo` (ms). */
    rows: z.array(z.object({ row: z.int().positive(), upTo: z.number() }).readonly()).readonly(),
    /** The id of the bulk that began with the same file before. */
    file: z.string().exactOptional(),
    /** When (ms) the file was checked: what was paid since the person has not read of. */
    at: z.number(),
  })
  .readonly();
export type Agreed = z.output<typeof agreed>;

export const storedBulk = z
  .object({
    id: z.string(),
    kind: z.enum(['prompt', 'link']),
    /** Slack ids: of the person who asks for all of it, and of the channel of its cards. */
    by: z.string(),
    channel: z.string(),
    /** Of the file's rows, by the store's own key. */
    fileDigest: z.string(),
    /** `checked`: the person has not confirmed it. `running`: rows are being sent. `ended`: no more are sent. */
    state: z.enum(['checked', 'running', 'ended']),
    /** True when the same file or number again was asked about, and so has to be ticked. */
    isAsked: z.boolean(),
    agreed: agreed.exactOptional(),
    rows: z.array(z.object({ row: z.int().positive(), reference: storedReference }).readonly()).readonly(),
    /** Milliseconds since the epoch. */
    begunAt: z.number().exactOptional(),
    /** When the last row's turn began; after a pause it shows for how long the bulk stood still. */
    movedAt: z.number().exactOptional(),
    refused: z
      .array(
        z
          .object({
            row: z.int().positive(),
            why: z.enum(ROW_REFUSALS),
            /** Of `too_many_prompts`: when (ms) the number may be prompted again. */
            retryAt: z.number().exactOptional(),
          })
          .readonly(),
      )
      .readonly(),
    ending: z.enum(ENDINGS).exactOptional(),
    endedAt: z.number().exactOptional(),
    /** The Slack id of the person who stopped it. */
    stoppedBy: z.string().exactOptional(),
    message: message.exactOptional(),
    /** The channel is gone, so its message goes to the person who asked. */
    isDirect: z.literal(true).exactOptional(),
    posting: attempt.exactOptional(),
    uploading: attempt.exactOptional(),
    /** The file with the results was uploaded, or cannot be. */
    isReported: z.literal(true).exactOptional(),
  })
  .readonly();
export type Bulk = z.output<typeof storedBulk>;
export type BulkKind = Bulk['kind'];

// That an order is a row of a bulk, many orders that one person asks for with one file. Stored, so this is a schema.
import { z } from 'zod';

/** `row`: as the spreadsheet of its file numbers it. `threadTs`: the bulk's message, in whose thread the card is posted. */
export const ofBulk = z
  .object({ id: z.string(), row: z.int().positive(), threadTs: z.string().exactOptional() })
  .readonly();
export type OfBulk = z.output<typeof ofBulk>;

/** After standing still for longer (ms) a bulk does not go on by itself: nobody expects its prompts to ring by then. */
export const GOES_ON_WITHIN_MS = 60 * 60_000;

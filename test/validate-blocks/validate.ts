// Sends what Teller shows to Slack's own validator, which is public and wants no token, and collects what it refuses.
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Sample } from '#test/slack/every-sample.ts';

/** `pointer` leads to the part that is refused, such as "/0/text/type". */
export type Refusal = { readonly name: string; readonly errors: readonly string[] };

/** Its answer to what it refuses (Slack, blocks.validate). */
const ANSWER = z.object({
  errors: z
    .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }).partial())
    .default([]),
});
const REFUSALS = new Set(['invalid_blocks', 'invalid_message', 'invalid_view']);

/** Rejects when Slack cannot be reached or answers with anything but a verdict. */
export async function validateSamples(client: WebClient, samples: readonly Sample[]): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  // One after the other: the method has a rate limit of its own.
  for (const sample of samples) {
    const errors = await errorsIn(client, sample);
    if (errors.length > 0) refusals.push({ name: sample.name, errors });
  }
  return refusals;
}

async function errorsIn(client: WebClient, { kind, content }: Sample): Promise<readonly string[]> {
  const { blocks } = content;
  try {
    await client.apiCall('blocks.validate', kind === 'message' ? { message: { blocks } } : { view: content });
    return [];
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || !REFUSALS.has(error.data.error)) throw error;
    const { errors } = ANSWER.parse(error.data);
    if (errors.length === 0) return [error.data.error];
    return errors.map(({ pointer = '?', code = '?', message = '' }) => `${pointer}  ${code}  ${message}`);
  }
}

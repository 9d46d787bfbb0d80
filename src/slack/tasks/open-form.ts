// A form that is open on somebody's screen, and how it is changed without undoing what the person does there meanwhile.
import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { afterShortLimit, againIfLost } from '#slack/delivery/short-limit.ts';

/** `hash`: Slack's word for what it shows; an update of something older is refused. */
export type OpenForm = { readonly id: string; readonly hash: string; readonly form: ModalView };

/** The person has changed the form, sent it or closed it. */
const TOO_LATE: ReadonlySet<string> = new Set(['hash_conflict', 'not_found']);

/**
 * Shows `view` in the window's place: with a `hash` only while it shows that, and never once it is closed. A short rate limit is
 * waited out once, and after a lost answer it is shown once more. Resolves with whether this call has shown it. Rejects when Slack
 * refuses for another reason.
 */
export async function updateForm(
  { client, clock }: { client: WebClient; clock: Clock },
  { id, hash }: { readonly id: string; readonly hash?: string },
  view: ModalView,
): Promise<boolean> {
  const options = { view_id: id, ...(hash !== undefined && { hash }), view };
  try {
    await againIfLost(() => afterShortLimit(clock, () => client.views.update(options)));
    return true;
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError && TOO_LATE.has(error.data.error))) throw error;
    return false;
  }
}

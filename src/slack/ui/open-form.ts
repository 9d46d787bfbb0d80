// A form that is open on somebody's screen, and how it is changed without undoing what the person does there meanwhile.
import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { untilShown } from '#slack/bolt/clients.ts';

/** `hash`: names what the form shows; Slack refuses an update with an older one. */
export type OpenForm = { readonly id: string; readonly hash: string; readonly form: ModalView };

/** A trigger opens a form for three seconds, of which a part has passed. */
const MAX_WAIT_MS = 2_000;

/** views.open: the first of two calls with this trigger has opened its form. */
const TRIGGER_USED = 'exchanged_trigger_id';

/** Slack opens no form for this press. */
export class NoTrigger extends Error {
  override readonly name = 'NoTrigger';
}

/**
 * Opens a form for the press or command of this trigger, and tries once more after a short rate limit or a lost answer. Resolves
 * with undefined when it is open, but what Slack said of it is lost, so that Teller cannot change it. Rejects when Slack refuses.
 */
export async function openForm(
  { client, clock }: { client: WebClient; clock: Clock },
  triggerId: string | undefined,
  form: ModalView,
): Promise<OpenForm | undefined> {
  if (triggerId === undefined) throw new NoTrigger('Slack sent a press without a trigger');
  try {
    const options = { trigger_id: triggerId, view: form };
    const { view } = await untilShown(clock, () => client.views.open(options), MAX_WAIT_MS);
    return { id: view?.id ?? '', hash: view?.hash ?? '', form };
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError && error.data.error === TRIGGER_USED)) throw error;
    return undefined;
  }
}

/**
 * Opens a window above the one whose button was pressed. A short rate limit is waited out once, and after a lost answer the call
 * is made once more. Rejects when Slack refuses.
 */
export async function pushView(
  { client, clock }: { client: WebClient; clock: Clock },
  triggerId: string,
  view: ModalView,
): Promise<void> {
  try {
    await untilShown(clock, () => client.views.push({ trigger_id: triggerId, view }), MAX_WAIT_MS);
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError && error.data.error === TRIGGER_USED)) throw error;
  }
}

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
    await untilShown(clock, () => client.views.update(options));
    return true;
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError && TOO_LATE.has(error.data.error))) throw error;
    return false;
  }
}

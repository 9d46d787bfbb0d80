// An agent makes an order as people do: the command, the form, the submission, and again when Slack says it did not work.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import type { View } from '#sandbox/slack/state/model.ts';
import { tickBoxOf } from '#test/journeys/tick-box.ts';
import type { Environment } from './environment.ts';
import type { Plan } from './plan.ts';

/** What an agent has sent. It need not have become an order: the bot may have been dead. */
export type Form = { readonly reference: string; readonly submissions: number };

const MAX_TRIES = 4;
/** A bot that was killed starts again meanwhile, on a busy machine too: a storm without orders shows nothing. */
const OPENING_TRIES = 20;
/** A form that comes later than this finds the agent gone. */
const FORM_MS = 1_500;
const PAUSE_MS = 10;

/** Undefined when no form opened, however often it was tried. */
export async function takeOrder(
  environment: Environment,
  person: Person,
  channel: string,
  plan: Plan,
): Promise<Form | undefined> {
  const words =
    plan.kind === 'prompt'
      ? `prompt ${plan.phone} ${plan.amount} Order number ${plan.number}`
      : `link ${plan.amount} ${plan.currency} Order number ${plan.number}`;
  for (let tries = 0; tries < OPENING_TRIES; tries += 1) {
    await closeAll(environment, person);
    await person.command(channel, '/pay', words);
    const view = await formOf(environment, person);
    if (view) await showMore(environment, person, view);
    const form = view && (await submit(environment, person, valuesOf(environment, plan), plan.copies));
    if (form) return form;
  }
  return undefined;
}

/** Sends a form that a button opened, as it was filled in. */
export function submitOpened(environment: Environment, person: Person): Promise<Form | undefined> {
  return submit(environment, person, {}, 1);
}

/** Closes whatever is on the person's screen, as people do who go on to the next thing. */
export async function closeAll({ slack }: Environment, person: Person): Promise<void> {
  if (slack.modal(person.id)) person.close();
}

/** Presses More and waits for its fields; an order whose form lacks them gets a reference from Teller. */
async function showMore({ slack }: Environment, person: Person, view: View): Promise<void> {
  const hasMore = () => slack.modal(person.id)?.blocks.some(({ block_id: id }) => id === 'more_fields');
  if (!hasMore()) return;
  await person.click(view, 'more_fields');
  for (let waited = 0; waited < FORM_MS && hasMore(); waited += PAUSE_MS) await pause(PAUSE_MS);
}

/** Undefined when the form went from the screen before it could be sent. */
async function submit(
  environment: Environment,
  person: Person,
  values: Record<string, Typed>,
  copies: number,
): Promise<Form | undefined> {
  let form: Form | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const view = environment.slack.modal(person.id);
    const reference = view && isForm(view) ? (shownIn(view, values)['id'] ?? referenceIn(view)) : undefined;
    // Gone, or another one that opened late: what was sent is sent.
    if (!view || typeof reference !== 'string' || (form && form.reference !== reference)) return form;
    form = { reference, submissions: (form?.submissions ?? 0) + copies };
    await person.submit({ ...shownIn(view, values), ...tickBoxOf(view) }, { copies });
    // Slack had trouble, or the bot says what is wrong or asks something: people agree and press the button once more.
    await pause(100);
  }
  return form;
}

/** What a recurring link needs comes into the form once it is sent with how often it repeats. */
function shownIn({ blocks }: View, values: Record<string, Typed>): Record<string, Typed> {
  const isShown = (name: string) => blocks.some(({ block_id: id }) => id === name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => isShown(name)));
}

function valuesOf({ now }: Environment, plan: Plan): Record<string, Typed> {
  const day = (days: number) => new Date(now() + days * 86_400_000).toISOString().slice(0, 10);
  return {
    first_name: 'Wanjiru',
    ...(plan.reference ? { id: plan.reference } : {}),
    ...(plan.kind === 'prompt' ? { payment_method: plan.currency === 'UGX' ? 'AirtelUG' : 'MpesaKE' } : {}),
    ...(plan.validForDays === undefined ? {} : { valid_until: day(plan.validForDays) }),
    ...(plan.recurring ? { frequency: 'DAILY', start_date: day(2), end_date: day(60) } : {}),
  };
}

/** Sends the form that asks whether to cancel, if it comes. */
export async function confirmCancel({ slack }: Environment, person: Person): Promise<void> {
  const isOpen = () => slack.modal(person.id)?.callback_id === 'cancel_order';
  for (let waited = 0; waited < FORM_MS && !isOpen(); waited += PAUSE_MS) await pause(PAUSE_MS);
  if (isOpen()) await person.submit();
}

/** Waits for the form. Undefined when it did not come in time. */
export async function formOf({ slack }: Environment, person: Person): Promise<View | undefined> {
  for (let waited = 0; waited < FORM_MS; waited += PAUSE_MS) {
    const view = slack.modal(person.id);
    if (view && isForm(view)) return view;
    await pause(PAUSE_MS);
  }
  return undefined;
}

function isForm(view: View): boolean {
  return view.callback_id === 'send_prompt' || view.callback_id === 'create_link';
}

/** The bot makes the reference of its form's id, so that the same form is always the same order. */
function referenceIn(view: View): string {
  const { formId } = JSON.parse(view.private_metadata) as { formId: string };
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const text = [...Buffer.from(formId, 'hex').subarray(0, 10)].map((byte) => letters[byte % 32]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// What Slack sends, as far as anything here or in Bolt reads it: one schema for each kind. Fields without a name in it are left
// out, so that nobody reads what was not looked at. Slack, Events API; Slash commands; Interaction payloads; Views.
import { z } from 'zod';

/** `no_listener`: nobody listens for it. `where`: the first field that is missing or of another type, such as "view.state". */
type ReadPayload =
  | { readonly status: 'read'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: 'no_listener' | 'held_back' }
  | { readonly status: 'unreadable'; readonly where: string };

export function readPayload(payload: unknown): ReadPayload {
  const { data: kind, error } = KIND.safeParse(payload);
  if (!kind) return unreadable(error);
  const { event, command, type = '' } = kind;
  if (!event && command === undefined && type === 'app_rate_limited') return { status: 'held_back' };
  const schema = event ? EVENTS.get(event.type) : command === undefined ? INTERACTIONS.get(type) : COMMAND;
  if (!schema) return { status: 'no_listener' };
  const read = schema.safeParse(payload);
  return read.success ? { status: 'read', body: read.data } : unreadable(read.error);
}

function unreadable({ issues }: z.ZodError): ReadPayload {
  // A path may have names of Slack's side in it, such as those of a form's fields.
  return { status: 'unreadable', where: (issues[0]?.path ?? []).join('.').slice(0, 100) };
}

type Schema = z.ZodType<Record<string, unknown>>;

const text = z.string();
const maybe = text.nullish();

/** Slack leaves a field out, or sends null in its place; what is read of both is nothing. */
function optional<Of extends z.ZodType>(schema: Of) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const orEmpty = maybe.transform((value) => value ?? '');

/** Slack leaves an object without fields out, or sends an empty list or null in its place. */
function dictionary<Of extends z.ZodType>(of: Of) {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return z.preprocess((value) => (isEmpty(value) ? {} : value), z.record(text, of)).default({});
}

/** An event, a command, or something of a type. */
const KIND = z
  .object({
    event: optional(z.object({ type: text })),
    command: optional(text),
    type: optional(text),
  })
  .refine(({ event, command, type }) => event ?? command ?? (type !== 'event_callback' && type));

const COMMAND = z.object({
  command: text,
  text: orEmpty,
  user_id: text,
  channel_id: text,
  trigger_id: text,
  response_url: optional(text),
});

function eventBody<Shape extends z.ZodRawShape>(event: z.ZodObject<Shape>) {
  return z.object({ event });
}

const MESSAGE = {
  channel: text,
  ts: text,
  thread_ts: optional(text),
  user: optional(text),
  bot_id: optional(text),
};

/** By the type of the event. */
const EVENTS = new Map<string, Schema>([
  ['app_mention', eventBody(z.object({ type: text, ...MESSAGE, text, edited: optional(z.looseObject({})) }))],
  [
    'message',
    eventBody(
      z.object({
        type: text,
        ...MESSAGE,
        text: optional(text),
        subtype: optional(text),
        channel_type: optional(text),
      }),
    ),
  ],
  ['app_home_opened', eventBody(z.object({ type: text, user: text, tab: optional(text) }))],
  [
    'function_executed',
    eventBody(
      z.object({
        type: text,
        function: z.object({ callback_id: text }),
        // Bolt takes an empty one for none, and throws.
        function_execution_id: text.min(1),
        inputs: dictionary(z.unknown()),
        bot_access_token: optional(text),
      }),
    ),
  ],
]);

/** A field as it was filled in: forms/fields.ts. */
const FIELD = z.looseObject({
  value: maybe,
  selected_option: z.looseObject({ value: text }).nullish(),
  selected_options: z.array(z.looseObject({ value: text })).nullish(),
  selected_date: maybe,
  selected_conversation: maybe,
  files: z.array(z.looseObject({ id: text, url_private_download: optional(text) })).nullish(),
});

/** What Teller has once written itself, and shows again. */
const BLOCK = z.looseObject({
  type: text,
  block_id: optional(text),
  element: optional(
    z.looseObject({ type: text, options: optional(z.array(z.looseObject({ value: maybe }))) }),
  ),
});

const VIEW = z.object({
  type: z.literal('modal'),
  id: text,
  hash: optional(text),
  callback_id: orEmpty,
  title: z.looseObject({ text }),
  submit: z.unknown().optional(),
  close: z.unknown().optional(),
  private_metadata: orEmpty,
  blocks: z.array(BLOCK),
  state: z
    .object({ values: dictionary(dictionary(FIELD)) })
    .nullish()
    .transform((state) => state ?? { values: {} }),
});

/** A press of a button or of an item of a menu, or a change of a field. */
const ACTION = z
  .looseObject({
    type: text,
    action_id: text,
    block_id: optional(text),
    value: maybe,
    selected_option: z.looseObject({ value: text }).nullish(),
  })
  .refine(({ type, selected_option }) => type !== 'overflow' || selected_option);

const PERSON = { type: text, user: z.object({ id: text }) };

/** By the type of the interaction. */
const INTERACTIONS = new Map<string, Schema>([
  [
    'block_actions',
    z.object({
      ...PERSON,
      actions: z.tuple([ACTION], z.unknown()),
      trigger_id: optional(text),
      response_url: optional(text),
      channel: optional(z.object({ id: text })),
      container: optional(z.object({ message_ts: optional(text), thread_ts: optional(text) })),
      message: optional(
        z.object({
          ts: optional(text),
          thread_ts: optional(text),
          subtype: optional(text),
          text: optional(text),
          blocks: optional(z.array(BLOCK)),
        }),
      ),
      view: optional(z.union([VIEW, z.object({ type: z.literal('home') })])),
    }),
  ],
  [
    'block_suggestion',
    z.object({
      ...PERSON,
      action_id: text,
      value: text,
      view: optional(VIEW.pick({ type: true, callback_id: true, private_metadata: true })),
    }),
  ],
  [
    'message_action',
    z.object({
      ...PERSON,
      callback_id: text,
      trigger_id: text,
      response_url: optional(text),
      channel: z.object({ id: text }),
      message: z.looseObject({ ts: text }),
    }),
  ],
  ['shortcut', z.object({ ...PERSON, callback_id: text, trigger_id: text })],
  ['view_submission', z.object({ ...PERSON, view: VIEW })],
]);

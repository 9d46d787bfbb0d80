// What Slack sends, as far as anything here or in Bolt reads it: one schema for each kind. Fields without a name in it are left
// out, so that nobody reads what was not looked at. Slack, Events API; Slash commands; Interaction payloads; Views.
import { z } from 'zod';

/** `unheard`: nobody listens for it. `where`: the first field that is missing or of another type, such as "view.state". */
export type ReadPayload =
  | { readonly status: 'read'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: 'unheard' | 'held_back' }
  | { readonly status: 'unreadable'; readonly where: string };

export function readPayload(payload: unknown): ReadPayload {
  const { data: kind, error } = KIND.safeParse(payload);
  if (!kind) return unreadable(error);
  const { event, command, type = '' } = kind;
  if (!event && command === undefined && type === 'app_rate_limited') return { status: 'held_back' };
  const schema = event ? EVENTS.get(event.type) : command === undefined ? INTERACTIONS.get(type) : COMMAND;
  if (!schema) return { status: 'unheard' };
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
const someObject = z.record(z.string(), z.unknown());

/** An event, a command, or something of a type. */
const KIND = z
  .object({
    event: z.object({ type: text }).optional(),
    command: text.optional(),
    type: text.optional(),
  })
  .refine(({ event, command, type }) => event ?? command ?? type);

const COMMAND = z.object({
  command: text,
  text: text.default(''),
  user_id: text,
  channel_id: text,
  trigger_id: text,
  response_url: text.exactOptional(),
});

function eventBody<Shape extends z.ZodRawShape>(event: z.ZodObject<Shape>) {
  return z.object({
    type: text.exactOptional(),
    team_id: text.exactOptional(),
    event_id: text.exactOptional(),
    event,
  });
}

const MESSAGE = {
  channel: text,
  ts: text,
  thread_ts: text.exactOptional(),
  user: text.exactOptional(),
  bot_id: text.exactOptional(),
};

/** By the type of the event. */
const EVENTS = new Map<string, Schema>([
  ['app_mention', eventBody(z.object({ type: text, ...MESSAGE, text }))],
  [
    'message',
    eventBody(
      z.object({
        type: text,
        ...MESSAGE,
        text: text.exactOptional(),
        subtype: text.exactOptional(),
        channel_type: text.exactOptional(),
      }),
    ),
  ],
  ['app_home_opened', eventBody(z.object({ type: text, user: text, tab: text.exactOptional() }))],
  [
    'function_executed',
    eventBody(
      z.object({
        type: text,
        function: z.object({ callback_id: text }),
        function_execution_id: text,
        inputs: someObject.default({}),
        bot_access_token: text.exactOptional(),
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
});

/** What Teller has once written itself, and shows again. */
const BLOCK = z.looseObject({
  type: text,
  block_id: text.exactOptional(),
  element: z
    .looseObject({ type: text, options: z.array(z.looseObject({ value: maybe })).exactOptional() })
    .exactOptional(),
});

const VIEW = z.object({
  type: z.literal('modal'),
  id: text,
  hash: text,
  callback_id: text,
  title: z.looseObject({ text }),
  submit: someObject.nullish(),
  close: someObject.nullish(),
  private_metadata: text,
  blocks: z.array(BLOCK),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), FIELD)) }),
});

/** A press of a button or of an item of a menu, or a change of a field. */
const ACTION = z
  .looseObject({
    type: text,
    action_id: text,
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
      trigger_id: text,
      response_url: text.exactOptional(),
      channel: z.object({ id: text }).exactOptional(),
      message: z
        .object({
          ts: text.exactOptional(),
          thread_ts: text.exactOptional(),
          text: text.exactOptional(),
          blocks: z.array(BLOCK).exactOptional(),
        })
        .exactOptional(),
      view: z.union([VIEW, z.object({ type: z.literal('home') })]).exactOptional(),
    }),
  ],
  ['block_suggestion', z.object({ ...PERSON, action_id: text, value: text, view: VIEW.exactOptional() })],
  [
    'message_action',
    z.object({
      ...PERSON,
      callback_id: text,
      trigger_id: text,
      action_ts: text,
      response_url: text.exactOptional(),
      channel: z.object({ id: text }),
      message: z.looseObject({ ts: text }),
    }),
  ],
  ['shortcut', z.object({ ...PERSON, callback_id: text, trigger_id: text })],
  ['view_submission', z.object({ ...PERSON, view: VIEW })],
]);

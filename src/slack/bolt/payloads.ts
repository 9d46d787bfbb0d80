// What is read of what Slack sends (Events API, Slash commands, Interaction payloads, Views). Nothing unchecked gets through.
import { z } from 'zod';

/** Slack leaves a field out, or sends null in its place. */
function optional<Of extends z.ZodType, Else = undefined>(schema: Of, otherwise?: Else) {
  return schema.nullish().transform((value) => value ?? (otherwise as Else));
}

/** `texts`: those with a `?` may be missing. */
function object(texts: string, others: Readonly<Record<string, z.ZodType>> = {}) {
  const fields = texts
    .split(' ')
    .map((name) => [name.replace('?', ''), name.endsWith('?') ? optional(z.string()) : z.string()]);
  return z.object({ ...Object.fromEntries(fields), ...others });
}

/** Slack leaves an object without fields out, or sends an empty list or null in its place. */
function dictionary<Of extends z.ZodType>(of: Of) {
  const fieldsOf = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value);
  return optional(z.preprocess(fieldsOf, z.record(z.string(), of)), {});
}

const orEmpty = optional(z.string(), '');
const CHOICE = object('value').loose();
const FIELD = object('value? selected_date? selected_conversation?', {
  selected_option: optional(CHOICE),
  selected_options: optional(z.array(CHOICE)),
  files: optional(z.array(object('id url_private_download?').loose())),
}).loose();

const OPTIONS = optional(z.array(object('value?').loose()));
const BLOCKS = z.array(
  object('type block_id?', { element: optional(object('type', { options: OPTIONS }).loose()) }).loose(),
);

const MODAL = object('id hash?', {
  type: z.literal('modal'),
  callback_id: orEmpty,
  title: object('text').loose(),
  submit: z.unknown().optional(),
  close: z.unknown().optional(),
  private_metadata: orEmpty,
  blocks: BLOCKS,
  state: optional(z.object({ values: dictionary(dictionary(FIELD)) }), { values: {} }),
});

const ACTION = object('type action_id block_id? value?', { selected_option: optional(CHOICE) })
  .loose()
  .refine(({ type, selected_option: chosen }) => type !== 'overflow' || chosen);

const user = object('id');
const channel = object('id');
const MESSAGE = 'channel ts thread_ts? user? bot_id?';

function event(texts: string, others: Readonly<Record<string, z.ZodType>> = {}) {
  return z.object({ event: object(`type ${texts}`, others) });
}

const SCHEMAS = new Map<string, z.ZodType<Record<string, unknown>>>(
  Object.entries({
    command: object('command user_id channel_id trigger_id response_url?', { text: orEmpty }),
    'event app_mention': event(`${MESSAGE} text`, { edited: z.unknown().optional() }),
    'event message': event(`${MESSAGE} text? subtype? channel_type?`),
    'event app_home_opened': event('user tab?'),
    'event function_executed': event('bot_access_token?', {
      function: object('callback_id'),
      // Bolt takes an empty one for none, and throws.
      function_execution_id: z.string().min(1),
      inputs: dictionary(z.unknown()),
    }),
    'type block_actions': object('type trigger_id? response_url?', {
      user,
      actions: z.tuple([ACTION], z.unknown()),
      channel: optional(channel),
      container: optional(object('message_ts? thread_ts?')),
      message: optional(object('ts? thread_ts? subtype? text?', { blocks: optional(BLOCKS) })),
      view: optional(z.union([MODAL, z.object({ type: z.literal('home') })])),
    }),
    'type block_suggestion': object('type action_id value', {
      user,
      view: optional(object('callback_id? private_metadata?')),
    }),
    'type message_action': object('type callback_id trigger_id response_url?', {
      user,
      channel,
      message: object('ts').loose(),
    }),
    'type shortcut': object('type callback_id trigger_id', { user }),
    'type view_submission': object('type', { user, view: MODAL }),
  }),
);

const KIND = z
  .object({ event: optional(object('type')), command: optional(z.string()), type: optional(z.string(), '') })
  .refine(({ event, command, type }) => event ?? command ?? (type !== 'event_callback' && type));

/** Without `data` where nobody listens, with an `error` where a field is missing or of another type. */
export function readPayload(payload: unknown): z.ZodSafeParseResult<Record<string, unknown> | undefined> {
  const kind = KIND.safeParse(payload);
  if (!kind.success) return kind;
  const { event, command, type } = kind.data;
  const ofType = event ? `event ${event['type']}` : `type ${type}`;
  const schema = SCHEMAS.get(!event && command ? 'command' : ofType);
  return schema?.safeParse(payload) ?? { success: true, data: undefined };
}

// What the stand-in keeps in memory. Names in snake_case are Slack's own and go over the wire as they are.
import type { Fields } from '#sandbox/slack/json.ts';

export type User = {
  id: string;
  team_id: string;
  name: string;
  real_name: string;
  is_bot: boolean;
  deleted: boolean;
  is_restricted: boolean;
  is_ultra_restricted: boolean;
  is_stranger: boolean;
  /** In an Enterprise organisation: all the workspaces that the person is in. `team_id` may then be any of them. */
  enterprise_user?: { teams: readonly string[] };
  tz: string;
};

export type Channel = {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
  members: Set<string>;
  is_archived: boolean;
  is_ext_shared: boolean;
  created: number;
  /** The person on the other side, for a direct message with the app. */
  user?: string;
};

export type Usergroup = {
  id: string;
  handle: string;
  name: string;
  users: string[];
  /** When it was disabled (s); not given: it is not. */
  date_delete?: number;
};

export type Block = Fields & { type: string; block_id: string };

export type MessageMetadata = { event_type: string; event_payload: Fields };

export type Message = {
  type: 'message';
  subtype?: 'thread_broadcast' | 'tombstone' | 'file_share' | 'me_message';
  channel: string;
  ts: string;
  team: string;
  user: string;
  text: string;
  /** Given by the writer's own Slack; what apps post has none. */
  client_msg_id?: string;
  bot_id?: string;
  app_id?: string;
  blocks?: Block[];
  files?: SharedFile[];
  /** What was forwarded with it. */
  attachments?: ForwardedMessage[];
  thread_ts?: string;
  metadata?: MessageMetadata;
  edited?: { user: string; ts: string };
};

/** As Slack puts a message into the one with which somebody forwards it. */
export type ForwardedMessage = {
  is_share: true;
  channel_id: string;
  ts: string;
  author_id: string;
  text: string;
  fallback: string;
};

/** A message that one person sees. `from: 'slack'` is Slack's own note, such as "operation_timeout". */
export type Ephemeral = {
  from: 'app' | 'slack';
  user: string;
  channel: string;
  ts: string;
  text: string;
  blocks?: Block[];
  thread_ts?: string;
};

/** What the app decides about a view. */
export type ViewContent = {
  type: 'modal' | 'home';
  title: Fields | null;
  submit: Fields | null;
  close: Fields | null;
  blocks: Block[];
  private_metadata: string;
  callback_id: string;
};

/** Block id, then action id, then what the element holds now: Slack's `state.values`. */
export type FormValues = Record<string, Record<string, Fields>>;

export type View = ViewContent & {
  id: string;
  team_id: string;
  app_id: string;
  bot_id: string;
  hash: string;
  root_view_id: string;
  previous_view_id: string | null;
  state: { values: FormValues };
  /** Whose screen it is on. */
  user: string;
  /** The view that comes back when this one closes (views.push). */
  below?: View;
  /** Sentences shown at the fields, by block id. */
  errors: Record<string, string>;
  /** Slack's own complaint about the app, shown above the form. */
  trouble?: string;
  /** What the app last offered in each external_select, by block id, then action id. */
  suggestions: Record<string, Record<string, Suggestions>>;
};

/** The options for what was typed; `trouble` is Slack's sentence where the app gave none that can be shown. */
export type Suggestions = { query: string; options: Fields[]; trouble?: string };

/** A file as the message that shares it carries it. */
export type SharedFile = { id: string; name: string; title: string; size: number };

export type StoredFile = {
  id: string;
  name: string;
  title: string;
  /** Bytes announced by files.getUploadURLExternal, or uploaded by a person. */
  length: number;
  content?: Buffer;
  /** The person who uploaded it; not given: the app. */
  user?: string;
  /** Seconds. */
  created: number;
  /** Its owner has deleted it: only the name is left. */
  isDeleted?: boolean;
  /** Where it was shared, once files.completeUploadExternal was called. */
  channel?: string;
  thread_ts?: string;
};

export type Change =
  | { kind: 'posted' | 'deleted'; message: Message }
  | { kind: 'edited'; message: Message; before: Message }
  | { kind: 'ephemeral' | 'ephemeral_replaced' | 'ephemeral_removed'; ephemeral: Ephemeral }
  | { kind: 'modal'; userId: string; view: View | undefined }
  | { kind: 'home'; userId: string; view: View };

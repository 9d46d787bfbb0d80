// The Slack stand-in: one workspace in memory, over real HTTP, for the sandbox and for every journey test.
import { once } from 'node:events';
import { freePort } from '#sandbox/environment/free-port.ts';
import type { Dispatch } from '#sandbox/slack/actions/dispatch.ts';
import {
  createFunctionRuns,
  type FunctionRun,
  type FunctionRuns,
  type StepDefinition,
} from '#sandbox/slack/actions/function-runs.ts';
import { createPerson, type Person } from '#sandbox/slack/actions/person.ts';
import { createChatMethods } from '#sandbox/slack/api/chat.ts';
import { createConversationMethods } from '#sandbox/slack/api/conversations.ts';
import { createDownloads } from '#sandbox/slack/api/downloads.ts';
import { createFaults, type Faults } from '#sandbox/slack/api/faults.ts';
import { createFileMethods, receiveUpload } from '#sandbox/slack/api/files.ts';
import { createPictures, type Picture } from '#sandbox/slack/api/pictures.ts';
import { createScopes } from '#sandbox/slack/api/scopes.ts';
import { createSlackServer } from '#sandbox/slack/api/server.ts';
import { createTokenCheck, type Secrets } from '#sandbox/slack/api/tokens.ts';
import { createPeopleMethods } from '#sandbox/slack/api/users.ts';
import { createViewMethods } from '#sandbox/slack/api/views.ts';
import { type ApiCall, asAnswer, createWebApi } from '#sandbox/slack/api/web-api.ts';
import { createDelivery, type DeliveryRecord, type RawOptions } from '#sandbox/slack/delivery/delivery.ts';
import type { Ack } from '#sandbox/slack/delivery/envelope.ts';
import { createEvents } from '#sandbox/slack/delivery/events.ts';
import { sendMessageEvents } from '#sandbox/slack/delivery/message-events.ts';
import { createResponseUrls } from '#sandbox/slack/delivery/response-urls.ts';
import { createSocketMode, type Sockets } from '#sandbox/slack/delivery/socket-mode.ts';
import {
  addChannel,
  addFixtures,
  addUser,
  directMessage,
  type FixtureChannels,
  type FixtureUsers,
  invite,
  type NewChannel,
  type NewUser,
} from '#sandbox/slack/state/fixtures.ts';
import { deleteMessage, findMessage } from '#sandbox/slack/state/messages.ts';
import type { Change, Channel, User, Usergroup } from '#sandbox/slack/state/model.ts';
import { createState } from '#sandbox/slack/state/state.ts';
import { createTriggers } from '#sandbox/slack/state/triggers.ts';
import { createFileControls, type FileControls } from '#sandbox/slack/state/uploads.ts';
import { createUserViews, type UserViews } from '#sandbox/slack/state/user-views.ts';

export type SlackSandboxOptions = Secrets & {
  /** What the app may do; not given: everything. Without `chat:write.public` it posts only where it is a member. */
  scopes?: readonly string[];
  /** The events that the app has subscribed to, as in the manifest; not given: all. */
  events?: readonly string[];
  /** The manifest's `should_escape` of the command; not given: false. */
  escapesCommands?: boolean;
  /** The app's custom steps, as in the manifest; not given: any may be run, with any inputs and outputs. */
  functions?: Record<string, StepDefinition>;
  /** Default: one that nobody else gets, also when the workspace has stopped. */
  port?: number;
  /** The workspace's clock, for message times, triggers, response_urls and signatures. */
  now?: () => number;
  /** How long Slack waits for an answer; 3 s unless a test is in a hurry. */
  ackTimeoutMs?: number;
  /** How long a trigger opens a modal; 3 s unless a test allows for a busy machine. */
  triggerMs?: number;
  /** How long Slack tries to fetch a picture; 3 s unless a test allows for a busy machine. */
  pictureMs?: number;
  /** When an event that was not accepted is sent again; Slack: at once, after a minute, after five. */
  eventRetryDelaysMs?: readonly number[];
};

type Views = UserViews & FileControls;

export type SlackSandbox = Views & {
  /** What SLACK_API_URL should be. */
  apiUrl: string;
  secrets: Secrets;
  teamId: string;
  appId: string;
  botId: string;
  botUserId: string;
  users: FixtureUsers;
  channels: FixtureChannels;
  faults: Faults;
  sockets: Sockets;

  /** Where signed requests go: the bot's POST /slack/events. */
  connect(requestUrl: string): void;
  person(userId: string): Person;
  sendRaw(body: string, options?: RawOptions): Promise<Ack>;

  addUser(user: NewUser): User;
  addChannel(channel: NewChannel): Channel;
  addUsergroup(group: Usergroup): void;
  /** By user id; the bot's is `botUserId`. */
  invite(channel: string, userId: string): void;
  remove(channel: string, userId: string): void;
  archive(channel: string): void;
  /** The app is installed anew, for the whole Enterprise organisation that the workspace belongs to. */
  installOrgWide(): void;
  deleteMessage(channel: string, ts: string): void;
  /** The direct message of a person with the app. */
  dmOf(userId: string): string;

  /** A workflow reaches one of the app's custom steps. */
  runFunction: FunctionRuns['start'];
  functionRuns: readonly FunctionRun[];

  /** Every request of the app's to the Web API. */
  calls: readonly ApiCall[];
  callsTo(method: string): ApiCall[];
  /** Slack's copy of a picture in a message or view, by the address that the app gave for it. */
  picture(url: string): Picture | undefined;
  /** Everything that was sent to the app, retries included. */
  deliveries: readonly DeliveryRecord[];
  onChange(listener: (change: Change) => void): () => void;
  stop(): Promise<void>;
};

export async function startSlackSandbox(options: SlackSandboxOptions): Promise<SlackSandbox> {
  const { now = Date.now, triggerMs = 3000, ackTimeoutMs = 3000, pictureMs = 3000 } = options;
  const state = createState(now);
  const { users, channels } = addFixtures(state);
  const triggers = createTriggers(state, triggerMs);
  const faults = createFaults(now);
  const calls: ApiCall[] = [];

  const responseUrls = createResponseUrls(state, (id) => `${state.origin}/response/${id}`);
  const { signingSecret, botToken, appToken, escapesCommands = false } = options;
  const secrets: Secrets = { signingSecret, botToken, ...(appToken ? { appToken } : {}) };
  const socketMode = createSocketMode({
    appId: state.app.id,
    ackTimeoutMs,
    faults,
    addressOf: (path) => `${state.origin.replace('http', 'ws')}${path}`,
  });
  const scopes = createScopes(state, options.scopes);
  const pictures = createPictures(pictureMs, faults);
  const delivery = createDelivery({ secrets, now, ackTimeoutMs, socketMode });
  const events = createEvents({
    state,
    delivery,
    scopes,
    subscribed: options.events,
    retryDelaysMs: options.eventRetryDelaysMs ?? [0, 60_000, 300_000],
  });
  sendMessageEvents(state, events);
  const functions = createFunctionRuns({ state, events, definitions: options.functions });
  const tokens = createTokenCheck({ secrets, isRunning: functions.isRunning });
  const webApi = createWebApi({
    tokens,
    scopes,
    pictures,
    methods: {
      ...createChatMethods(state),
      ...createViewMethods(state, triggers),
      ...createConversationMethods(state),
      ...createPeopleMethods(state),
      ...createFileMethods(state, (fileId) => `${state.origin}/upload/${fileId}`),
      ...functions.methods,
      'apps.connections.open': () => ({ url: socketMode.openAddress() }),
    },
  });
  const server = createSlackServer({
    webApi,
    scopes: options.scopes,
    faults,
    now,
    record: (call) => calls.push(call),
    upload: (fileId, body, contentType) => receiveUpload(state, fileId, body, contentType),
    download: createDownloads(state, { tokens, scopes }),
    respond: (id, body) =>
      asAnswer(async () => {
        await pictures.fetchIn(body);
        responseUrls.receive(id, body);
        return {};
      }),
  });
  server.on('upgrade', socketMode.accept);
  server.listen(options.port ?? (await freePort()), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The Slack stand-in has no port.');
  state.origin = `http://127.0.0.1:${address.port}`;

  const dispatch: Dispatch = { state, triggers, responseUrls, delivery, events, escapesCommands };

  const channelOf = (id: string) => known(state.channels, id, 'channel');
  const userOf = (id: string) => known(state.users, id, 'user');

  return {
    apiUrl: `${state.origin}/api/`,
    secrets,
    teamId: state.team.id,
    appId: state.app.id,
    botId: state.app.botId,
    botUserId: state.app.botUserId,
    users,
    channels,
    faults,
    sockets: socketMode.sockets,

    connect: (requestUrl) => delivery.connect(requestUrl),
    person: (userId) => createPerson(dispatch, userOf(userId)),
    sendRaw: (body, rawOptions) => delivery.sendRaw(body, rawOptions),

    addUser: (user) => addUser(state, user),
    addChannel: (channel) => addChannel(state, channel),
    addUsergroup: (group) => void state.usergroups.set(group.id, group),
    invite: (channel, userId) => invite(state, channelOf(channel), userId),
    remove: (channel, userId) => void channelOf(channel).members.delete(userId),
    archive(channel) {
      channelOf(channel).is_archived = true;
    },
    installOrgWide() {
      state.app.isOrgWide = true;
    },
    deleteMessage(channel, ts) {
      const message = findMessage(state, channelOf(channel), ts);
      if (message) deleteMessage(state, channelOf(channel), message);
    },
    ...createFileControls(state),
    dmOf: (userId) => directMessage(state, userOf(userId).id).id,

    ...createUserViews(state, channelOf),
    runFunction: functions.start,
    functionRuns: functions.runs,

    calls,
    callsTo: (method) => calls.filter((call) => call.method === method),
    picture: pictures.find,
    deliveries: delivery.records,
    onChange: (listener) => state.onChange(listener),

    async stop() {
      events.stop();
      socketMode.stop();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function known<T>(map: ReadonlyMap<string, T>, id: string, what: string): T {
  const value = map.get(id);
  if (!value) throw new Error(`There is no ${what} ${id}.`);
  return value;
}

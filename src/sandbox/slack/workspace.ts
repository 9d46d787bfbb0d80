// The Slack stand-in: one workspace in memory, over real HTTP, for the sandbox and for every journey test.
import { once } from 'node:events';
import { createChatMethods } from './chat.ts';
import { createConversationMethods } from './conversations.ts';
import { type Ack, createDelivery, type DeliveryRecord, type RawOptions } from './delivery.ts';
import { createEvents } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFileMethods, receiveUpload } from './files.ts';
import {
  createFunctionRuns,
  type FunctionRun,
  type FunctionRuns,
  type StepDefinition,
} from './function-runs.ts';
import type { Line } from './line.ts';
import { deleteMessage, findMessage } from './messages.ts';
import type { Change, Channel, User, Usergroup } from './model.ts';
import { createPeopleMethods } from './people.ts';
import { createPerson, type Person } from './person.ts';
import { createResponseUrls } from './response-urls.ts';
import { createScopes } from './scopes.ts';
import {
  addChannel,
  addUser,
  directMessage,
  invite,
  type NewChannel,
  type NewUser,
  type SeededChannels,
  type SeededUsers,
  seed,
} from './seeds.ts';
import { createSlackServer } from './server.ts';
import { createSights, type Sights } from './sights.ts';
import { createSocketMode, type Sockets } from './socket-mode.ts';
import { createTokenCheck } from './tokens.ts';
import { createTriggers } from './triggers.ts';
import { createViewMethods } from './views.ts';
import { type ApiCall, asAnswer, createWebApi } from './web-api.ts';
import { createWorld } from './world.ts';

export type SlackSandboxOptions = {
  signingSecret: string;
  botToken: string;
  /** `xapp-…`: the app may open sockets with it, and from its first connection on everything goes over them. */
  appToken?: string;
  /** What the app may do; not given: everything. Without `chat:write.public` it posts only where it is a member. */
  scopes?: readonly string[];
  /** The app's custom steps, as in the manifest; not given: any may be run, with any inputs and outputs. */
  functions?: Record<string, StepDefinition>;
  /** 0 or not given: a free one. */
  port?: number;
  /** The workspace's clock, for message times, triggers, response_urls and signatures. */
  now?: () => number;
  /** How long Slack waits for an answer; 3 s unless a test is in a hurry. */
  ackTimeoutMs?: number;
  /** When an event that was not accepted is sent again; Slack: at once, after a minute, after five. */
  eventRetryDelaysMs?: readonly number[];
};

export type SlackSandbox = Sights & {
  /** What SLACK_API_URL should be. */
  apiUrl: string;
  teamId: string;
  appId: string;
  botId: string;
  botUserId: string;
  users: SeededUsers;
  channels: SeededChannels;
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
  deleteMessage(channel: string, ts: string): void;
  /** The direct message of a person with the app. */
  dmOf(userId: string): string;

  /** A workflow reaches one of the app's custom steps. */
  runFunction: FunctionRuns['start'];
  functionRuns: readonly FunctionRun[];

  /** Every request of the app's to the Web API. */
  calls: readonly ApiCall[];
  callsTo(method: string): ApiCall[];
  /** Everything that was sent to the app, retries included. */
  deliveries: readonly DeliveryRecord[];
  onChange(listener: (change: Change) => void): () => void;
  stop(): Promise<void>;
};

export async function startSlackSandbox(options: SlackSandboxOptions): Promise<SlackSandbox> {
  const now = options.now ?? Date.now;
  const world = createWorld(now);
  const { users, channels } = seed(world);
  const triggers = createTriggers(world);
  const faults = createFaults(now);
  const calls: ApiCall[] = [];

  let origin = '';
  const responseUrls = createResponseUrls(world, (id) => `${origin}/response/${id}`);
  const ackTimeoutMs = options.ackTimeoutMs ?? 3000;
  const socketMode = createSocketMode({
    appId: world.app.id,
    ackTimeoutMs,
    addressOf: (ticket) => `${origin.replace('http', 'ws')}/link/?ticket=${ticket}&app_id=${world.app.id}`,
  });
  const scopes = createScopes(world, options.scopes);
  const delivery = createDelivery({ signingSecret: options.signingSecret, now, ackTimeoutMs, socketMode });
  const events = createEvents({
    world,
    delivery,
    scopes,
    retryDelaysMs: options.eventRetryDelaysMs ?? [0, 60_000, 300_000],
  });
  const functions = createFunctionRuns({ world, events, definitions: options.functions });
  const webApi = createWebApi({
    tokens: createTokenCheck({
      botToken: options.botToken,
      appToken: options.appToken,
      isRunning: functions.isRunning,
    }),
    scopes,
    methods: {
      ...createChatMethods(world),
      ...createViewMethods(world, triggers),
      ...createConversationMethods(world),
      ...createPeopleMethods(world),
      ...createFileMethods(world, (fileId) => `${origin}/upload/${fileId}`),
      ...functions.methods,
      'apps.connections.open': () => ({ url: socketMode.openAddress() }),
    },
  });
  const server = createSlackServer({
    webApi,
    faults,
    now,
    record: (call) => calls.push(call),
    upload: (fileId, body, contentType) => receiveUpload(world, fileId, body, contentType),
    respond: (id, body) =>
      asAnswer(() => {
        responseUrls.receive(id, body);
        return {};
      }),
  });
  server.on('upgrade', socketMode.accept);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The Slack stand-in has no port.');
  origin = `http://127.0.0.1:${address.port}`;

  const line: Line = { world, triggers, responseUrls, delivery, events };

  const channelOf = (id: string) => known(world.channels, id, 'channel');
  const userOf = (id: string) => known(world.users, id, 'user');

  return {
    apiUrl: `${origin}/api/`,
    teamId: world.team.id,
    appId: world.app.id,
    botId: world.app.botId,
    botUserId: world.app.botUserId,
    users,
    channels,
    faults,
    sockets: socketMode.sockets,

    connect: (requestUrl) => delivery.connect(requestUrl),
    person: (userId) => createPerson(line, userOf(userId)),
    sendRaw: (body, rawOptions) => delivery.sendRaw(body, rawOptions),

    addUser: (user) => addUser(world, user),
    addChannel: (channel) => addChannel(world, channel),
    addUsergroup: (group) => void world.usergroups.set(group.id, group),
    invite: (channel, userId) => invite(world, channelOf(channel), userId),
    remove: (channel, userId) => void channelOf(channel).members.delete(userId),
    archive(channel) {
      channelOf(channel).is_archived = true;
    },
    deleteMessage(channel, ts) {
      const message = findMessage(world, channelOf(channel), ts);
      if (message) deleteMessage(world, channelOf(channel), message);
    },
    dmOf: (userId) => directMessage(world, userOf(userId).id).id,

    ...createSights(world, channelOf),
    runFunction: functions.start,
    functionRuns: functions.runs,

    calls,
    callsTo: (method) => calls.filter((call) => call.method === method),
    deliveries: delivery.records,
    onChange: (listener) => world.onChange(listener),

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

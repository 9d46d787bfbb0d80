// Bolt, over HTTP or a socket. The socket client's own reconnecting ends the process when an attempt fails, so it is off.
import { globalAgent } from 'node:https';
import type { Socket } from 'node:net';
import { App, type Receiver, SocketModeReceiver } from '@slack/bolt';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { z } from 'zod';
import { type Clock, sleep, withTimeout } from '#lib/clock.ts';
import { parseJson } from '#lib/text.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import { createClientOptions } from './clients.ts';
import { describeSlackFailure } from './errors.ts';
import type { BotIdentity } from './identity.ts';
import { createListener, createReceive, type Receive } from './receive.ts';

/** Bolt's own receivers end the process at what they do not expect: receive.ts stands in their place. */
const NO_RECEIVER: Receiver = { init: () => {}, start: async () => {}, stop: async () => {} };

export function createSlackApp(options: {
  botToken: string;
  apiUrl: string;
  signingSecret: string | undefined;
  appToken: string | undefined;
  identity: Pick<BotIdentity, 'known'>;
  clock: Clock;
  reporter: Reporter & StateReporter;
  answered?: (outcome: 'ok' | 'failed', ms: number) => void;
}) {
  const { botToken, apiUrl, signingSecret = '', appToken, identity, clock, reporter, answered } = options;
  const clientOptions = createClientOptions(apiUrl, reporter, 10_000);
  const { logger } = clientOptions;
  const app = new App({
    receiver: NO_RECEIVER,
    convoStore: false,
    logger,
    clientOptions,
    authorize: async () => {
      const known = identity.known();
      return { botToken, ...(known && { botUserId: known.botUserId, botId: known.botId }) };
    },
  });
  app.error((error) => Promise.reject(error));
  const receive = createReceive({ app, reporter, answered });
  function createSocketWith(token: string) {
    const wayOut = createWayOut();
    const { client } = new SocketModeReceiver({
      appToken: token,
      dispatcher: wayOut.dispatcher,
      logger,
      autoReconnectEnabled: false,
      // The client's own five seconds drop a socket that works when this process stood still for as long.
      clientPingTimeout: 10_000,
      installerOptions: { clientOptions },
    });
    return createSocket({ client, wayOut, receive, apiUrl, clock, reporter });
  }
  const socket = appToken ? createSocketWith(appToken) : undefined;
  return {
    app,
    listener: socket ? undefined : createListener({ signingSecret, clock, reporter, receive }),
    start: () => socket?.start(),
    isConnected: () => socket?.isConnected() ?? true,
    stop: async () => socket?.stop(),
  };
}

/** From asking for a connection to Slack's `hello`, for which the client itself waits without a limit. */
const OPEN_MS = 20_000;
/** After a connection that Slack ends sooner, another at once would end as soon. */
const LASTS_MS = 5_000;
/** How long disconnecting may take, and until the client says that a socket is gone. */
const DISCONNECT_MS = 2_000;
const FRAME = z.record(z.string(), z.unknown());

/** `client` must not reconnect by itself, and connects by `wayOut`. */
export function createSocket(deps: {
  client: SocketModeReceiver['client'];
  wayOut: ReturnType<typeof createWayOut>;
  receive: Receive;
  apiUrl: string;
  clock: Clock;
  reporter: Pick<Reporter, 'warn'> & StateReporter;
}) {
  const { client, wayOut, receive, clock, apiUrl, reporter } = deps;
  const stopping = new AbortController();
  let isUp = false;
  let isRenewed = false;
  let running: Promise<void> | undefined;
  let end = () => {};
  client.on('disconnected', () => end());
  stopping.signal.addEventListener('abort', () => end());
  // The client rejects with nothing when the socket itself fails, and says why in an event of its own.
  let lastError: unknown;
  client.on('error', (error: unknown) => {
    lastError = error;
  });
  client.on('slack_event', ({ body, ack }: { body: unknown; ack: (answer?: unknown) => Promise<void> }) =>
    receive({
      payload: body,
      ack,
      // An event that failed may succeed when Slack sends it again; nobody waits for its answer.
      refuse: async (why) => {
        if (why === 'unreadable' || Object(body).type !== 'event_callback') await ack();
      },
    }),
  );

  // The client fails at a frame that is no object, and emits others under names that it may listen for itself. So all get one
  // type, which it emits as `slack_event`.
  const readers = client.listeners('ws_message');
  const leaveOut = () => reporter.warn('Slack sent an unreadable frame; ignored');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (data: unknown) => {
    const { data: frame } = FRAME.safeParse(parseJson(String(data)));
    if (!frame) return leaveOut();
    const { type, reason } = frame;
    const isControl = type === 'hello' || type === 'disconnect';
    // With another reason there is to be no new connection (Slack, Using Socket Mode).
    isRenewed ||= type === 'disconnect' && (reason === 'refresh_requested' || reason === 'warning');
    const text = JSON.stringify(isControl ? frame : { ...frame, type: 'envelope' });
    // The client writes parts of a frame into its log, which fails for what has no text.
    for (const read of readers) (async () => read(text, false))().catch(leaveOut);
  });

  async function keepConnected(): Promise<void> {
    let failures = 0;
    let wasShort = false;
    while (!stopping.signal.aborted) {
      isRenewed = false;
      lastError = undefined;
      const ended = Promise.withResolvers<void>();
      end = ended.resolve;
      const isOpen = await open();
      if (isOpen) wasShort = await endsSoon(ended.promise, wasShort);
      isUp = false;
      // On stopping the client says goodbye first.
      if (!stopping.signal.aborted) wayOut.shut();
      failures = isOpen && !wasShort ? 0 : failures + 1;
      if (failures > 0) await sleep(clock, Math.min(500 * 2 ** failures, 30_000), stopping.signal);
    }
  }

  async function endsSoon(ended: Promise<void>, wasShort: boolean): Promise<boolean> {
    const since = clock.now();
    isUp = true;
    const sayThatItStands = () => reporter.working('socket', 'Connected to Slack (Socket Mode)');
    // After a short connection the next must last first, or the log would say by turns that the socket works.
    const cancel = wasShort ? clock.after(LASTS_MS, sayThatItStands) : sayThatItStands();
    await ended;
    cancel?.();
    if (isRenewed || stopping.signal.aborted || clock.now() - since >= LASTS_MS) return false;
    const sentence = 'The connection to Slack (Socket Mode) ended at once; trying again';
    reporter.failing('socket', sentence, lastError);
    return true;
  }

  async function open(): Promise<boolean> {
    let isLate = false;
    const cancel = clock.after(OPEN_MS, () => {
      isLate = true;
      wayOut.shut();
    });
    wayOut.open();
    try {
      const started = client.start().then(() => true);
      if (await withTimeout(clock, OPEN_MS + DISCONNECT_MS, started, false)) return true;
      throw new Error('The client didn’t report whether it is connected');
    } catch (error) {
      if (stopping.signal.aborted) return false;
      const reason = describeSlackFailure(error, { token: 'SLACK_APP_TOKEN', apiUrl });
      const late = `Slack didn’t open the connection (Socket Mode) within ${OPEN_MS / 1_000} seconds; trying again`;
      const failed = 'The connection to Slack (Socket Mode) failed; trying again';
      if (reason) reporter.failing('socket', `${reason} Trying again.`);
      else if (isLate) reporter.failing('socket', late);
      else reporter.failing('socket', failed, error ?? lastError);
      return false;
    } finally {
      cancel();
    }
  }

  return {
    start(): void {
      running ??= keepConnected();
    },
    isConnected: () => isUp,
    async stop(): Promise<void> {
      stopping.abort();
      if (!running) return;
      // A socket that is still being opened does not answer.
      await withTimeout(clock, DISCONNECT_MS, client.disconnect(), undefined);
      wayOut.shut();
      await withTimeout(clock, DISCONNECT_MS, running, undefined);
    },
  };
}

/** Through a proxy where Node uses one. `shut` ends all connections: the client itself sends a close frame and waits. */
export function createWayOut() {
  const sockets = new Set<Socket>();
  let isShut = false;
  const nobodyWaits = () => new Error('Nobody waits for this connection any more.');
  // A WebSocket needs a connection of its own, and HTTP/2 shares one.
  const connectTo = buildConnector({ allowH2: false });
  const connect: buildConnector.connector = (options, callback) =>
    connectTo(options, (error, socket) => {
      if (error) return callback(error, null);
      if (isShut) {
        socket.destroy();
        return callback(nobodyWaits(), null);
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // Nobody else listens in a new tunnel, and an error that nobody hears ends the process.
      socket.on('error', () => {});
      callback(null, socket);
    });
  // After its own UND_ERR_SOCKET undici would ask for a tunnel again hundreds of times a second.
  const clientFactory = (proxy: URL) => {
    const pool = new Pool(proxy, { connect });
    const openTunnel = pool.connect.bind(pool);
    return Object.assign(pool, {
      connect: (options: Dispatcher.ConnectOptions) =>
        openTunnel(options).catch((cause: unknown) => {
          throw new Error('The proxy has opened no tunnel.', { cause });
        }),
    });
  };
  const isProxied = 'proxyEnv' in globalAgent.options && Boolean(globalAgent.options.proxyEnv);
  return {
    dispatcher: isProxied ? new EnvHttpProxyAgent({ connect, clientFactory }) : new Agent({ connect }),
    open() {
      isShut = false;
    },
    shut() {
      isShut = true;
      // With the error, because a TLS handshake in a tunnel does not end otherwise.
      for (const socket of sockets) socket.destroy(nobodyWaits());
    },
  };
}

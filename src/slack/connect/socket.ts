// Keeps the socket of Socket Mode connected. The client's own reconnecting is off: there a failed attempt ends the whole
// process, and after a planned disconnect it waits five seconds.
import type { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import { type Clock, sleep, withTimeout } from '#lib/clock.ts';
import { parseJson } from '#lib/text.ts';
import type { Reporter, StateReporter } from '#observability/reporter.ts';
import type { Receive } from './receive.ts';
import { describeSlackFailure } from './slack-failure.ts';
import type { WayOut } from './way-out.ts';

const MAX_PAUSE_MS = 30_000;

/** From asking for a connection to Slack's `hello`. Without a limit the client waits for as long as Slack answers its pings. */
const OPEN_MS = 20_000;

/** One that Slack ends sooner after its `hello` was of no use: another at once would end as soon, round after round. */
const LASTS_MS = 5_000;

/** How long disconnecting may take, and until the client says that a socket which was ended is gone. */
const DISCONNECT_MS = 2_000;

/** What is reported as failing or working. */
const WHAT = 'socket';

type SocketModeClient = SocketModeReceiver['client'];

/**
 * `client` must not reconnect by itself, and connects by `wayOut`. That no connection comes about, or none that lasts, is reported
 * once, and once that it stands.
 */
export function createSocket(deps: {
  client: SocketModeClient;
  wayOut: Pick<WayOut, 'open' | 'shut'>;
  receive: Receive;
  apiUrl: string;
  clock: Clock;
  reporter: Pick<Reporter, 'warn'> & StateReporter;
}) {
  const { client, wayOut, receive, clock, apiUrl, reporter } = deps;
  checkFrames(client, {
    leftOut: () => reporter.warn('Slack sent an unreadable frame; ignored'),
    renewed: () => {
      isRenewed = true;
    },
  });
  client.on('slack_event', ({ body, ack }: { body: unknown; ack: (answer?: unknown) => Promise<void> }) =>
    receive({
      payload: body,
      ack,
      // What cannot be read is no better when Slack sends it again. An event that failed may be; nobody waits for its answer.
      refuse: async (why) => {
        if (why === 'unreadable' || Object(body).type !== 'event_callback') await ack();
      },
    }),
  );
  const stopping = new AbortController();
  let isUp = false;
  /** Slack has said that it ends the present connection for a new one. */
  let isRenewed = false;
  /** The last connection did not last. */
  let wasShort = false;
  let running: Promise<void> | undefined;
  // The client rejects with nothing when the socket itself fails, and says why in an event of its own.
  let lastError: unknown;
  client.on('error', (error: unknown) => {
    lastError = error;
  });
  /** Ends the wait for the end of the present connection. */
  let end = () => {};
  client.on('disconnected', () => end());
  stopping.signal.addEventListener('abort', () => end());

  async function keepConnected(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      isRenewed = false;
      lastError = undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const isGood = (await open()) && (await lasts(ended));
      isUp = false;
      // On stopping the client says goodbye first.
      if (!stopping.signal.aborted) wayOut.shut();
      failures = isGood ? 0 : failures + 1;
      if (failures > 0) await sleep(clock, Math.min(500 * 2 ** failures, MAX_PAUSE_MS), stopping.signal);
    }
  }

  /** Resolves when the connection has ended. False when that was too soon; then it is reported. */
  async function lasts(ended: Promise<void>): Promise<boolean> {
    const since = clock.now();
    isUp = true;
    // After one that ended soon it must show that it is better, or the log would say in turn that it works and that it does not.
    const cancel = wasShort ? clock.after(LASTS_MS, sayThatItStands) : sayThatItStands();
    await ended;
    cancel?.();
    wasShort = !isRenewed && !stopping.signal.aborted && clock.now() - since < LASTS_MS;
    const sentence = 'The connection to Slack (Socket Mode) ended at once; trying again';
    if (wasShort) reporter.failing(WHAT, sentence, lastError);
    return !wasShort;
  }

  function sayThatItStands(): undefined {
    reporter.working(WHAT, 'Connected to Slack (Socket Mode)');
  }

  /** False when no connection has come about; then that is reported. */
  async function open(): Promise<boolean> {
    let isLate = false;
    const cancel = clock.after(OPEN_MS, () => {
      isLate = true;
      wayOut.shut();
    });
    wayOut.open();
    try {
      const started = client.start().then(() => true);
      // A client that does not notice the end of its socket is left alone, or nobody would ever try again.
      if (!(await withTimeout(clock, OPEN_MS + DISCONNECT_MS, started, false)))
        throw new Error('The client didn’t report whether it is connected');
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) reportFailure(isLate, error);
      return false;
    } finally {
      cancel();
    }
  }

  function reportFailure(isLate: boolean, error: unknown): void {
    const reason = describeSlackFailure(error, { token: 'SLACK_APP_TOKEN', apiUrl });
    if (reason) reporter.failing(WHAT, `${reason} Trying again.`);
    else if (isLate) {
      const limit = `${OPEN_MS / 1_000} seconds`;
      reporter.failing(WHAT, `Slack didn’t open the connection (Socket Mode) within ${limit}; trying again`);
    } else {
      const sentence = 'The connection to Slack (Socket Mode) failed; trying again';
      reporter.failing(WHAT, sentence, error ?? lastError);
    }
  }

  return {
    /** Connects, and reconnects with backoff whenever the connection is lost; returns at once. */
    start(): void {
      running ??= keepConnected();
    },
    isConnected: () => isUp,
    async stop(): Promise<void> {
      stopping.abort();
      if (!running) return;
      // A socket that is still being opened does not answer the disconnect; stop waiting for it after the limit.
      await withTimeout(clock, DISCONNECT_MS, client.disconnect(), undefined);
      wayOut.shut();
      await withTimeout(clock, DISCONNECT_MS, running, undefined);
    },
  };
}

/**
 * The client fails at a frame that is no object, and emits every other under its own name or its event's, also if that is
 * the name of something that the client itself listens for. So it is given objects only, all under one name; it then
 * emits them as `slack_event`.
 */
function checkFrames(client: SocketModeClient, tell: { leftOut(): void; renewed(): void }): void {
  const readers = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (data: unknown) => {
    const { data: frame } = FRAME.safeParse(parseJson(String(data)));
    if (!frame) return tell.leftOut();
    if (frame['type'] === 'disconnect' && RENEWALS.has(frame['reason'])) tell.renewed();
    const type = CONTROL.has(frame['type']) ? frame['type'] : 'envelope';
    // The client writes parts of a frame into its log, which fails for what has no text.
    for (const read of readers)
      (async () => read(JSON.stringify({ ...frame, type }), false))().catch(tell.leftOut);
  });
}

const FRAME = z.record(z.string(), z.unknown());

/** What Slack says about the connection itself (Slack, Using Socket Mode). */
const CONTROL: ReadonlySet<unknown> = new Set(['hello', 'disconnect']);

/** Why a connection is to make room for a new one. Its other reasons say that there is to be none. */
const RENEWALS: ReadonlySet<unknown> = new Set(['refresh_requested', 'warning']);

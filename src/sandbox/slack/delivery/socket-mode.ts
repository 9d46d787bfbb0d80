// Socket Mode: the app opens WebSockets to Slack, and what people do comes through them in envelopes.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseJson } from '#lib/text.ts';
import type { FaultPlan } from '#sandbox/slack/api/faults.ts';
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import type { Ack, Envelope } from './envelope.ts';

/** `refresh_requested`: Slack renews the connection. `warning`: it is about to close it. */
type DisconnectReason = 'refresh_requested' | 'warning';

/** What can be seen of the app's connections, and done to them. */
export type Sockets = {
  /** How many connections take envelopes now. */
  count(): number;
  /** Those, oldest first, by the number in which they were opened. */
  open(): number[];
  /** How many the app has asked for, those included that a fault keeps from coming about. */
  asked(): number;
  /** How many the app holds open, whether or not they take envelopes. */
  held(): number;
  /** While this connection takes envelopes, each goes over it, and otherwise over the next in turn; `undefined` ends that. */
  prefer(connection: number | undefined): void;
  /** Asks the app to connect anew: nothing more comes over this connection, or any present one, and it closes 10 s later. */
  disconnect(reason: DisconnectReason, connection?: number): void;
  /** The network fails: this connection, or every one, is gone without a word. */
  cut(connection?: number): void;
  /** A frame as it is, over one connection, as no Slack should send it. */
  write(frame: string): void;
};

export type SocketMode = {
  sockets: Sockets;
  /** An address that opens one connection. */
  openAddress(): string;
  /** For the HTTP server's `upgrade`. A ticket that was never given, or is used, is answered with 401. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** True from the first connection on, also while none is up: an app is in Socket Mode or is not. */
  isOn(): boolean;
  deliver(envelope: Envelope): Promise<Ack>;
  stop(): void;
};

const PING_EVERY_MS = 10_000;
const CLOSES_AFTER_MS = 10_000;

export function createSocketMode(deps: {
  appId: string;
  ackTimeoutMs: number;
  addressOf(path: string): string;
  faults: Pick<FaultPlan, 'take'>;
}): SocketMode {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  /** Connections that take envelopes, and their numbers. */
  const ready = new Map<WebSocket, number>();
  const waiting = new Map<string, (ack: Omit<Ack, 'ms'>, payload?: Fields) => void>();
  /** Of connections that are never answered. */
  const silent = new Set<Duplex>();
  let isOn = false;
  let asked = 0;
  let opened = 0;
  let preferred: number | undefined;
  let turn = 0;

  function openOnes(): WebSocket[] {
    return [...ready.keys()].filter((socket) => socket.readyState === socket.OPEN);
  }

  /** Each envelope goes over one connection. */
  function next(): WebSocket | undefined {
    const open = openOnes();
    return open.find((socket) => ready.get(socket) === preferred) ?? open[turn++ % open.length];
  }

  function welcome(socket: WebSocket): void {
    isOn = true;
    opened += 1;
    ready.set(socket, opened);
    const ping = () => socket.ping('Ping from the sandbox');
    const pings = setInterval(ping, PING_EVERY_MS).unref();
    socket.on('message', (data) => receive(String(data)));
    socket.on('close', () => {
      clearInterval(pings);
      ready.delete(socket);
    });
    write(socket, {
      type: 'hello',
      num_connections: ready.size,
      debug_info: { host: 'sandbox', build_number: 1, approximate_connection_time: 18_060 },
      connection_info: { app_id: deps.appId },
    });
    ping();
  }

  function keepSilent(socket: Duplex): void {
    silent.add(socket);
    const end = () => socket.destroy();
    socket.on('error', end).on('end', end).resume();
    socket.on('close', () => silent.delete(socket));
  }

  /** An ack counts whichever connection brings it. Anything else that an app may send is ignored. */
  function receive(text: string): void {
    const message = parseJson(text);
    if (!isFields(message)) return;
    const payload = isFields(message.payload) ? message.payload : {};
    waiting.get(asText(message.envelope_id))?.({ status: 200, body: '' }, payload);
  }

  function deliver(envelope: Envelope): Promise<Ack> {
    const socket = next();
    if (!socket) return Promise.resolve({ status: 0, body: '', ms: 0, problem: 'dispatch_failed' });

    const id = randomUUID();
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const timer = setTimeout(settle, deps.ackTimeoutMs, {
        status: 0,
        body: '',
        problem: 'operation_timeout',
      });
      function settle(ack: Omit<Ack, 'ms'>, payload: Fields = {}): void {
        clearTimeout(timer);
        waiting.delete(id);
        const isAnswer = acceptsAnswer(envelope) && Object.keys(payload).length > 0;
        const body = isAnswer ? JSON.stringify(payload) : '';
        resolve({ ...ack, body, ms: Math.round(performance.now() - startedAt) });
      }
      waiting.set(id, settle);
      write(socket, onTheWire(id, envelope));
    });
  }

  return {
    sockets: {
      count: () => openOnes().length,
      open: () => openOnes().flatMap((socket) => ready.get(socket) ?? []),
      asked: () => asked,
      held: () => silent.size + server.clients.size,
      prefer(connection) {
        preferred = connection;
      },
      disconnect(reason, connection) {
        for (const [socket, number] of ready) {
          if (connection !== undefined && number !== connection) continue;
          write(socket, { type: 'disconnect', reason, debug_info: { host: 'sandbox' } });
          setTimeout(() => socket.close(), CLOSES_AFTER_MS).unref();
          ready.delete(socket);
        }
      },
      cut(connection) {
        for (const socket of server.clients) {
          if (connection !== undefined && ready.get(socket) !== connection) continue;
          socket.terminate();
          ready.delete(socket);
        }
      },
      write: (frame) => openOnes()[0]?.send(frame),
    },

    openAddress() {
      const ticket = randomUUID();
      tickets.add(ticket);
      return deps.addressOf(`/link/?ticket=${ticket}&app_id=${deps.appId}`);
    },

    accept(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (pathname === '/link/' && tickets.delete(searchParams.get('ticket') ?? '')) {
        asked += 1;
        const fault = deps.faults.take('socket');
        const isNeverAnswered = fault?.kind === 'hang' && !fault.afterWork;
        if (isNeverAnswered) keepSilent(socket);
        else if (fault?.kind === 'reset') socket.destroy();
        else
          server.handleUpgrade(request, socket, head, (upgraded) => {
            upgraded.on('error', () => upgraded.terminate());
            if (fault?.kind === 'hang') return;
            welcome(upgraded);
            // What was written before it is still sent.
            if (fault?.kind === 'lostAnswer') socket.end();
          });
        return;
      }
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    },

    isOn: () => isOn,
    deliver,

    stop() {
      for (const settle of [...waiting.values()]) settle({ status: 0, body: '', problem: 'dispatch_failed' });
      for (const socket of server.clients) socket.terminate();
      for (const socket of silent) socket.destroy();
      server.close();
    },
  };
}

function onTheWire(id: string, envelope: Envelope): Fields {
  const { kind, payload, retry } = envelope;
  return {
    envelope_id: id,
    payload,
    type: kind,
    accepts_response_payload: acceptsAnswer(envelope),
    // Slack counts the attempts of events alone.
    ...(kind === 'events_api' && { retry_attempt: retry?.num ?? 0, retry_reason: retry ? 'timeout' : '' }),
  };
}

/** What may be answered in the ack itself: commands, submissions, and what is typed into a select. */
function acceptsAnswer({ kind, payload }: Envelope): boolean {
  const isAnswered = payload.type === 'view_submission' || payload.type === 'block_suggestion';
  return kind === 'slash_commands' || (kind === 'interactive' && isAnswered);
}

function write(socket: WebSocket, message: Fields): void {
  socket.send(JSON.stringify(message));
}

// The sockets of Socket Mode, which the client opens with this: through a proxy where Node itself goes through one. The client
// knows nothing of proxies, and cannot end a socket that Slack does not answer: it sends a close frame and waits.
import { globalAgent } from 'node:https';
import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { z } from 'zod';

export type WayOut = {
  readonly dispatcher: Dispatcher;
  open(): void;
  /** Ends every socket at once, and any that is opened before the next `open`. */
  shut(): void;
};

/** `proxies`: what holds in place of HTTPS_PROXY, NO_PROXY and so on; undefined: no proxy. */
export function createWayOut(
  proxies: { httpProxy?: string; noProxy?: string } | undefined = isNodeProxied() ? {} : undefined,
): WayOut {
  const sockets = new Set<Socket>();
  let isShut = false;
  // A WebSocket needs a connection of its own, and HTTP/2 shares one.
  const connectTo = buildConnector({ allowH2: false });
  /** To Slack, or to the proxy. */
  const connect: buildConnector.connector = (options, callback) =>
    connectTo(options, (error, socket) => {
      if (error) return callback(error, null);
      if (isShut) {
        socket.destroy();
        return callback(nobodyWaits(), null);
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // When a proxy has just opened a tunnel in it nobody else listens, and an error that nobody hears ends the process.
      socket.on('error', () => {});
      callback(null, socket);
    });
  /**
   * That no tunnel came about is an error without a code: after undici's own UND_ERR_SOCKET it would ask the proxy again at once,
   * hundreds of times a second.
   */
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
  return {
    dispatcher: proxies
      ? new EnvHttpProxyAgent({ ...proxies, connect, clientFactory })
      : new Agent({ connect }),
    open() {
      isShut = false;
    },
    shut() {
      isShut = true;
      // Whoever waits for a TLS handshake in a tunnel hears of errors only, not that its socket has closed.
      for (const socket of sockets) socket.destroy(nobodyWaits());
    },
  };
}

function nobodyWaits(): Error {
  return new Error('Nobody waits for this connection any more.');
}

/** True with NODE_USE_ENV_PROXY=1 or --use-env-proxy: then Node's own agent has the environment. */
function isNodeProxied(): boolean {
  return z.object({ options: z.object({ proxyEnv: z.object() }) }).safeParse(globalAgent).success;
}

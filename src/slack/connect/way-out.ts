// The sockets of Socket Mode, which the client opens with this. The client itself cannot end one that Slack does not answer:
// it sends a close frame and waits.
import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';

export type WayOut = {
  readonly dispatcher: Dispatcher;
  open(): void;
  /** Ends every socket at once, and any that is opened before the next `open`. */
  shut(): void;
};

export function createWayOut(): WayOut {
  const sockets = new Set<Socket>();
  let isShut = false;
  // A WebSocket needs a connection of its own, and HTTP/2 shares one.
  const connectDirectly = buildConnector({ allowH2: false });
  const connect: buildConnector.connector = (options, callback) =>
    connectDirectly(options, (error, socket) => {
      if (error) return callback(error, null);
      if (isShut) {
        socket.destroy();
        return callback(new Error('Nobody waits for this connection any more.'), null);
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      callback(null, socket);
    });
  return {
    dispatcher: new Agent({ connect }),
    open() {
      isShut = false;
    },
    shut() {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

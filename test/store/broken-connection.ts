// Connections to Redis that end in the middle of a save, or wait with it.
import type { Connection } from '#store/redis/connection.ts';

type Write = Parameters<Connection['write']>;

/** The connection of a process that is gone after `steps` commits: whatever it would send then is never sent. */
export function diesAfter(connection: Connection, steps: number): Connection {
  const sent: Promise<unknown>[] = [];
  return {
    ...connection,
    async write<Reply>(...commit: Write) {
      if (sent.length === steps) {
        await Promise.allSettled(sent);
        throw refused('DEAD');
      }
      const answer = connection.write<Reply>(...commit);
      sent.push(answer);
      return answer;
    },
  };
}

/** A connection on which everything arrives, and the answer to a commit does not come back as long as `isLost` says so. */
export function losesAnswers(connection: Connection, isLost = () => true): Connection {
  return {
    ...connection,
    async write<Reply>(...commit: Write) {
      const answer = await connection.write<Reply>(...commit);
      if (isLost()) throw refused('no answer');
      return answer;
    },
  };
}

/** Its commits are sent only once `gate` has ended. */
export function heldUp(connection: Connection, gate: Promise<void>): Connection {
  return {
    ...connection,
    async write<Reply>(...commit: Write) {
      await gate;
      return connection.write<Reply>(...commit);
    },
  };
}

function refused(reason: string): Error {
  return new Error(reason, { cause: new Error(reason) });
}

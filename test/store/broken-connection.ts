// Connections to Redis that end in the middle of a save, or wait with it.
import type { Connection } from '#store/redis/connection.ts';

/** The connection of a process that is gone after `steps` commands: whatever it would ask then is never asked. */
export function diesAfter(connection: Connection, steps: number): Connection {
  const asked: Promise<unknown>[] = [];
  async function alive<Value>(work: () => Promise<Value>): Promise<Value> {
    if (asked.length === steps) {
      await Promise.allSettled(asked);
      throw new Error('dead');
    }
    const answer = work();
    asked.push(answer);
    return answer;
  }
  return {
    ...connection,
    ask: (...command) => alive(() => connection.ask(...command)),
    run: (...script) => alive(() => connection.run(...script)),
  };
}

/** A connection on which everything arrives and no answer comes back. */
export function losesAnswers(connection: Connection): Connection {
  return {
    ...connection,
    async run(...script) {
      await connection.run(...script);
      throw new Error('no answer');
    },
  };
}

/** Its scripts are sent only once `gate` has ended. */
export function heldUp(connection: Connection, gate: Promise<void>): Connection {
  return {
    ...connection,
    async run(lua, keys, args) {
      await gate;
      return connection.run(lua, keys, args);
    },
  };
}

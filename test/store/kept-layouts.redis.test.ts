// What versions of Teller wrote in Redis since 0.1 is opened by this one (kept/).
import { describe, onTestFinished, test } from 'vitest';
import { expectKept, KEPT_LAYOUTS, keptCommands } from './kept-layouts.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './redis-server.ts';

describe.skipIf(NO_REDIS)(`a Redis of a version since 0.1${LEFT_OUT}`, () => {
  test.each(KEPT_LAYOUTS)('everything that %s wrote is there and where it belongs', async (name) => {
    const server = await startRedis();
    onTestFinished(server.remove);
    for (const command of keptCommands(name)) await server.ask(...command);
    await expectKept(name, 'redis', server.url);
  });
});

// What can be seen of the store without using it, for `npm run doctor`: nothing is made or changed, and a Teller that
// serves it goes on.
import { type Diagnosis, wrongAsSaid } from '#lib/diagnosis.ts';
import { fileIn } from './open.ts';
import { inspectRedis } from './redis/inspect.ts';
import { inspectSqlite } from './sqlite/inspect.ts';

/** `url` as openStore takes it. Ends within seconds, and never rejects. */
export async function inspectStore(url: string): Promise<Diagnosis[]> {
  try {
    const file = fileIn(url);
    return file === undefined ? await inspectRedis(url) : inspectSqlite(file);
  } catch (error) {
    return [wrongAsSaid(error instanceof Error ? error.message : String(error))];
  }
}

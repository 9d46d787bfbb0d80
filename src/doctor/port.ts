// Looks at PORT: whether Teller may listen there, or does so already.
import { createServer } from 'node:http';
import { type Diagnosis, good, wrongAsSaid } from '#lib/diagnosis.ts';
import { isTaken, listen } from '#web/listen.ts';
import { tellerAt } from './teller-at.ts';

/** Listens for the moment of the check where the port is free. */
export async function inspectPort(port: number): Promise<Diagnosis[]> {
  const server = createServer((_, response) => void response.writeHead(503).end());
  try {
    const got = await listen(server, port);
    return [good(`Port ${got} is free.`)];
  } catch (error) {
    if (isTaken(error) && (await tellerAt(`http://127.0.0.1:${port}`)).status === 'teller')
      return [good(`Teller is running on port ${port}.`)];
    return [wrongAsSaid(error instanceof Error ? error.message : String(error))];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

// A proxy that opens tunnels.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** `asked` has the first line of what went through each tunnel. `holdsSockets`: nothing behind a tunnel answers a socket's request. */
export async function startProxy({ holdsSockets = false } = {}) {
  const asked: string[] = [];
  const tunnels = new Set<Socket>();
  const proxy = createServer().on('connect', (request, inner: Socket) => {
    tunnels.add(inner);
    inner.on('close', () => tunnels.delete(inner)).on('error', () => inner.destroy());
    const { hostname, port } = new URL(`http://${request.url}`);
    const outer = connect(Number(port), hostname, () => {
      inner.write('HTTP/1.1 200 Connection established\r\n\r\n');
      inner.once('data', (data: Buffer) => {
        const line = String(data).split('\r\n')[0] ?? '';
        asked.push(line);
        if (holdsSockets && line.startsWith('GET /link/')) return void inner.on('end', () => inner.destroy());
        outer.write(data);
        inner.pipe(outer).pipe(inner);
      });
    });
    outer.on('error', () => inner.destroy());
    inner.on('close', () => outer.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const tunnel of tunnels) tunnel.destroy();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

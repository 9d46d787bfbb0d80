// A proxy that opens tunnels, or does less.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * `opens`: the proxy opens each tunnel. `leads nowhere`: it opens them, but nothing behind them answers. `waits`: it opens none.
 * `breaks off`: it ends the connection in place of opening one.
 */
export type Manner = 'opens' | 'leads nowhere' | 'waits' | 'breaks off';

/** `asked` has the first line of what went through each tunnel, `wanted` counts the tunnels that it was asked for. */
export async function startProxy(manner: Manner = 'opens') {
  const asked: string[] = [];
  const tunnels = new Set<Socket>();
  let wanted = 0;
  const proxy = createServer().on('connect', (request, inner: Socket) => {
    wanted += 1;
    tunnels.add(inner);
    inner.on('error', () => inner.destroy()).on('close', () => tunnels.delete(inner));
    if (manner === 'breaks off') return void inner.destroy();
    if (manner === 'waits') return void inner.on('end', () => inner.destroy()).resume();
    inner.once('data', (data: Buffer) => asked.push(String(data).split('\r\n')[0] ?? ''));
    const open = () => inner.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (manner === 'leads nowhere') {
      inner.on('end', () => inner.destroy());
      return void open();
    }
    const { hostname, port } = new URL(`http://${request.url}`);
    const outer = connect(Number(port), hostname, open);
    outer.on('error', () => inner.destroy());
    inner.pipe(outer).pipe(inner);
    inner.on('close', () => outer.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const tunnel of tunnels) tunnel.destroy();
    proxy.close();
  });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url, asked, tunnels, wanted: () => wanted };
}

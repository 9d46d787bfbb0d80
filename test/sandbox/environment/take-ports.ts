// Another process, which takes some ports, tells them, and keeps them until it is ended.
import { freePort } from '#sandbox/environment/free-port.ts';

const [range = '', count] = process.argv.slice(2);
const ports: number[] = [];
for (let taken = 0; taken < Number(count); taken += 1) ports.push(await freePort(JSON.parse(range)));
process.send?.(ports);
// An open channel keeps the process.
process.on('message', () => {});

// The world's side of the sandbox's prompt: faults of the service, the clock, the wire, and Teller's own life.
import { FAULT_WORDS, type FaultName } from './provider/faults.ts';
import type { Operation } from './provider/operations.ts';
import { wireLines } from './terminal-wire.ts';
import type { Town } from './town.ts';

export function createWorldDeeds({ town, print }: { town: Town; print: (text: string) => void }) {
  const { provider } = town;
  const { faults } = provider;

  return {
    listFaults() {
      const width = Math.max(...Object.keys(FAULT_WORDS).map((name) => name.length)) + 2;
      for (const [name, words] of Object.entries(FAULT_WORDS)) print(`  ${name.padEnd(width)}${words}`);
      const active = faults.list();
      if (active.length === 0) print('None of them is on.');
      for (const { name, operation, timesLeft, hits } of active) {
        const where = operation ? ` at ${operation}` : '';
        const left = timesLeft === undefined ? '' : `, ${timesLeft} more to come`;
        print(`On: ${name}${where}, struck ${hits} so far${left}`);
      }
    },

    faultOn(name: FaultName, limits: { operation?: Operation; times?: number }) {
      const { words } = faults.switchOn(name, limits);
      const where = limits.operation ? ` (${limits.operation})` : '';
      print(
        `${words}${where}: ${limits.times === undefined ? 'until fault off' : `${limits.times} to come`}.`,
      );
    },

    faultOff(name: FaultName | undefined) {
      faults.clear(name);
      print(name ? `${name} is off.` : 'All faults are off.');
    },

    wire(count: number) {
      const lines = wireLines(provider.requests, provider.notifications, count);
      for (const line of lines.length > 0 ? lines : ['Nothing has gone over the wire yet.']) print(line);
    },

    skip(ms: number) {
      town.skip(ms);
      print(`It is ${new Date(town.now()).toUTCString()} now.`);
    },

    async kill() {
      if (!town.isBotRunning()) return print('Teller is not running. Type restart to start it.');
      await town.stopBot();
      print('Teller has stopped. Payments go on without it; restart starts it again on the same store.');
    },

    async restart() {
      await town.stopBot();
      await town.startBot();
      print('Teller runs again, on the same store.');
    },
  };
}

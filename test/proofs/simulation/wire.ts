// Two ends of a connection in memory. What is written at one end comes out at the other a while later, in its order, as a
// part of the process that the other end belongs to.
import { Duplex } from 'node:stream';
import { theMachine } from './ambient.ts';
import { currentProcess, outsideOfProcesses, type SimulatedProcess } from './processes.ts';

/** Mostly a fast network, and now and then a slow one. */
function delayMs(): number {
  const { dice } = theMachine();
  return dice.weighed([
    [20, dice.between(0, 4)],
    [4, dice.between(5, 60)],
    [1, dice.between(60, 300)],
  ]);
}

let underWay = 0;

/** How much is on its way and has not come out yet. */
export function wiresUnderWay(): number {
  return underWay;
}

/** Behaves like a socket of `node:net`, as far as servers and clients of `node:http` ask for it. */
export class Wire extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly encrypted = false;
  private other: Wire | undefined;
  private arrivesAt = 0;

  private readonly owner: SimulatedProcess | undefined;
  private readonly name: string;

  constructor(owner: SimulatedProcess | undefined, name: string) {
    super();
    this.owner = owner;
    this.name = name;
    owner?.onKill(() => this.cutOff());
    // After the exchange HTTP no longer listens for it.
    this.on('error', () => {});
  }

  connectTo(other: Wire): void {
    this.other = other;
    other.other = this;
  }

  /** A later time than that of anything else that goes this way. */
  private deliver(what: string, work: (other: Wire) => void): void {
    const { scheduler } = theMachine();
    this.arrivesAt = Math.max(this.arrivesAt, scheduler.now() + delayMs());
    underWay += 1;
    scheduler.after(this.arrivesAt - scheduler.now(), () => {
      underWay -= 1;
      const { other } = this;
      if (!other || other.destroyed || other.owner?.isAlive() === false) return;
      scheduler.note(`${this.name} ${what}`);
      other.ofOwner(() => work(other));
    });
  }

  private ofOwner(work: () => void): void {
    if (this.owner) this.owner.run(work);
    else outsideOfProcesses(work);
  }

  /** Nothing comes from here any more. */
  private cutOff(): void {
    this.deliver('ends', (other) => other.push(null));
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    if (this.owner?.isAlive() === false) return;
    this.deliver(textOf(chunk), (other) => other.push(chunk));
    done();
  }

  override _final(done: (error?: Error) => void): void {
    if (this.owner?.isAlive() !== false) this.cutOff();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.owner?.isAlive() !== false && !this.writableFinished) this.cutOff();
    done(error);
  }

  resetAndDestroy(): this {
    this.deliver('is reset', (other) => other.destroy(connectionReset()));
    return this.destroy();
  }

  setTimeout = () => this;
  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;
}

/** Nothing is under way: for the next machine. */
export function clearWires(): void {
  underWay = 0;
}

/** Both ends of a new connection: of the process that runs now, and of the one that listens. */
export function createWires(to: SimulatedProcess | undefined, port: number): readonly [Wire, Wire] {
  const here = new Wire(currentProcess(), `to ${port}`);
  const there = new Wire(to, `from ${port}`);
  here.connectTo(there);
  return [here, there];
}

/** Without the day and time that Node itself writes, which are those of the real machine. */
function textOf(chunk: Buffer): string {
  return chunk.toString('latin1').replace(/\r\ndate: [^\r]+/gi, '');
}

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
}

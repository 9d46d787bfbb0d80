// Standard output for the log, written beside the work that logs. What it does not take, because its disk is full or nobody
// reads the pipe any more, is left out: the process goes on, and so does the log once there is room again.
import { write, writeSync } from 'node:fs';

/** Characters that may wait for a slow reader; what comes then is left out. */
const MAX_WAITING = 4_000_000;
/** When a pipe that is full is tried again. */
const RETRY_MS = 100;

/** `file`: the file descriptor. pino's own destination ends the process, or repeats the write for ever at its exit. */
export function createStandardOutput(file = 1): { write(line: string): void } {
  let waiting = '';
  let isWriting = false;
  let isUsed = false;

  function writeWaiting() {
    if (isWriting || waiting === '') return;
    isWriting = true;
    const bytes = Buffer.from(waiting);
    waiting = '';
    writeAll(bytes);
  }

  function writeAll(bytes: Buffer) {
    write(file, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => writeAll(bytes), RETRY_MS);
        return;
      }
      if (!error && written < bytes.length) {
        writeAll(bytes.subarray(written));
        return;
      }
      isWriting = false;
      writeWaiting();
    });
  }

  /** The last lines, for which the process does not wait. */
  function writeAtExit() {
    try {
      writeSync(file, waiting);
    } catch {
      // Nobody can be told any more.
    }
  }

  return {
    write(line) {
      if (!isUsed) process.once('exit', writeAtExit);
      isUsed = true;
      if (waiting.length < MAX_WAITING) waiting += line;
      writeWaiting();
    },
  };
}

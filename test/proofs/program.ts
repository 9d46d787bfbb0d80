// The frame of the proofs that are programs: their options, and how they end.

/** `read` throws a sentence for people when the options are wrong. `run` resolves to whether all was well. */
export async function runProgram<Options>({
  read,
  usage,
  run,
}: {
  read: (args: readonly string[]) => Options;
  usage: string;
  run: (options: Options) => Promise<boolean>;
}): Promise<void> {
  let options: Options;
  try {
    options = read(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exitCode = 2;
    return;
  }
  // Not left to the event loop: Node can spin for ever over handles of ended threads, and knows nothing of simulated timers.
  process.exit((await run(options)) ? 0 : 1);
}

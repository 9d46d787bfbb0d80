// What reaches Teller from outside a channel at the sandbox's prompt: shortcuts and steps; and the files it shares.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionRun } from './slack/function-runs.ts';
import { problemIn, type Scene } from './terminal-agent.ts';
import type { Town } from './town.ts';

/** `over` ends the waiting for steps when the terminal ends. */
export function createAppDeeds(deps: {
  town: Pick<Town, 'slack'>;
  scene: Scene;
  print: (text: string) => void;
  over: AbortSignal;
}) {
  const { scene, print, over } = deps;
  const { slack } = deps.town;

  /** A step ends when Teller says so, which may be long after it was taken on. */
  async function tellEnd(run: FunctionRun) {
    while (run.state === 'running' && !over.aborted) await sleep(20, undefined, { ref: false });
    if (over.aborted) return;
    const outputs = Object.entries(run.outputs ?? {}).map(([name, value]) => `\n    ${name} = ${value}`);
    if (run.state === 'failed') print(`(the step ${run.callback_id} failed: ${run.error})`);
    else print(`(the step ${run.callback_id} is done)${outputs.join('')}`);
  }

  /** People and channels go by their ids in Slack and by their names here. */
  function idOf(ids: Record<string, string>, typed: string): string {
    const wanted = typed.replace(/^[#@]/, '').toLowerCase();
    return Object.values(ids).find((id) => slack.nameOf(id) === wanted) ?? typed;
  }

  return {
    async shortcut(name: string) {
      const problem = problemIn(await slack.person(scene.person).shortcut(name));
      if (problem) print(problem);
    },

    async step(name: string, { agent, channel, ...inputs }: Readonly<Record<string, string>>) {
      const run = await slack.runFunction(name, {
        agent: agent === undefined ? scene.person : idOf(slack.users, agent),
        channel: channel === undefined ? scene.channel : idOf(slack.channels, channel),
        ...inputs,
      });
      for (const problem of run.acks.map(problemIn)) if (problem) return print(problem);
      void tellEnd(run);
    },

    file() {
      const file = slack.files().findLast(({ channel }) => channel !== undefined);
      if (!file)
        return print('No file has been shared yet. /pay report today shares one, once something is paid.');
      const text = String(file.content)
        .replace(/^\ufeff/, '')
        .trimEnd();
      print(`${file.name} · ${file.title} · ${file.length} bytes\n${text}`);
    },
  };
}

// The sandbox's prompt: a person, or a file of lines, plays agent, customer and world; what happens is printed at once.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQuiet } from './quiet.ts';
import { createAgentDeeds, type Patiently, type Scene } from './terminal-agent.ts';
import { createAppDeeds } from './terminal-app.ts';
import { createCustomerDeeds } from './terminal-customer.ts';
import { HELP, WELCOME } from './terminal-help.ts';
import { createScreen } from './terminal-screen.ts';
import { createSpeechDeeds } from './terminal-speech.ts';
import { type Command, readCommand } from './terminal-words.ts';
import { createWorldDeeds } from './terminal-world.ts';
import type { Town } from './town.ts';

/** Between two lines of a story that is piped in, so that each sees what the one before it brought about. */
const BETWEEN_LINES_MS = 80;

/** What these lines do stays at the terminal: after them there is nothing to wait for. */
const STAYS_HERE: readonly Command['do'][] = [
  'nothing',
  'ask',
  'help',
  'set',
  'as',
  'in',
  'show',
  'thread',
  'leaveThread',
  'file',
  'wire',
  'listFaults',
  'faultOn',
  'faultOff',
];

/** At the end of input. Longer than the two seconds for which Teller leaves the service in peace after a look. */
const AT_THE_END_MS = 2_500;

/**
 * Reads commands until `quit`, Ctrl-C or the end of input, and resolves then. `byHand`: a person types at a keyboard,
 * who gets a prompt and wants answers at once; otherwise a story is read, line by line, each when the last has had its effect.
 * `patienceMs`: for how long a story may look for a form or an order that is still on its way.
 */
export async function runTerminal(deps: {
  town: Town;
  input: Readable;
  output: Writable;
  byHand: boolean;
  patienceMs?: number;
}): Promise<void> {
  const { town, input, output, byHand, patienceMs = 1_000 } = deps;
  const { slack } = town;
  const scene: Scene = {
    person: slack.users.agent,
    channel: slack.channels.sales,
    thread: undefined,
    isAtHome: false,
  };
  const over = new AbortController();
  const lines = createInterface({ input, output, terminal: byHand });
  const quiet = createQuiet(town);

  /** Takes the place of what a person is typing, which then stands below again. */
  function print(text: string) {
    const shown = `${text.replace(/(?!\n)\p{Cc}/gu, '')}\n`;
    if (!byHand) return void output.write(shown);
    const { rows } = lines.getCursorPos();
    output.write(`${rows > 0 ? `\u001b[${rows}A` : ''}\r\u001b[J${shown}`);
    lines.prompt(true);
  }

  const patiently: Patiently = async (search) => {
    const deadline = Date.now() + (byHand ? 0 : patienceMs);
    let found = search();
    while (found === undefined && Date.now() < deadline) {
      await sleep(20);
      found = search();
    }
    return found;
  };

  const isPlayed = (userId: string) => userId === scene.person;
  const looksAtHome = (userId: string) => isPlayed(userId) && scene.isAtHome;
  const screen = createScreen({ town, print, isPlayed, looksAtHome });
  const agent = createAgentDeeds({ town, scene, screen, print, patiently });
  const speech = createSpeechDeeds({ town, scene, screen, print, patiently });
  const apps = createAppDeeds({ town, scene, print, over: over.signal });
  const customer = createCustomerDeeds({ town, print, patiently });
  const world = createWorldDeeds({ town, print });

  function carryOut(command: Command): unknown {
    switch (command.do) {
      case 'slash':
        return agent.slash(command.name, command.text);
      case 'set':
        return agent.set(command.field, command.value);
      case 'click':
        return agent.click(command.button);
      case 'submit':
      case 'close':
      case 'show':
      case 'home':
        return agent[command.do]();
      case 'say':
      case 'mention':
        return speech[command.do](command.text);
      case 'thread':
      case 'lookUp':
        return speech[command.do](command.message);
      case 'leaveThread':
        return speech.leaveThread();
      case 'shortcut':
        return apps.shortcut(command.name);
      case 'step':
        return apps.step(command.name, command.inputs);
      case 'file':
        return apps.file();
      case 'as':
        return agent.become(command.name);
      case 'in':
        return agent.go(command.name);
      case 'pay':
      case 'charge':
        return customer[command.do](command.payment);
      case 'decline':
      case 'reverse':
        return customer[command.do](command.reference);
      case 'faultOn':
        return world.faultOn(command.name, command.limits);
      case 'faultOff':
        return world.faultOff(command.name);
      case 'wire':
        return world.wire(command.count);
      case 'skip':
        return world.skip(command.ms);
      case 'listFaults':
      case 'kill':
      case 'restart':
        return world[command.do]();
      case 'ask':
        return print(command.text);
      case 'help':
        return print(HELP);
      case 'nothing':
      case 'quit':
        return undefined;
    }
  }

  async function play(command: Command) {
    try {
      await carryOut(command);
    } catch (error) {
      print(error instanceof Error ? error.message : String(error));
    }
  }

  function invite() {
    const { person, channel, thread, isAtHome } = scene;
    const number = thread === undefined ? undefined : screen.messages.numberOf(channel, thread);
    const place = `${screen.placeOf(channel)}${number === undefined ? '' : ` thread ${number}`}`;
    lines.setPrompt(`${slack.nameOf(person)} ${isAtHome ? 'home' : place}> `);
    if (byHand) lines.prompt(true);
  }

  async function playAll() {
    let isStirred = true;
    for await (const line of lines) {
      if (!byHand) {
        if (isStirred) await quiet(BETWEEN_LINES_MS);
        print(`${lines.getPrompt()}${line}`);
      }
      const command = readCommand(line);
      if (command.do === 'quit') return;
      await play(command);
      isStirred = !STAYS_HERE.includes(command.do);
      invite();
    }
    if (byHand) output.write('\n');
    else await quiet(AT_THE_END_MS);
  }

  const interrupted = once(lines, 'SIGINT').then(() => output.write('\n'));
  invite();
  print([...WELCOME, `Store: ${town.folder}, removed at the end.`].join('\n'));
  try {
    await Promise.race([playAll(), interrupted]);
  } finally {
    over.abort();
    screen.stop();
    lines.close();
  }
}

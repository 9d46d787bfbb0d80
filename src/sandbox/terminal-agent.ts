// The agent's side of the sandbox's prompt: commands, forms and buttons, and who and where the agent is.
import type { AckResult } from './slack/line.ts';
import type { Ephemeral, Message } from './slack/model.ts';
import { buttonMeant, buttonsOf, type Target } from './terminal-buttons.ts';
import { renderField, renderForm } from './terminal-form.ts';
import type { Screen } from './terminal-screen.ts';
import type { Town } from './town.ts';

/** Who is played, and where they are. */
export type Scene = {
  person: string;
  channel: string;
  /** The message whose thread they are in. */
  thread: string | undefined;
  /** They look at Teller's Home; the channel is where they come back to. */
  isAtHome: boolean;
};

/** Repeats a search that finds nothing, for as long as the terminal is willing to wait. */
export type Patiently = <Found>(search: () => Found | undefined) => Promise<Found | undefined>;

/** What Slack holds against Teller's answer, in words; nothing when all is well. */
export function problemIn({ problem }: AckResult): string | undefined {
  return problem === 'operation_timeout' || problem === 'dispatch_failed'
    ? `Slack got no proper answer from Teller (${problem}).`
    : undefined;
}

/** How many messages of a channel `show` shows, each with its thread. */
const MOST_SHOWN = 5;

/** Each deed throws what the stand-in throws: a plain sentence about what a person could not do in Slack. */
export function createAgentDeeds(deps: {
  town: Pick<Town, 'slack'>;
  scene: Scene;
  screen: Screen;
  print: (text: string) => void;
  patiently: Patiently;
}) {
  const { scene, screen, print, patiently } = deps;
  const { slack } = deps.town;
  const me = () => slack.person(scene.person);

  /** The form on the screen; says so when there is none. */
  async function form() {
    const view = await patiently(() => slack.modal(scene.person));
    if (!view) print('No form is open. Type /pay prompt or /pay link first.');
    return view;
  }

  /** As in Slack, an open form hides everything else, and so does Home. The thread one is in first, then the newest. */
  function inSight(): Target[] {
    const view = slack.modal(scene.person) ?? (scene.isAtHome ? slack.home(scene.person) : undefined);
    if (view) return [view];
    const all = [...threads().flat(), ...slack.ephemerals(scene.person, scene.channel)].sort(
      (one, other) => Number(other.ts) - Number(one.ts),
    );
    const { thread } = scene;
    const isNear = ({ ts, thread_ts }: Message | Ephemeral) =>
      thread !== undefined && (ts === thread || thread_ts === thread);
    return [...all.filter(isNear), ...all.filter((message) => !isNear(message))];
  }

  function threads() {
    return slack
      .messages(scene.channel)
      .filter(({ thread_ts }) => thread_ts === undefined)
      .map(({ channel, ts }) => slack.thread(channel, ts));
  }

  function complain(result: AckResult) {
    const problem = problemIn(result);
    if (problem) print(problem);
  }

  /** What Slack does by itself when these are typed; Teller never hears of it. */
  const own: Readonly<Record<string, (text: string) => void>> = {
    '/invite'(text) {
      if (text.toLowerCase() !== '@teller') return print('Only Teller can be invited here: /invite @teller');
      slack.invite(scene.channel, slack.botUserId);
      print(`Teller is in ${screen.placeOf(scene.channel)} now.`);
    },
    '/archive'() {
      slack.archive(scene.channel);
      print(`${screen.placeOf(scene.channel)} is archived: nobody can write there any more.`);
    },
  };

  return {
    async slash(command: string, text: string) {
      scene.isAtHome = false;
      if (Object.hasOwn(own, command)) return own[command]?.(text);
      await me().command(scene.channel, command, text);
    },

    async set(field: string, value: string) {
      if (!(await form())) return;
      me().fill({ [field]: value === '' ? null : value });
      const filled = slack.modal(scene.person);
      if (!filled) return;
      screen.formIsKnown(filled);
      print(renderField(filled, field, screen.options));
    },

    async submit() {
      if (await form()) complain(await me().submit());
    },

    async close() {
      if (await form()) complain(await me().close());
    },

    async click(typed: string) {
      const button = await patiently(() => buttonMeant(buttonsOf(inSight()), typed));
      if (!button) {
        const labels = [...new Set(buttonsOf(inSight()).map(({ label }) => label))].join(', ');
        return print(`There is no button "${typed}" in sight; there is: ${labels || 'none'}.`);
      }
      const { target, actionId, label, value, url, question } = button;
      if (question) print(`Slack asks: ${question} You say yes.`);
      if (url) print(`(the browser opens ${url})`);
      complain(await me().click(target, actionId, { value: value ?? label }));
    },

    show() {
      const view = slack.modal(scene.person);
      if (view) return print(renderForm(view, screen.options));
      if (scene.isAtHome)
        return print(screen.home(scene.person) ?? 'Teller has not shown anything here yet.');
      const { channel, thread } = scene;
      const newest = thread === undefined ? threads().slice(-MOST_SHOWN) : [slack.thread(channel, thread)];
      if (newest.length === 0) print('Nothing has been said here yet.');
      for (const message of newest.flat()) print(screen.message(message));
    },

    async home() {
      scene.isAtHome = true;
      screen.homeIsUnknown(scene.person);
      complain(await me().openHome());
    },

    become(name: string) {
      const wanted = name.toLowerCase();
      const [, id] =
        Object.entries(slack.users).find(
          ([part, user]) => part.toLowerCase() === wanted || slack.nameOf(user) === wanted,
        ) ?? [];
      if (!id) {
        const names = Object.values(slack.users).map((user) => slack.nameOf(user));
        return print(`Nobody here is called "${name}"; there is: ${names.join(', ')}.`);
      }
      const isDirect = scene.channel === slack.dmOf(scene.person);
      Object.assign(scene, { person: id, isAtHome: false });
      if (isDirect) Object.assign(scene, { channel: slack.dmOf(id), thread: undefined });
      print(`You are ${slack.nameOf(id)} now.`);
    },

    go(name: string) {
      const wanted = name.toLowerCase();
      const id = Object.entries(slack.channels).find(([channel]) => channel === wanted)?.[1];
      if (!id) {
        const names = Object.keys(slack.channels).join(', ');
        return print(`There is no channel "${name}"; there is: ${names}.`);
      }
      const channel = wanted === 'dm' ? slack.dmOf(scene.person) : id;
      Object.assign(scene, { channel, thread: undefined, isAtHome: false });
      print(wanted === 'dm' ? 'You are in the direct message with Teller.' : `You are in #${wanted} now.`);
    },
  };
}

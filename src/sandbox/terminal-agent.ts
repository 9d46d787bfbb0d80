// The agent's side of the sandbox's prompt: what somebody at their Slack does, and who and where they are.
import type { AckResult } from './slack/line.ts';
import { buttonMeant, buttonsOf, type Target } from './terminal-buttons.ts';
import { renderField, renderForm } from './terminal-form.ts';
import type { Screen } from './terminal-screen.ts';
import type { Town } from './town.ts';

/** Who is played, and in which channel they are. */
export type Scene = { person: string; channel: string };

/** Repeats a search that finds nothing, for as long as the terminal is willing to wait. */
export type Patiently = <Found>(search: () => Found | undefined) => Promise<Found | undefined>;

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

  /** As in Slack, an open form hides everything else. Newest first. */
  function inSight(): Target[] {
    const view = slack.modal(scene.person);
    if (view) return [view];
    return [...threads().flat(), ...slack.ephemerals(scene.person, scene.channel)].sort(
      (one, other) => Number(other.ts) - Number(one.ts),
    );
  }

  function threads() {
    return slack
      .messages(scene.channel)
      .filter(({ thread_ts }) => thread_ts === undefined)
      .map(({ channel, ts }) => slack.thread(channel, ts));
  }

  function complain(result: AckResult) {
    if (result.problem === 'operation_timeout' || result.problem === 'dispatch_failed')
      print(`Slack got no proper answer from Teller (${result.problem}).`);
  }

  return {
    async slash(command: string, text: string) {
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
      const newest = threads().slice(-MOST_SHOWN);
      if (newest.length === 0) print('Nothing has been said here yet.');
      for (const message of newest.flat()) print(screen.message(message));
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
      if (scene.channel === slack.dmOf(scene.person)) scene.channel = slack.dmOf(id);
      scene.person = id;
      print(`You are ${slack.nameOf(id)} now.`);
    },

    go(name: string) {
      const wanted = name.toLowerCase();
      const id = Object.entries(slack.channels).find(([channel]) => channel === wanted)?.[1];
      if (!id) {
        const names = Object.keys(slack.channels).join(', ');
        return print(`There is no channel "${name}"; there is: ${names}.`);
      }
      scene.channel = wanted === 'dm' ? slack.dmOf(scene.person) : id;
      print(wanted === 'dm' ? 'You are in the direct message with Teller.' : `You are in #${wanted} now.`);
    },
  };
}

// What one person's page shows at this moment, part by part, read from the environment.
import type { Environment } from '#sandbox/environment/environment.ts';
import type { AppManifest } from '#sandbox/environment/manifest.ts';
import type { FunctionRun } from '#sandbox/slack/actions/function-runs.ts';
import { asText } from '#sandbox/slack/json.ts';
import type { Message, User } from '#sandbox/slack/state/model.ts';
import { customerOrders, isRinging, refundRequests } from './orders.ts';
import type { AppWords, Person, Screen, StepRun } from './screen.ts';
import type { Switches } from './switches.ts';
import type { WireLog } from './wire-log.ts';

/** Threads of a channel that are shown, the newest. */
const MAX_PARENTS = 200;

/** Runs of custom steps that are shown, the newest. */
const MAX_STEP_RUNS = 10;

type PageView = {
  /** `userId` must be somebody whom the user of the page can act as. */
  screen(userId: string): Screen;
  /** Differs after any change that `onChange` and `onWire` do not report. */
  fingerprint(): string;
};

export function createPageView(deps: {
  environment: Environment;
  switches: Switches;
  wire: WireLog;
  ignored: ReadonlySet<string>;
}): PageView {
  const { environment, switches, wire, ignored } = deps;
  const { slack, provider, manifest } = environment;

  function messagesOf(channel: string): Record<string, Message> {
    const all = slack.history(channel);
    const parents = all.filter(({ thread_ts }) => thread_ts === undefined).slice(-MAX_PARENTS);
    const shown = new Set(parents.map(({ ts }) => ts));
    const messages = all.filter(({ ts, thread_ts }) => shown.has(thread_ts ?? ts));
    return Object.fromEntries(messages.map((message) => [message.ts, message]));
  }

  return {
    screen(userId) {
      const conversations = slack.conversations(userId);
      return {
        people: slack.people().map((user) => personOf(user, slack.users.agent)),
        app: appWords(manifest, slack.botUserId),
        conversations,
        messages: Object.fromEntries(conversations.map(({ id }) => [id, messagesOf(id)])),
        ephemerals: slack.ephemerals(userId),
        modal: slack.modal(userId) ?? null,
        home: slack.home(userId) ?? null,
        orders: Object.fromEntries(
          customerOrders(environment, ignored).map((order) => [order.trackingId, order]),
        ),
        refunds: refundRequests(environment),
        steps: slack.functionRuns.slice(-MAX_STEP_RUNS).map(stepRun),
        switches: switches.list(),
        isBotRunning: environment.isBotRunning(),
        aheadMs: Math.round((environment.now() - Date.now()) / 1000) * 1000,
        wire: Object.fromEntries(wire.lines().map((line) => [line.id, line])),
      };
    },

    fingerprint() {
      const { requests, notifications } = provider;
      const { calls, deliveries, functionRuns } = slack;
      const isPending = ({ answer }: { answer: unknown }) => answer === undefined;
      return [
        calls.length,
        calls.slice(-20).filter(isPending).length,
        deliveries.length,
        deliveries.slice(-20).filter(({ ack }) => ack === undefined).length,
        requests.length,
        requests.filter(isPending).length,
        notifications.length,
        functionRuns.filter(({ state }) => state === 'running').length,
        provider.orders().filter((order) => isRinging(order, environment.now(), ignored)).length,
        provider.orders().length,
        provider.refunds().filter(({ state }) => state === 'waiting').length,
        environment.isBotRunning(),
      ].join(' ');
    },
  };
}

function appWords({ features, functions }: AppManifest, botUserId: string): AppWords {
  const [{ command, description, usage_hint }] = features.slash_commands;
  return {
    botUserId,
    command,
    commandDescription: description,
    words: usage_hint.split(/[\s·|,]+/).filter((word) => /^[a-z]+$/.test(word)),
    shortcuts: features.shortcuts.map(({ callback_id, ...shortcut }) => ({
      ...shortcut,
      callbackId: callback_id,
    })),
    steps: Object.entries(functions).map(([callbackId, step]) => ({ callbackId, ...step })),
  };
}

/** A run that Slack could not hand to the bot has failed, although nobody has said so to the workflow. */
function stepRun(run: FunctionRun): StepRun {
  const { function_execution_id: id, callback_id: callbackId, state, outputs, error, acks } = run;
  const problem = acks.length > 0 && acks.every((ack) => ack.problem) ? acks[0]?.problem : undefined;
  if (state === 'running' && problem)
    return { id, callbackId, state: 'failed', error: `Teller didn’t answer Slack (${problem}).` };
  return {
    id,
    callbackId,
    state,
    ...(outputs && {
      outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, asText(value)])),
    }),
    ...(error !== undefined && { error }),
  };
}

function personOf(user: User, agentId: string): Person {
  const { id, name, real_name, tz } = user;
  return { id, name, realName: real_name, part: partOf(user, agentId), zone: tz };
}

function partOf(user: User, agentId: string): string {
  if (user.is_bot) return 'app';
  if (user.is_stranger) return 'from another workspace';
  if (user.is_ultra_restricted) return 'single-channel guest';
  if (user.is_restricted) return 'guest';
  return user.id === agentId ? 'agent' : 'second agent';
}

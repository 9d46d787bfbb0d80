// Custom steps of Workflow Builder: a workflow runs one of the app's functions and waits for its outputs or its error.
import type { Args } from '#sandbox/slack/api/args.ts';
import type { Methods } from '#sandbox/slack/api/web-api.ts';
import { type AckResult, sent } from '#sandbox/slack/delivery/envelope.ts';
import type { EventOptions, Events } from '#sandbox/slack/delivery/events.ts';
import { type Fields, isFields } from '#sandbox/slack/json.ts';
import { Refusal, refusalWithProblems } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';

/** As in the manifest's `functions`, by callback id. */
export type StepDefinition = {
  title: string;
  description?: string;
  input_parameters?: Record<string, StepParameter>;
  output_parameters?: Record<string, StepParameter>;
};

export type StepParameter = { type: string; title?: string; description?: string; is_required?: boolean };

export type FunctionRun = {
  function_execution_id: string;
  callback_id: string;
  inputs: Fields;
  state: 'running' | 'completed' | 'failed';
  /** How the app took the event, once for each copy. */
  acks: AckResult[];
  /** What the next steps of the workflow get. */
  outputs?: Fields;
  /** The message that the workflow's owner gets. */
  error?: string;
};

export type FunctionRuns = {
  runs: readonly FunctionRun[];
  /**
   * Sends `function_executed`, and answers the run as it stands in `runs`. Throws for a function or inputs that
   * Workflow Builder would not let through.
   */
  start(callbackId: string, inputs: Fields, options?: EventOptions): Promise<FunctionRun>;
  /** Whether the run that a `bot_access_token` was made for still goes on; undefined for any other token. */
  isRunning(token: string): boolean | undefined;
  methods: Methods;
};

export function createFunctionRuns(deps: {
  state: WorkspaceState;
  events: Pick<Events, 'send'>;
  /** Without definitions any function may be run with any inputs, and no outputs are checked. */
  definitions: Record<string, StepDefinition> | undefined;
}): FunctionRuns {
  const { state, definitions } = deps;
  const runs: FunctionRun[] = [];
  const runOfToken = new Map<string, FunctionRun>();
  const functionIds = new Map<string, string>();

  function functionId(callbackId: string): string {
    const id = functionIds.get(callbackId) ?? state.nextId('Fn');
    functionIds.set(callbackId, id);
    return id;
  }

  function runningOne(args: Args): FunctionRun {
    const id = args.required('function_execution_id');
    const run = runs.find((one) => one.function_execution_id === id);
    if (!run) throw new Refusal('function_execution_not_found');
    if (run.state !== 'running') throw new Refusal('execution_not_in_running_state');
    return run;
  }

  return {
    runs,
    isRunning(token) {
      const run = runOfToken.get(token);
      return run && run.state === 'running';
    },

    async start(callbackId, inputs, options) {
      const definition = definitions ? definitions[callbackId] : undeclared(callbackId, inputs);
      if (!definition) throw new Error(`The app has no function ${callbackId}.`);
      const problems = problemsOf(inputs, definition.input_parameters ?? {});
      if (problems.length > 0) throw new Error(`Workflow Builder would refuse: ${problems.join('; ')}.`);

      const run: FunctionRun = {
        function_execution_id: state.nextId('Fx'),
        callback_id: callbackId,
        inputs,
        state: 'running',
        acks: [],
      };
      const token = `xwfp-${state.secret()}`;
      runs.push(run);
      runOfToken.set(token, run);
      const event = {
        type: 'function_executed',
        function: functionJson(state, functionId(callbackId), callbackId, definition),
        inputs,
        function_execution_id: run.function_execution_id,
        workflow_execution_id: state.nextId('Wx'),
        event_ts: state.nextTs(),
        bot_access_token: token,
      };
      const acks = await deps.events.send(event, options);
      run.acks = acks.map(sent);
      return run;
    },

    methods: {
      'functions.completeSuccess': (args) => {
        const run = runningOne(args);
        const outputs = args.nested('outputs');
        if (!isFields(outputs)) throw new Refusal('invalid_arguments');
        const problems = problemsOf(outputs, definitions?.[run.callback_id]?.output_parameters ?? {});
        if (problems.length > 0) throw refusalWithProblems('parameter_validation_failed', problems);
        Object.assign(run, { state: 'completed', outputs });
        return {};
      },
      'functions.completeError': (args) => {
        const run = runningOne(args);
        Object.assign(run, { error: args.required('error'), state: 'failed' });
        return {};
      },
    },
  };
}

/** A definition made up from what is given, when the test has none. */
function undeclared(callbackId: string, inputs: Fields): StepDefinition {
  const input_parameters = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, { type: typeof value, is_required: true }]),
  );
  return { title: callbackId, input_parameters };
}

function functionJson(
  state: WorkspaceState,
  id: string,
  callbackId: string,
  definition: StepDefinition,
): Fields {
  const seconds = Math.floor(state.now() / 1000);
  return {
    id,
    callback_id: callbackId,
    title: definition.title,
    description: definition.description ?? '',
    type: 'app',
    input_parameters: parametersJson(definition.input_parameters),
    output_parameters: parametersJson(definition.output_parameters),
    app_id: state.app.id,
    date_created: seconds,
    date_updated: seconds,
    date_deleted: 0,
  };
}

function parametersJson(parameters: Record<string, StepParameter> = {}): Fields[] {
  return Object.entries(parameters).map(([name, { type, title, description, is_required }]) => ({
    type,
    name,
    description: description ?? '',
    title: title ?? name,
    is_required: is_required ?? false,
  }));
}

/** What is missing, or of another type than declared. Slack's own types (`slack#/types/…`) are not checked. */
function problemsOf(values: Fields, parameters: Record<string, StepParameter>): string[] {
  return Object.entries(parameters).flatMap(([name, { type, is_required }]) => {
    const value = values[name];
    if (value === undefined || value === null) return is_required ? [`missing required field: ${name}`] : [];
    const wanted = type === 'integer' ? 'number' : type;
    const isChecked = ['string', 'number', 'boolean'].includes(wanted);
    return isChecked && typeof value !== wanted ? [`${name} must be ${type}, not ${typeof value}`] : [];
  });
}

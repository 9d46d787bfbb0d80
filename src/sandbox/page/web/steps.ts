/// <reference lib="dom" />
// Custom steps of Workflow Builder: a form for each step's inputs, and the outputs or the error of the last runs.
import type { Step, StepRun } from '#sandbox/page/server/screen.ts';
import type { Desk } from './desk.ts';
import { h, keep } from './dom.ts';

export function createSteps(desk: Desk): HTMLElement {
  const forms = h('div', {});
  const runs = h('ul', { class: 'steps' });
  desk.onChange(() => {
    const { app, steps, people, conversations } = desk.screen();
    const { me, place } = desk.here();
    const sign = JSON.stringify([people, conversations, me, place]);
    keep(
      forms,
      app.steps.map((step) => ({ key: step.callbackId, sign, build: () => stepForm(desk, step) })),
    );
    keep(
      runs,
      steps.toReversed().map((run) => ({
        key: run.id,
        sign: JSON.stringify(run),
        build: () =>
          runNode(
            run,
            app.steps.find(({ callbackId }) => callbackId === run.callbackId),
          ),
      })),
    );
  });
  return h('div', {}, forms, h('h3', {}, 'Runs'), runs);
}

function stepForm(desk: Desk, step: Step): HTMLElement {
  const { callbackId, title, description, input_parameters = {} } = step;
  const form = h(
    'form',
    {
      class: 'step-form',
      'aria-label': title,
      onsubmit(event: Event) {
        event.preventDefault();
        const inputs: Record<string, string> = {};
        for (const [name, value] of new FormData(form)) inputs[name] = String(value);
        void desk.act({ type: 'runStep', callbackId, inputs });
      },
    },
    h('p', { class: 'quiet' }, description),
    Object.entries(input_parameters).map(([name, parameter]) => {
      const id = `step-${callbackId}-${name}`;
      const isRequired = parameter.is_required === true;
      return h(
        'div',
        { class: 'field' },
        h('label', { for: id }, parameter.title ?? name, !isRequired && h('span', {}, ' (optional)')),
        inputFor(desk, parameter.type, { id, name, title: parameter.description }),
      );
    }),
    h('button', { class: 'kit-button small primary' }, 'Run step'),
  );
  return h('details', {}, h('summary', {}, title), form);
}

function inputFor(desk: Desk, type: string, attributes: Record<string, unknown>): HTMLElement {
  const choose = (options: readonly { value: string; label: string }[], chosen: string) =>
    h(
      'select',
      { ...attributes, class: 'kit-select' },
      options.map(({ value, label }) => h('option', { value, selected: value === chosen }, label)),
    );
  const { people, conversations } = desk.screen();
  const { me, place } = desk.here();
  if (type === 'slack#/types/user_id')
    return choose(
      people.filter(({ part }) => part !== 'app').map(({ id, realName }) => ({ value: id, label: realName })),
      me,
    );
  if (type === 'slack#/types/channel_id')
    return choose(
      conversations
        .filter(({ kind }) => kind !== 'im')
        .map(({ id, name }) => ({ value: id, label: `#${name}` })),
      place,
    );
  return h('input', { ...attributes, autocomplete: 'off' });
}

function runNode({ callbackId, state, outputs = {}, error }: StepRun, step: Step | undefined): HTMLElement {
  const words = { running: 'is running…', completed: 'is done', failed: 'failed' }[state];
  return h(
    'li',
    { class: `step-run ${state}` },
    h('p', {}, h('strong', {}, step?.title ?? callbackId), ` ${words}`),
    error && h('p', { class: 'field-error' }, error),
    h(
      'dl',
      {},
      Object.entries(outputs).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
  );
}

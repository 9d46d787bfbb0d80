// Custom steps of Workflow Builder: a form for each step's inputs, and the outputs or the error of the last runs.
import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Step, StepRun } from '#sandbox/page/server/screen.ts';
import { usePart, useStore } from '#sandbox/page/web/state/store.ts';

export function Steps(): JSX.Element {
  const steps = usePart(({ screen }) => screen.app.steps);
  const runs = usePart(({ screen }) => screen.steps);
  const titleOf = (id: string) => steps.find(({ callbackId }) => callbackId === id)?.title ?? id;
  return h(
    'div',
    null,
    steps.map((step) => h(StepForm, { key: step.callbackId, step })),
    h('h3', null, 'Runs'),
    runs.length === 0 && h('p', { class: 'muted' }, 'No runs yet. Each shows its outputs or an error.'),
    h(
      'ul',
      { class: 'step-runs' },
      runs.toReversed().map((run) => runNode(run, titleOf(run.callbackId))),
    ),
  );
}

function StepForm({ step }: { step: Step }): JSX.Element {
  const { callbackId, title, description, input_parameters = {} } = step;
  const { act } = useStore();
  const { me, place } = usePart(({ here }) => here);
  const people = usePart(({ screen }) => screen.people);
  const conversations = usePart(({ screen }) => screen.conversations);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});

  /** Until something else is chosen: whom the reader acts as, and the channel on the screen. */
  const defaults: Readonly<Record<string, string>> = {
    'slack#/types/user_id': me,
    'slack#/types/channel_id': (conversations.find(({ id }) => id === place) ?? conversations[0])?.id ?? '',
  };
  const offered: Readonly<Record<string, readonly (readonly [id: string, name: string])[]>> = {
    'slack#/types/user_id': people
      .filter(({ part }) => part !== 'app')
      .map(({ id, realName }) => [id, realName]),
    'slack#/types/channel_id': conversations.map(({ id, name, kind }) => [
      id,
      kind === 'im' ? 'Teller' : `#${name}`,
    ]),
  };
  const fields = Object.entries(input_parameters);
  const inputOf = (name: string, type: string) => typed[name] ?? defaults[type] ?? '';

  function onSubmit(event: Event) {
    event.preventDefault();
    const inputs = Object.fromEntries(fields.map(([name, { type }]) => [name, inputOf(name, type)]));
    void act({ type: 'runStep', callbackId, inputs });
  }

  function field([name, parameter]: (typeof fields)[number]): JSX.Element {
    const id = `step-${callbackId}-${name}`;
    const onInput = ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: value }));
    const attributes = { id, value: inputOf(name, parameter.type), onInput } as const;
    const options = offered[parameter.type]?.map(([value, label]) => h('option', { value }, label));
    const isOptional = parameter.is_required !== true;
    return h(
      'div',
      { class: 'field', key: name },
      h(
        'label',
        { for: id },
        parameter.title ?? name,
        isOptional && h('span', { class: 'optional' }, ' (optional)'),
      ),
      options
        ? h('select', attributes, options)
        : h('input', { ...attributes, autocomplete: 'off', placeholder: parameter.description }),
    );
  }

  const run = h('button', { class: 'kit-button small filled primary' }, 'Run step');
  const form = { class: 'step-form', 'aria-label': title, onSubmit };
  return h(
    'details',
    null,
    h('summary', null, title),
    h('form', form, h('p', { class: 'muted' }, description), fields.map(field), run),
  );
}

function runNode({ id, state, outputs = {}, error }: StepRun, title: string): JSX.Element {
  const words = { running: 'is running…', completed: 'is done', failed: 'failed' }[state];
  return h(
    'li',
    { key: id },
    h('p', null, h('strong', null, title), ` ${words}`),
    error && h('p', { class: 'field-error' }, error),
    h(
      'dl',
      null,
      Object.entries(outputs).map(([name, value]) => [h('dt', null, name), h('dd', null, value)]),
    ),
  );
}

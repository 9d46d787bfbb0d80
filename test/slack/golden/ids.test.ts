// Whatever Teller listens for in messages, forms and Home stands in a golden file, so nothing that people can press is left out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from '@slack/bolt';
import { expect, test, vi } from 'vitest';
import { startRig } from '#test/journeys/rig.ts';

test('each action and each form that Teller listens for is in a golden file', async () => {
  const action = vi.spyOn(App.prototype, 'action');
  const view = vi.spyOn(App.prototype, 'view');
  const rig = await startRig();
  const actions = action.mock.calls.flatMap(([constraint]) => idsIn(constraint));
  const views = view.mock.calls.flatMap(([constraint]) => idsIn(constraint));
  vi.restoreAllMocks();
  await rig.stop();
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
  const shown = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
  const isMissing = (key: string) => (id: string) => !new RegExp(`"${key}": ?"${id}"`).test(shown);
  expect(actions.length).toBeGreaterThan(30);
  expect(views.length).toBeGreaterThan(7);
  expect(views.filter(isMissing('callback_id'))).toEqual([]);
  // A menu names its items by their values.
  expect(actions.filter(isMissing('action_id')).filter((id) => !shown.includes(`"value":"${id}:`))).toEqual(
    [],
  );
});

/** A listener is for an id, for one among other constraints, or for a pattern of alternatives. */
function idsIn(constraint: unknown): string[] {
  if (typeof constraint === 'string') return [constraint];
  if (constraint instanceof RegExp) return constraint.source.match(/\w{3,}/g) ?? [];
  const { action_id } = constraint as { action_id?: unknown };
  return idsIn(action_id ?? '');
}

// A person's screen: the stack of modals on it, and the app's Home tab.
import { valuesOf } from './form-values.ts';
import type { Fields } from './json.ts';
import type { View, ViewContent } from './model.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

const MOST_MODALS = 3;

export type Opening = { user: string; channel?: string };

/** Opens a modal on an empty screen; modals that were open are gone, as in Slack. */
export function openModal(world: World, content: ViewContent, opening: Opening): View {
  checkExternalId(world, content);
  const view = newView(world, content, opening);
  return showModals(world, opening.user, [view], view);
}

/** Puts a modal on top of another. Refuses with not_found when that is gone, push_limit_reached above three. */
export function pushModal(
  world: World,
  content: ViewContent,
  opening: Opening,
  onto: string | undefined,
): View {
  const stack = modalsOf(world, opening.user);
  const below = stack.find((view) => view.id === onto);
  if (!below) throw new Refusal('not_found');
  if (stack.length >= MOST_MODALS) throw new Refusal('push_limit_reached');
  checkExternalId(world, content);
  const view: View = {
    ...newView(world, content, opening),
    root_view_id: below.root_view_id,
    previous_view_id: stack.at(-1)?.id ?? null,
  };
  return showModals(world, opening.user, [...stack, view], view);
}

/** Replaces what a view shows. A `hash` that is no longer the view's is a hash_conflict. */
export function updateView(world: World, view: View, content: ViewContent, hash?: string): View {
  if (hash !== undefined && hash !== view.hash) throw new Refusal('hash_conflict');
  checkExternalId(world, content, view.id);
  const values = valuesOf(content.blocks, view.state.values, view.channel);
  delete view.trouble;
  Object.assign(view, content, { hash: newHash(world), state: { values }, errors: {} });
  if (view.type === 'home') world.changed({ kind: 'home', userId: view.user, view });
  else showModals(world, view.user, modalsOf(world, view.user), view);
  return view;
}

/** Takes one view off the screen, or all of them. A view that is gone already changes nothing. */
export function closeModal(world: World, view: View, options: { all?: boolean } = {}): void {
  const stack = modalsOf(world, view.user);
  if (!stack.includes(view)) return;
  const left = options.all ? [] : stack.filter((other) => other !== view);
  showModals(world, view.user, left, left.at(-1));
}

export function publishHome(world: World, user: string, content: ViewContent, hash?: string): View {
  const shown = world.homes.get(user);
  if (shown) return updateView(world, shown, content, hash);
  const view = newView(world, content, { user });
  world.homes.set(user, view);
  world.changed({ kind: 'home', userId: user, view });
  return view;
}

export function showErrors(world: World, view: View, errors: Record<string, string>): void {
  view.errors = errors;
  world.changed({ kind: 'modal', userId: view.user, view });
}

export function showTrouble(world: World, view: View, trouble: string): void {
  view.trouble = trouble;
  world.changed({ kind: 'modal', userId: view.user, view });
}

export function modalsOf(world: World, user: string): View[] {
  return world.modals.get(user) ?? [];
}

/** A view that is on somebody's screen, by its id or the app's external id. */
export function findView(world: World, wanted: { id?: string; externalId?: string }): View | undefined {
  return allViews(world).find((view) =>
    wanted.id !== undefined
      ? view.id === wanted.id
      : view.external_id !== '' && view.external_id === wanted.externalId,
  );
}

/** A view as the Web API and payloads carry it. */
export function viewJson(view: View): Fields {
  const { user, channel, errors, trouble, ...rest } = view;
  return { ...rest, app_installed_team_id: view.team_id };
}

function newView(world: World, content: ViewContent, opening: Opening): View {
  const id = world.nextId('V');
  return {
    ...content,
    id,
    team_id: world.team.id,
    app_id: world.app.id,
    bot_id: world.app.botId,
    hash: newHash(world),
    root_view_id: id,
    previous_view_id: null,
    state: { values: valuesOf(content.blocks, {}, opening.channel) },
    user: opening.user,
    ...(opening.channel !== undefined && { channel: opening.channel }),
    errors: {},
  };
}

function showModals(world: World, userId: string, stack: View[], view: View): View;
function showModals(world: World, userId: string, stack: View[], view: View | undefined): View | undefined;
function showModals(world: World, userId: string, stack: View[], view: View | undefined): View | undefined {
  world.modals.set(userId, stack);
  world.changed({ kind: 'modal', userId, view });
  return view;
}

function checkExternalId(world: World, content: ViewContent, ownId?: string): void {
  if (content.external_id === '') return;
  const other = findView(world, { externalId: content.external_id });
  if (other && other.id !== ownId) throw new Refusal('duplicate_external_id');
}

function allViews(world: World): View[] {
  return [...[...world.modals.values()].flat(), ...world.homes.values()];
}

function newHash(world: World): string {
  return `${Math.floor(world.now() / 1000)}.${world.secret().slice(0, 8)}`;
}

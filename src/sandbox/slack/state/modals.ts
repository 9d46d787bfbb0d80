// A person's screen: the stack of modals on it, and the app's Home tab.

import type { Fields } from '#sandbox/slack/json.ts';
import { valuesOf } from './form-values.ts';
import type { Suggestions, View, ViewContent } from './model.ts';
import { Refusal } from './refusal.ts';
import type { WorkspaceState } from './state.ts';

const MAX_MODALS = 3;

export type Opening = { user: string; channel?: string };

/** Opens a modal on an empty screen; modals that were open are gone, as in Slack. */
export function openModal(state: WorkspaceState, content: ViewContent, opening: Opening): View {
  checkExternalId(state, content);
  const view = newView(state, content, opening);
  return showModals(state, opening.user, [view], view);
}

/** Puts a modal on top of another. Refuses with not_found when that is gone, push_limit_reached above three. */
export function pushModal(
  state: WorkspaceState,
  content: ViewContent,
  opening: Opening,
  onto: string | undefined,
): View {
  const stack = modalsOf(state, opening.user);
  const below = stack.find((view) => view.id === onto);
  if (!below) throw new Refusal('not_found');
  if (stack.length >= MAX_MODALS) throw new Refusal('push_limit_reached');
  checkExternalId(state, content);
  const view: View = {
    ...newView(state, content, opening),
    root_view_id: below.root_view_id,
    previous_view_id: stack.at(-1)?.id ?? null,
  };
  return showModals(state, opening.user, [...stack, view], view);
}

/** Replaces what a view shows. A `hash` that is no longer the view's is a hash_conflict. */
export function updateView(state: WorkspaceState, view: View, content: ViewContent, hash?: string): View {
  if (hash !== undefined && hash !== view.hash) throw new Refusal('hash_conflict');
  checkExternalId(state, content, view.id);
  const values = valuesOf(content.blocks, view.state.values, view.channel);
  delete view.trouble;
  Object.assign(view, content, { hash: newHash(state), state: { values }, errors: {} });
  if (view.type === 'home') state.changed({ kind: 'home', userId: view.user, view });
  else showModals(state, view.user, modalsOf(state, view.user), view);
  return view;
}

/** Takes one view off the screen, or all of them. A view that is gone already changes nothing. */
export function closeModal(state: WorkspaceState, view: View, options: { all?: boolean } = {}): void {
  const stack = modalsOf(state, view.user);
  if (!stack.includes(view)) return;
  const left = options.all ? [] : stack.filter((other) => other !== view);
  showModals(state, view.user, left, left.at(-1));
}

export function publishHome(state: WorkspaceState, user: string, content: ViewContent, hash?: string): View {
  const shown = state.homes.get(user);
  if (shown) return updateView(state, shown, content, hash);
  const view = newView(state, content, { user });
  state.homes.set(user, view);
  state.changed({ kind: 'home', userId: user, view });
  return view;
}

export function showErrors(state: WorkspaceState, view: View, errors: Record<string, string>): void {
  view.errors = errors;
  state.changed({ kind: 'modal', userId: view.user, view });
}

export function showTrouble(state: WorkspaceState, view: View, trouble: string): void {
  view.trouble = trouble;
  state.changed({ kind: 'modal', userId: view.user, view });
}

/** In a select of a modal or of Home; older suggestions there are gone. */
export function showSuggestions(
  state: WorkspaceState,
  view: View,
  select: { blockId: string; actionId: string },
  suggestions: Suggestions,
): void {
  const { blockId, actionId } = select;
  view.suggestions = {
    ...view.suggestions,
    [blockId]: { ...view.suggestions[blockId], [actionId]: suggestions },
  };
  state.changed({ kind: view.type, userId: view.user, view });
}

export function modalsOf(state: WorkspaceState, user: string): View[] {
  return state.modals.get(user) ?? [];
}

/** A view that is on somebody's screen, by its id or the app's external id. */
export function findView(
  state: WorkspaceState,
  wanted: { id?: string; externalId?: string },
): View | undefined {
  return allViews(state).find((view) =>
    wanted.id !== undefined
      ? view.id === wanted.id
      : view.external_id !== '' && view.external_id === wanted.externalId,
  );
}

/** A view as the Web API and payloads carry it. */
export function viewJson(view: View): Fields {
  const { user, channel, errors, trouble, suggestions, ...rest } = view;
  return { ...rest, app_installed_team_id: view.team_id };
}

function newView(state: WorkspaceState, content: ViewContent, opening: Opening): View {
  const id = state.nextId('V');
  return {
    ...content,
    id,
    team_id: state.team.id,
    app_id: state.app.id,
    bot_id: state.app.botId,
    hash: newHash(state),
    root_view_id: id,
    previous_view_id: null,
    state: { values: valuesOf(content.blocks, {}, opening.channel) },
    user: opening.user,
    ...(opening.channel !== undefined && { channel: opening.channel }),
    errors: {},
    suggestions: {},
  };
}

function showModals(state: WorkspaceState, userId: string, stack: View[], view: View): View;
function showModals(
  state: WorkspaceState,
  userId: string,
  stack: View[],
  view: View | undefined,
): View | undefined;
function showModals(
  state: WorkspaceState,
  userId: string,
  stack: View[],
  view: View | undefined,
): View | undefined {
  state.modals.set(userId, stack);
  state.changed({ kind: 'modal', userId, view });
  return view;
}

function checkExternalId(state: WorkspaceState, content: ViewContent, ownId?: string): void {
  if (content.external_id === '') return;
  const other = findView(state, { externalId: content.external_id });
  if (other && other.id !== ownId) throw new Refusal('duplicate_external_id');
}

function allViews(state: WorkspaceState): View[] {
  return [...[...state.modals.values()].flat(), ...state.homes.values()];
}

function newHash(state: WorkspaceState): string {
  return `${Math.floor(state.now() / 1000)}.${state.secret().slice(0, 8)}`;
}

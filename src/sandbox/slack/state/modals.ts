// A person's screen: the modal on it, and the app's Home tab.

import type { Fields } from '#sandbox/slack/json.ts';
import { valuesOf } from './form-values.ts';
import type { Suggestions, View, ViewContent } from './model.ts';
import { Refusal } from './refusal.ts';
import type { WorkspaceState } from './state.ts';

/** Opens a modal; one that was open is gone, as in Slack. */
export function openModal(state: WorkspaceState, content: ViewContent, user: string): View {
  return show(state, newView(state, content, user));
}

/** Opens a modal on top of the one that is open, which comes back when this one closes. Three are the most. */
export function pushModal(state: WorkspaceState, content: ViewContent, user: string): View {
  const below = state.modals.get(user);
  if (!below) throw new Refusal('not_found');
  if (below.below?.below) throw new Refusal('push_limit_reached');
  const place = { below, root_view_id: below.root_view_id, previous_view_id: below.id };
  return show(state, { ...newView(state, content, user), ...place });
}

function show(state: WorkspaceState, view: View): View {
  state.modals.set(view.user, view);
  state.changed({ kind: 'modal', userId: view.user, view });
  return view;
}

/** Replaces what a view shows. A `hash` that is no longer the view's is a hash_conflict. */
export function updateView(state: WorkspaceState, view: View, content: ViewContent, hash?: string): View {
  if (hash !== undefined && hash !== view.hash) throw new Refusal('hash_conflict');
  const values = valuesOf(content.blocks, view.state.values);
  delete view.trouble;
  Object.assign(view, content, { hash: newHash(state), state: { values }, errors: {} });
  state.changed({ kind: view.type, userId: view.user, view });
  return view;
}

/** Takes a modal off the screen, with `all` also those below it. One that is gone already changes nothing. */
export function closeModal(state: WorkspaceState, view: View, { all = false } = {}): void {
  if (state.modals.get(view.user) !== view) return;
  if (view.below && !all) {
    show(state, view.below);
    return;
  }
  state.modals.delete(view.user);
  state.changed({ kind: 'modal', userId: view.user, view: undefined });
}

export function publishHome(state: WorkspaceState, user: string, content: ViewContent, hash?: string): View {
  const shown = state.homes.get(user);
  if (shown) return updateView(state, shown, content, hash);
  const view = newView(state, content, user);
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

/** A view that is on somebody's screen. */
export function findView(state: WorkspaceState, id: string): View | undefined {
  const stacks = [...state.modals.values()].flatMap((top) => [top, top.below, top.below?.below]);
  return [...stacks, ...state.homes.values()].find((view) => view?.id === id);
}

/** A view as the Web API and payloads carry it. */
export function viewJson(view: View): Fields {
  const { user, below, errors, trouble, suggestions, ...rest } = view;
  const unused = { external_id: '', clear_on_close: false, notify_on_close: false };
  return { ...rest, ...unused, app_installed_team_id: view.team_id };
}

function newView(state: WorkspaceState, content: ViewContent, user: string): View {
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
    state: { values: valuesOf(content.blocks) },
    user,
    errors: {},
    suggestions: {},
  };
}

function newHash(state: WorkspaceState): string {
  return `${Math.floor(state.now() / 1000)}.${state.secret().slice(0, 8)}`;
}

// views.*: modals and the Home tab, with the rules of triggers and hashes.

import { readView } from '#sandbox/slack/blocks/surfaces.ts';
import { requireUser } from '#sandbox/slack/state/channel-access.ts';
import {
  findView,
  openModal,
  publishHome,
  pushModal,
  updateView,
  viewJson,
} from '#sandbox/slack/state/modals.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import type { Triggers } from '#sandbox/slack/state/triggers.ts';
import type { Args } from './args.ts';
import type { Methods } from './web-api.ts';

export function createViewMethods(state: WorkspaceState, triggers: Triggers): Methods {
  function opened(open: typeof openModal, args: Args) {
    const content = readView(args.nested('view'), 'modal');
    return open(state, content, triggers.exchange(args.required('trigger_id')));
  }

  return {
    'views.open': (args) => ({ view: viewJson(opened(openModal, args)) }),
    'views.push': (args) => ({ view: viewJson(opened(pushModal, args)) }),

    'views.update': (args) => {
      const view = findView(state, args.required('view_id'));
      if (!view) throw new Refusal('not_found');
      const content = readView(args.nested('view'), view.type);
      return { view: viewJson(updateView(state, view, content, args.text('hash'))) };
    },

    'views.publish': (args) => {
      const user = requireUser(state, args.required('user_id'));
      const content = readView(args.nested('view'), 'home');
      return { view: viewJson(publishHome(state, user.id, content, args.text('hash'))) };
    },
  };
}

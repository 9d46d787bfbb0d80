// views.*: modals and the Home tab, with the rules of triggers and hashes.

import { readView } from '#sandbox/slack/blocks/surfaces.ts';
import type { Args } from './args.ts';
import { findView, openModal, publishHome, pushModal, updateView, viewJson } from './modals.ts';
import { requireUser } from './places.ts';
import { Refusal } from './refusal.ts';
import type { Triggers } from './triggers.ts';
import type { Methods } from './web-api.ts';
import type { World } from './world.ts';

export function createViewMethods(world: World, triggers: Triggers): Methods {
  return {
    'views.open': (args) => {
      const content = readView(args.nested('view'), 'modal');
      const trigger = triggers.exchange(args.required('trigger_id'));
      return { view: viewJson(openModal(world, content, trigger)) };
    },

    'views.push': (args) => {
      const content = readView(args.nested('view'), 'modal');
      const trigger = triggers.exchange(args.required('trigger_id'));
      return { view: viewJson(pushModal(world, content, trigger, trigger.viewId)) };
    },

    'views.update': (args) => {
      const view = findView(world, wanted(args));
      if (!view) throw new Refusal('not_found');
      const content = readView(args.nested('view'), view.type);
      return { view: viewJson(updateView(world, view, content, args.text('hash'))) };
    },

    'views.publish': (args) => {
      const user = requireUser(world, args.required('user_id'));
      const content = readView(args.nested('view'), 'home');
      return { view: viewJson(publishHome(world, user.id, content, args.text('hash'))) };
    },
  };
}

function wanted(args: Args): { id?: string; externalId?: string } {
  const id = args.text('view_id');
  if (id !== undefined) return { id };
  return { externalId: args.required('external_id') };
}

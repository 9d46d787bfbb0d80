// The features, each with its subcommands, buttons and forms. Adding one means adding its folder, and a line here.
import { alerts } from './alerts/alerts.ts';
import { approval } from './approval/approval.ts';
import { bulk } from './bulk/bulk.ts';
import { channelSettings } from './channel/settings.ts';
import { digest } from './digest/digest.ts';
import { erase } from './erase/erase.ts';
import type { Action, Feature, Form, Subcommand } from './feature.ts';
import { find } from './find/find.ts';
import { history } from './history/history.ts';
import { home } from './home/home.ts';
import { cancel } from './order/cancel.ts';
import { order } from './order/order.ts';
import { refund } from './refund/refund.ts';
import { report } from './report/report.ts';
import { resend } from './resend/resend.ts';
import { share } from './share/share.ts';

const FEATURES: readonly Feature[] = [
  ...[order, cancel, find, home, refund, bulk, alerts, digest, report, history, channelSettings, erase],
  ...[approval, resend, share],
];

/** Of all features, by their names; throws when two features have the same. */
function merge<Part>(partsOf: (feature: Feature) => Readonly<Record<string, Part>> | undefined) {
  const merged = new Map<string, Part>();
  for (const [name, part] of FEATURES.flatMap((feature) => Object.entries(partsOf(feature) ?? {}))) {
    if (merged.has(name)) throw new Error(`Two features have ${name}.`);
    merged.set(name, part);
  }
  return merged;
}

export const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = merge(({ subcommands }) => subcommands);
export const ACTIONS: ReadonlyMap<string, Action> = merge(({ actions }) => actions);
export const MENU_ITEMS: ReadonlyMap<string, Action> = new Map([
  ...ACTIONS,
  ...merge(({ menuItems }) => menuItems),
]);
export const FORMS: ReadonlyMap<string, Form> = merge(({ forms }) => forms);

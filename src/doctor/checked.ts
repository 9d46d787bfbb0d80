// What the doctor looks at: a name for each line of its table.
import type { Diagnosis } from '#lib/diagnosis.ts';

export const CHECKS = [
  'Settings',
  'Slack token',
  'Slack scopes',
  'People',
  'Socket Mode',
  'Pesapal',
  'Notifications',
  'Public address',
  'Clock',
  'Port',
  'Store',
] as const;

export type Checked = Diagnosis & { readonly check: (typeof CHECKS)[number] };

/** A check for lines of the name `check`. */
export function as(check: Checked['check'], diagnoses: readonly Diagnosis[]): Checked[] {
  return diagnoses.map((diagnosis) => ({ check, ...diagnosis }));
}

// What an agent does with the select "Customer": types into it, reads what it offers, and chooses.
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import { asText, isFields } from '#sandbox/slack/json.ts';
import type { View } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, sendPrompt } from './agent.ts';
import { type Rig, until } from './rig.ts';

export const JANE = { msisdn: '0712345678', first_name: 'Jane', last_name: 'Wanjiru' };
export const JANE_LABEL = 'Jane Wanjiru · +254 7•• ••• 678';

/** Sends a prompt to this customer; its reference. */
export async function askBefore(rig: Rig, values: Record<string, Typed>): Promise<string> {
  const { reference } = await sendPrompt(rig, values);
  rig.agent.close();
  return reference;
}

export function form(rig: Rig, person = rig.agent): View {
  const view = rig.slack.modal(person.id);
  if (!view) throw new Error('no form is open');
  return view;
}

/** The block_id under which the form shows a field now. */
export function fieldId(rig: Rig, name: string, person = rig.agent): string {
  const block = form(rig, person).blocks.find(({ block_id: id }) => id.split('.')[0] === name);
  if (!block) throw new Error(`the form has no ${name}`);
  return block.block_id;
}

/** The labels that the select offers for what was typed. */
export async function offers(rig: Rig, typed = '', person = rig.agent): Promise<string[]> {
  await person.search(form(rig, person), 'customer', typed);
  const suggestions = form(rig, person).suggestions[fieldId(rig, 'customer', person)]?.['customer'];
  if (suggestions?.trouble) throw new Error(suggestions.trouble);
  return (suggestions?.options ?? []).map(({ text }) => (isFields(text) ? asText(text.text) : ''));
}

/** Opens an empty form and chooses the customer whose label this is. */
export async function openFor(rig: Rig, words: string, label: string): Promise<void> {
  await openForm(rig, words);
  await until(async () => (await offers(rig)).includes(label));
  await choose(rig, label);
  await until(() => shows(rig, label));
}

/** Whether the form shows this customer: in the select, and as a line in the place of the number's field. */
export function shows(rig: Rig, label: string): boolean {
  const lines = rig.readModal().split('\n');
  const number = label.split(' · ').at(-1) ?? '';
  return lines.includes(`customer (optional): ${label}`) && lines.includes(SAYS.customerNumber(number));
}

export async function choose(rig: Rig, label: string | null): Promise<void> {
  await rig.agent.select(form(rig), 'customer', label);
}

// The choices of a select, radio buttons or checkboxes, groups undone.
import { asText, type Fields, fieldsIn, wordsOf } from './unknown.ts';

export type Choice = { readonly value: string; readonly label: string };

export function optionsOf(element: Fields): Choice[] {
  const grouped = fieldsIn(element['option_groups']).flatMap((group) => fieldsIn(group['options']));
  return [...fieldsIn(element['options']), ...grouped].map((option) => ({
    value: asText(option['value']),
    label: wordsOf(option['text']),
  }));
}

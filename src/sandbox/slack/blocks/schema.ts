// A few small words in which Slack's block rules can be written down as they read in its documentation.
import { asFieldsList, type Fields, isFields } from '#sandbox/slack/json.ts';

/** Called with a JSON pointer and what is wrong there. */
export type Found = (at: string, what: string) => void;
export type Rule = (value: unknown, at: string, found: Found) => void;

export function text(max: number, min = 1): Rule {
  return (value, at, found) => {
    if (typeof value !== 'string') found(at, 'must be a string');
    else if (value.length < min) found(at, `must be more than ${min - 1} characters`);
    else if (value.length > max) found(at, `must be less than ${max + 1} characters`);
  };
}

export const flag: Rule = (value, at, found) => {
  if (typeof value !== 'boolean') found(at, 'must be a boolean');
};

export function wholeNumber(min: number, max: number): Rule {
  return (value, at, found) => {
    if (!Number.isInteger(value) || Number(value) < min || Number(value) > max) {
      found(at, `must be a whole number from ${min} to ${max}`);
    }
  };
}

/** Slack's numbers of a number_input are strings. */
export const numberText: Rule = (value, at, found) => {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) found(at, 'must be a number in a string');
};

export const calendarDate: Rule = (value, at, found) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
    found(at, 'must be a date written YYYY-MM-DD');
  }
};

export function oneOf(...allowed: readonly string[]): Rule {
  return (value, at, found) => {
    if (typeof value !== 'string' || !allowed.includes(value))
      found(at, `must be one of: ${allowed.join(', ')}`);
  };
}

export function list(rule: Rule, max: number, min = 1): Rule {
  return (value, at, found) => {
    if (!Array.isArray(value)) return found(at, 'must be an array');
    if (value.length > max) found(at, `no more than ${max} items allowed`);
    if (value.length < min) found(at, `no fewer than ${min} items allowed`);
    for (const [index, item] of value.entries()) rule(item, `${at}/${index}`, found);
  };
}

/** An object with these fields and no others (`type` is judged by `byType`). */
export function shape(required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule {
  const known: Record<string, Rule> = { ...required, ...optional };
  return (value, at, found) => {
    if (!isFields(value)) return found(at, 'must be an object');
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) found(at, `missing required field: ${name}`);
    }
    for (const [name, field] of Object.entries(value)) {
      const rule = known[name];
      if (rule) rule(field, `${at}/${name}`, found);
      else if (name !== 'type') found(at, `invalid additional property: ${name}`);
    }
  };
}

/** An object whose `type` decides which rule holds; other types are refused. */
export function byType(rules: Record<string, Rule>): Rule {
  return (value, at, found) => {
    if (!isFields(value)) return found(at, 'must be an object');
    const rule = typeof value.type === 'string' ? rules[value.type] : undefined;
    if (rule) rule(value, at, found);
    else found(`${at}/type`, `unsupported type: ${String(value.type)}`);
  };
}

export function all(...rules: readonly Rule[]): Rule {
  return (value, at, found) => {
    for (const rule of rules) rule(value, at, found);
  };
}

/** A rule about several fields of one object, for what `shape` can't say. */
export function also(check: (value: Fields, at: string, found: Found) => void): Rule {
  return (value, at, found) => {
    if (isFields(value)) check(value, at, found);
  };
}

/** No two items of a list carry the same id under `name`. */
export function distinct(name: string): Rule {
  return (value, at, found) => {
    const seen = new Set<string>();
    for (const item of asFieldsList(value)) {
      const id = item[name];
      if (typeof id !== 'string') continue;
      if (seen.has(id)) found(at, `\`${name}\` already exists: ${id}`);
      seen.add(id);
    }
  };
}

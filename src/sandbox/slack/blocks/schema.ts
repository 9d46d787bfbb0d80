// A small set of rules with which Slack's block limits are written down as its documentation states them.
import { asFieldsList, type Fields, isFields } from '#sandbox/slack/json.ts';

/** Called with a JSON pointer and what is wrong there. */
export type Report = (at: string, what: string) => void;
export type Rule = (value: unknown, at: string, report: Report) => void;

export function text(max: number, min = 1): Rule {
  return (value, at, report) => {
    if (typeof value !== 'string') report(at, 'must be a string');
    else if (value.length < min) report(at, `must be more than ${min - 1} characters`);
    else if (value.length > max) report(at, `must be less than ${max + 1} characters`);
  };
}

export const flag: Rule = (value, at, report) => {
  if (typeof value !== 'boolean') report(at, 'must be a boolean');
};

export function wholeNumber(min: number, max: number): Rule {
  return (value, at, report) => {
    if (!Number.isInteger(value) || Number(value) < min || Number(value) > max) {
      report(at, `must be a whole number from ${min} to ${max}`);
    }
  };
}

export const calendarDate: Rule = (value, at, report) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
    report(at, 'must be a date written YYYY-MM-DD');
  }
};

export function oneOf(...allowed: readonly string[]): Rule {
  return (value, at, report) => {
    if (typeof value !== 'string' || !allowed.includes(value))
      report(at, `must be one of: ${allowed.join(', ')}`);
  };
}

export function list(rule: Rule, max: number, min = 1): Rule {
  return (value, at, report) => {
    if (!Array.isArray(value)) return report(at, 'must be an array');
    if (value.length > max) report(at, `no more than ${max} items allowed`);
    if (value.length < min) report(at, `no fewer than ${min} items allowed`);
    for (const [index, item] of value.entries()) rule(item, `${at}/${index}`, report);
  };
}

/** An object with these fields and no others (`type` is judged by `byType`). */
export function shape(required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule {
  const known: Record<string, Rule> = { ...required, ...optional };
  return (value, at, report) => {
    if (!isFields(value)) return report(at, 'must be an object');
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) report(at, `missing required field: ${name}`);
    }
    for (const [name, field] of Object.entries(value)) {
      const rule = known[name];
      if (rule) rule(field, `${at}/${name}`, report);
      else if (name !== 'type') report(at, `invalid additional property: ${name}`);
    }
  };
}

/** An object whose `type` decides which rule holds; other types are refused. */
export function byType(rules: Record<string, Rule>): Rule {
  return (value, at, report) => {
    if (!isFields(value)) return report(at, 'must be an object');
    const rule = typeof value.type === 'string' ? rules[value.type] : undefined;
    if (rule) rule(value, at, report);
    else report(`${at}/type`, `unsupported type: ${String(value.type)}`);
  };
}

export function all(...rules: readonly Rule[]): Rule {
  return (value, at, report) => {
    for (const rule of rules) rule(value, at, report);
  };
}

/** A rule about several fields of one object, for what `shape` can't say. */
export function also(check: (value: Fields, at: string, report: Report) => void): Rule {
  return (value, at, report) => {
    if (isFields(value)) check(value, at, report);
  };
}

/** No two items of a list carry the same id under `name`. */
export function distinct(name: string): Rule {
  return (value, at, report) => {
    const seen = new Set<string>();
    for (const item of asFieldsList(value)) {
      const id = item[name];
      if (typeof id !== 'string') continue;
      if (seen.has(id)) report(at, `\`${name}\` already exists: ${id}`);
      seen.add(id);
    }
  };
}

// The arguments of a Web API call, which arrive as strings (form) or as JSON; read alike from here on.
import { parseJson } from '#lib/text.ts';
import { type Fields, isFields } from '#sandbox/slack/json.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';

export type Args = {
  text(name: string): string | undefined;
  /** Refuses with `code` when the argument is missing or empty. */
  required(name: string, code?: string): string;
  flag(name: string): boolean;
  number(name: string): number | undefined;
  /** A nested value; undefined when not given. */
  nested(name: string): unknown;
  has(name: string): boolean;
};

/** Nested values that forms carry as JSON texts. */
const NESTED = ['attachments', 'blocks', 'files', 'metadata', 'outputs', 'view'];

export function createArgs(given: Fields): Args {
  const has = (name: string) => given[name] !== undefined && given[name] !== null;
  const text = (name: string) => {
    const value = given[name];
    return has(name) && (typeof value !== 'object' || value === null) ? String(value) : undefined;
  };

  return {
    has,
    text,
    required(name, code = 'invalid_arguments') {
      const value = text(name);
      if (value === undefined || value === '') throw new Refusal(code);
      return value;
    },
    flag: (name) => ['true', '1'].includes(text(name) ?? ''),
    number(name) {
      const value = text(name);
      if (value === undefined || value === '') return undefined;
      if (Number.isNaN(Number(value))) throw new Refusal('invalid_arguments');
      return Number(value);
    },
    nested: (name) => given[name],
  };
}

/** The arguments in a request body, nested values already opened. */
export function argumentsIn(body: string, contentType: string): Fields {
  if (contentType.startsWith('application/json')) {
    const value = parseJson(body);
    return isFields(value) ? value : {};
  }
  const fields: Fields = Object.fromEntries(new URLSearchParams(body));
  for (const name of NESTED) {
    const value = fields[name];
    if (typeof value === 'string') fields[name] = parseJson(value) ?? value;
  }
  return fields;
}

// The result of reading what a person typed: a value, or what is wrong with it.

export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault };

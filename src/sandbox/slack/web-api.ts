// Slack's Web API: a closed list of methods, the token check, and a record of every call.
import { type Args, createArgs } from './args.ts';
import { asText, type Fields } from './json.ts';
import { Refusal } from './refusal.ts';

/** A method's work: what its answer carries beside `ok: true`; says no by throwing a Refusal. */
export type Methods = Record<string, (args: Args) => Fields>;

/** `answer` is what the caller was told; undefined when a fault kept it from being told anything. */
export type ApiCall = { at: number; method: string; args: Fields; answer: Fields | undefined };

export type WebApi = {
  /** The JSON answer; never throws for what a caller did wrong. */
  answer(method: string, args: Fields, authorization: string | undefined): Fields;
};

export function createWebApi(deps: { botToken: string; methods: Methods }): WebApi {
  return {
    answer(method, args, authorization) {
      const work = deps.methods[method];
      if (!work) return { ok: false, error: 'unknown_method', req_method: method };
      // Socket Mode's door; it wants an app-level token, which this workspace does not give out.
      if (method === 'apps.connections.open') return { ok: false, error: 'not_allowed_token_type' };

      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? asText(args.token);
      if (token === '') return { ok: false, error: 'not_authed' };
      if (token !== deps.botToken) return { ok: false, error: 'invalid_auth' };
      return asAnswer(() => work(createArgs(args)));
    },
  };
}

/** Turns a method's work, or its refusal, into Slack's answer. */
export function asAnswer(work: () => Fields): Fields {
  try {
    return { ok: true, ...work() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.code, ...error.details };
    throw error;
  }
}

/** Methods that need nothing but to be there. */
export const plainMethods: Methods = {
  'apps.connections.open': () => ({}),
  'functions.completeSuccess': (args) => {
    args.required('function_execution_id');
    return {};
  },
  'functions.completeError': (args) => {
    args.required('function_execution_id');
    args.required('error');
    return {};
  },
};

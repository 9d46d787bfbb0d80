// Slack's Web API: a closed list of methods, behind the checks of token and scopes.

import { asText, type Fields } from '#sandbox/slack/json.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import { type Args, createArgs } from './args.ts';
import type { Pictures } from './pictures.ts';
import type { Scopes } from './scopes.ts';
import type { TokenCheck } from './tokens.ts';

/** A method's work: what its answer carries beside `ok: true`; refuses by throwing a Refusal. */
export type Methods = Record<string, (args: Args) => Fields>;

/** `answer` is what was sent back; undefined when a fault kept the answer from the caller. */
export type ApiCall = { at: number; method: string; args: Fields; answer: Fields | undefined };

export type WebApi = {
  /** The JSON answer; never throws for what a caller did wrong. */
  answer(method: string, args: Fields, authorization: string | undefined): Promise<Fields>;
};

export function createWebApi(deps: {
  methods: Methods;
  tokens: TokenCheck;
  scopes: Pick<Scopes, 'check'>;
  pictures: Pick<Pictures, 'fetchIn'>;
}): WebApi {
  return {
    async answer(method, args, authorization) {
      const work = deps.methods[method];
      if (!work) return { ok: false, error: 'unknown_method', req_method: method };
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? asText(args.token);
      const problem = deps.tokens.problemOf(method, token);
      if (problem !== undefined) return { ok: false, error: problem };
      return asAnswer(async () => {
        deps.scopes.check(method, args);
        await deps.pictures.fetchIn(args);
        return work(createArgs(args));
      });
    },
  };
}

/** Turns a method's work, or its refusal, into Slack's answer. */
export async function asAnswer(work: () => Promise<Fields>): Promise<Fields> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.code, ...error.details };
    throw error;
  }
}

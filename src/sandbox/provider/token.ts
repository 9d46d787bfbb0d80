// Token issue and the check of bearer tokens (SPEC.md, Access token and Authentication).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Answer, apiError, errorEnvelope } from './answers.ts';
import { utcWithSevenDigits } from './formats.ts';

const VALIDITY_MS = 60 * 60 * 1000;

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(deps: {
  consumerKey: string;
  consumerSecret: string;
  now: () => number;
  random: () => number;
}) {
  const { consumerKey, now, random } = deps;
  let { consumerSecret } = deps;
  let signingKey = randomBytes(32);

  return {
    /** POST /Auth/RequestToken; success and failure have one shape. */
    requestToken({ fields }: { fields: Readonly<Record<string, unknown>> }): Answer {
      const { consumer_key, consumer_secret } = fields;
      if (typeof consumer_key === 'string' && consumer_key !== '' && consumer_key !== consumerKey)
        return refused('consumer_key_unknown', 'Consumer key is unknown');
      if (consumer_key !== consumerKey || consumer_secret !== consumerSecret)
        return refused('invalid_consumer_key_or_secret_provided', '');
      const expiresAt = now() + VALIDITY_MS;
      return {
        status: 200,
        body: {
          token: sign(expiresAt),
          expiryDate: utcWithSevenDigits(expiresAt, random),
          error: null,
          status: '200',
          message: 'Request processed successfully',
        },
      };
    },

    /** Judges an Authorization header. */
    judge(authorization: string | undefined): 'accepted' | 'missing' | 'invalid' {
      if (!authorization) return 'missing';
      const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
      const [head, claims, signature] = token?.split('.') ?? [];
      if (head === undefined || claims === undefined || signature === undefined) return 'invalid';
      if (!sameText(signature, signatureOf(`${head}.${claims}`))) return 'invalid';
      return expiryOf(claims) > now() ? 'accepted' : 'invalid';
    },

    /** As in the provider's dashboard: from now on only this secret gets a token. Tokens issued so far stay. */
    changeSecret(secret: string): void {
      consumerSecret = secret;
    },

    /** From now on no token issued so far is accepted. */
    revokeAll(): void {
      signingKey = randomBytes(32);
    },
  };

  function sign(expiresAt: number): string {
    const exp = Math.floor(expiresAt / 1000);
    const iat = exp - VALIDITY_MS / 1000;
    const head = encode({ alg: 'HS256', typ: 'JWT' });
    const claims = encode({ uid: consumerKey, nbf: iat, exp, iat, iss: 'sandbox', aud: 'sandbox' });
    return `${head}.${claims}.${signatureOf(`${head}.${claims}`)}`;
  }

  function signatureOf(text: string): string {
    return createHmac('sha256', signingKey).update(text).digest('base64url');
  }
}

function refused(code: string, message: string): Answer {
  const { status, body } = errorEnvelope(apiError(code, message), { token: null, expiryDate: null });
  return { status, body: { ...Object(body), message } };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Only called on claims whose signature was good, so they are our own writing. */
function expiryOf(claims: string): number {
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
  return exp * 1000;
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

// Reads the settings from the environment, for main.ts. Names every wrong or missing setting at once, with what to do.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type Money, parseAmount } from '#lib/money.ts';
import { withoutInvisible } from '#lib/text.ts';
import { EAST_AFRICA, isTimeZone } from '#lib/time.ts';
import { CURRENCIES } from '#provider/currencies.ts';
import { IPN_METHODS, LIMITS } from '#provider/limits.ts';
import {
  NETWORK_LIMITS,
  PAYMENT_METHOD_NAMES,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '#provider/methods.ts';
import { faultOfAddress, passwordIn } from '#store/address.ts';

export type Config = ReturnType<typeof readConfig>;

/** The environment has wrong or missing settings; the message lists them all, a line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  /** Each with the setting's name first. */
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    const lines = faults.map((fault) => `  ${fault}`).join('\n');
    super(`Teller can’t start. Fix these settings (docs/operations.md, Settings):\n${lines}`);
    this.faults = faults;
  }
}

/**
 * Reads the settings of docs/operations.md (Settings). An empty value counts as not set: `.env` and compose files write it so.
 * @throws {ConfigError} naming every fault at once, without a secret's value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const set = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, textOf(value)] as const)
      .filter(([, value]) => value !== ''),
  );
  const read = SETTINGS.safeParse(set);
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const { data } = read;
  return {
    slack: {
      botToken: data.SLACK_BOT_TOKEN,
      signingSecret: data.SLACK_SIGNING_SECRET,
      appToken: data.SLACK_APP_TOKEN,
      apiUrl: `${data.SLACK_API_URL}/`,
    },
    provider: {
      baseUrl: data.PROVIDER_BASE_URL,
      consumerKey: data.PROVIDER_CONSUMER_KEY,
      consumerSecret: data.PROVIDER_CONSUMER_SECRET,
      branch: data.PROVIDER_BRANCH,
    },
    ipn: { method: data.IPN_METHOD, key: data.IPN_KEY ?? ipnKeyOf(data.PROVIDER_CONSUMER_SECRET) },
    publicUrl: data.PUBLIC_URL,
    port: data.PORT,
    storeUrl: data.STORE_URL,
    allowedUsergroups: data.ALLOWED_USERGROUPS,
    approverUsergroups: data.APPROVER_USERGROUPS,
    approvalAbove: data.APPROVAL_ABOVE,
    merchantName: data.MERCHANT_NAME,
    defaultCurrency: data.DEFAULT_CURRENCY,
    methodLimits: { ...NETWORK_LIMITS, ...data.METHOD_LIMITS },
    timeZone: data.TIME_ZONE,
    retentionDays: data.RETENTION_DAYS,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
  };
}

/** What nobody may be shown. */
export function secretsOf({ provider, slack, ipn, metricsToken = '', storeUrl }: Config): string[] {
  const { botToken, signingSecret = '', appToken = '' } = slack;
  const ofOthers = [provider.consumerKey, provider.consumerSecret, botToken, signingSecret, appToken];
  return [...ofOthers, ipn.key, metricsToken, passwordIn(storeUrl)];
}

const DEFAULT_STORE_URL = 'sqlite:data/teller.sqlite';

/** STORE_URL alone, for what needs no other setting; not checked. */
export function storeUrlOf(env: Readonly<Record<string, string | undefined>>): string {
  return textOf(env['STORE_URL']) || DEFAULT_STORE_URL;
}

/** Without what shows nothing, and without quotes: `npm start` and Compose take those of `.env` off, `docker run` does not. */
function textOf(value = ''): string {
  const text = withoutInvisible(value).trim();
  return /^(["'])((?:(?!\1).)*)\1$/s.exec(text)?.[2]?.trim() ?? text;
}

const required = (what: string) => z.string({ error: `is missing: ${what}` });
/** Node takes nothing else into a header, and the reason that it gives names no setting. */
const tokenOf = (start: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${start}[!-~]+$`),
      `must start with ${start} and have no spaces or typographic marks, such as ${start}12-ab`,
    );
/** A comma also groups thousands, so a new entry begins where a name does. */
const BETWEEN_ENTRIES = /,(?!\s*\d)/;
/** In capitals or not. */
const oneOf = <const Names extends readonly string[]>(names: Names, error: string) =>
  z.string().toUpperCase().pipe(z.enum(names, { error }));
/** Without slashes at its end. */
const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must start with http:// or https://, such as https://pay.example.com',
  })
  .refine((url) => !/[?#]/.test(url), 'can’t contain ? or #, because Teller adds paths to it')
  // Customers and the provider see PUBLIC_URL, and Node's fetch refuses an address with a password.
  .refine((url) => !/^\w+:\/\/[^/\\]*@/.test(url), 'can’t contain a user or password')
  .transform((url) => url.replace(/\/+$/, ''));

/** "MpesaKE 250000, AirtelUG 5000000" */
const methodLimits = z.string().transform((text, context) => {
  const limits: { [method in PaymentMethod]?: string } = {};
  for (const [index, entry] of text.split(BETWEEN_ENTRIES).entries()) {
    const [name = '', amount = '', ...more] = entry.trim().split(/\s+/);
    const method = PAYMENT_METHOD_NAMES.find((known) => known === name);
    const limit = method && parseAmount(amount, PAYMENT_METHODS[method].currency);
    if (method && limit?.ok && more.length === 0 && !limits[method]) limits[method] = limit.value.amount;
    else
      context.addIssue(
        // The entry isn't repeated: it may be a secret pasted into the wrong line.
        `entry ${index + 1} must be a method and its largest amount, such as MpesaKE 250000. List each method once: ${PAYMENT_METHOD_NAMES.join(', ')}`,
      );
  }
  return limits;
});

/** "S0123ABC, U0456DEF": user groups, and people. Nobody can be meant by a list without any, so it is a fault. */
const groupsAndPeople = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  )
  .refine(
    (ids) => ids.length > 0 && ids.every((id) => /^[SUW][A-Z0-9]+$/.test(id)),
    'must be ids of user groups or people with commas between them, such as S0123ABC, U0123ABC',
  );

/** "KES 50000, UGX 1500000": the largest amount of each currency that needs no approval. */
const approvalAbove = z.string().transform((text, context) => {
  const limits: Money[] = [];
  for (const [index, entry] of text.split(BETWEEN_ENTRIES).entries()) {
    const [name = '', ...typed] = entry.trim().split(/\s+/);
    const currency = CURRENCIES.find((known) => known === name.toUpperCase());
    const limit = currency && readFrom0(typed.join(' '), currency);
    if (limit && limits.every((other) => other.currency !== currency)) limits.push(limit);
    else
      context.addIssue(
        `entry ${index + 1} must be a currency and an amount, such as KES 50000. List each currency once: ${CURRENCIES.join(' ')}`,
      );
  }
  return limits;
});

/** As parseAmount, and 0: then every amount needs approval. */
function readFrom0(typed: string, currency: string): Money | undefined {
  if (/^0+$/.test(typed)) return { amount: '0', currency };
  const read = parseAmount(typed, currency);
  return read.ok ? read.value : undefined;
}

const SETTINGS = z
  .object({
    SLACK_BOT_TOKEN: required('the Bot User OAuth Token from “OAuth & Permissions”, such as xoxb-12-ab').pipe(
      tokenOf('xoxb-'),
    ),
    SLACK_SIGNING_SECRET: z.string().optional(),
    SLACK_APP_TOKEN: tokenOf('xapp-').optional(),
    SLACK_API_URL: httpUrl.default('https://slack.com/api'),
    PROVIDER_BASE_URL: required('Pesapal’s address up to /Auth, such as https://pay.example.com/api').pipe(
      httpUrl.refine(
        (url) => !/\/auth(\/requesttoken)?$/i.test(url),
        'must end before /Auth, such as https://pay.example.com/api',
      ),
    ),
    PROVIDER_CONSUMER_KEY: required('the consumer key from Pesapal'),
    PROVIDER_CONSUMER_SECRET: required('the consumer secret from Pesapal'),
    PUBLIC_URL: required(
      'the address where Pesapal and customers reach Teller, such as https://teller.example.com',
    ).pipe(httpUrl),
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number, such as 3000')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be at most 65535, such as 3000')
      .default(3000),
    STORE_URL: z
      .string()
      .superRefine((url, context) => {
        const fault = faultOfAddress(url);
        if (fault !== undefined) context.addIssue(fault);
      })
      .default(DEFAULT_STORE_URL),
    ALLOWED_USERGROUPS: groupsAndPeople.default([]),
    APPROVER_USERGROUPS: groupsAndPeople.default([]),
    APPROVAL_ABOVE: approvalAbove.optional(),
    MERCHANT_NAME: z
      .string()
      .max(100, 'must be at most 100 characters, such as Duka la Amina')
      .default('Teller'),
    DEFAULT_CURRENCY: oneOf(CURRENCIES, `must be one of ${CURRENCIES.join(' ')}`).default('KES'),
    METHOD_LIMITS: methodLimits.default({}),
    PROVIDER_BRANCH: z
      .string()
      .max(LIMITS.branch, `must be at most ${LIMITS.branch} characters, such as Westlands`)
      .optional(),
    IPN_METHOD: oneOf(IPN_METHODS, 'must be GET or POST').default('GET'),
    IPN_KEY: z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{16,128}$/,
        'must be 16 to 128 letters, digits, - or _, such as the output of openssl rand -hex 24',
      )
      .optional(),
    TIME_ZONE: z
      .string()
      .refine(
        isTimeZone,
        'must be the name of a time zone, such as Africa/Nairobi. Only UTC and GMT can be abbreviations',
      )
      .default(EAST_AFRICA),
    RETENTION_DAYS: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a number of days, such as 365')
      .transform(Number)
      .refine(
        (days) => days >= 31,
        'must be at least 31, such as 365, because refunds are checked for 30 days',
      )
      .optional(),
    METRICS_TOKEN: z
      .string()
      .regex(
        /^[\w.~+/=-]{16,256}$/,
        'must be 16 to 256 letters, digits or - . _ ~ + / =, such as the output of openssl rand -hex 24',
      )
      .optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
  })
  .refine((env) => env.SLACK_SIGNING_SECRET !== undefined || env.SLACK_APP_TOKEN !== undefined, {
    path: ['SLACK_SIGNING_SECRET'],
    error:
      'is missing: the Signing Secret from “Basic Information”. For Socket Mode, set SLACK_APP_TOKEN instead',
    when: () => true,
  })
  .refine((env) => env.APPROVAL_ABOVE === undefined || env.APPROVER_USERGROUPS.length > 0, {
    path: ['APPROVAL_ABOVE'],
    error: 'needs APPROVER_USERGROUPS, such as S0123ABC: without approvers nobody can approve an order',
    when: () => true,
  });

/** Derived from the secret, so that every replica and restart has the same key; nobody can compute the secret from it. */
function ipnKeyOf(consumerSecret: string): string {
  return createHmac('sha256', consumerSecret).update('teller ipn path').digest('base64url').slice(0, 32);
}

// What the service allows in a request, apart from methods and currencies, which have files of their own.

/** Most characters of a field (SPEC.md, Limits). */
export const LIMITS = {
  id: 50,
  branch: 30,
  account_number: 50,
  email_address: 60,
  first_name: 50,
  middle_name: 50,
  last_name: 50,
  country_code: 3,
} as const;

/** SPEC.md, subscription_details. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const REDIRECT_MODES = ['TOP_WINDOW', 'PARENT_WINDOW'] as const;

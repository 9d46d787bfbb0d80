// What the provider allows in a request, except payment methods and currencies, which have files of their own.

/** Maximum number of characters of each field (SPEC.md, Limits). */
export const LIMITS = {
  id: 50,
  branch: 30,
  account_number: 50,
  email_address: 60,
  first_name: 50,
  middle_name: 50,
  last_name: 50,
  country_code: 3,
  /** In plain characters (PROVIDER-FACTS, Refund). */
  username: 100,
  remarks: 200,
} as const;

/** The characters of an order's id (SPEC.md, Order request). */
export const ID_CHARACTERS = /^[A-Za-z0-9\-_.:]+$/;

/** SPEC.md, subscription_details. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** How the provider sends notifications (SPEC.md, IPN registration). */
export const IPN_METHODS = ['GET', 'POST'] as const;
export type IpnMethod = (typeof IPN_METHODS)[number];

export const REDIRECT_MODES = ['TOP_WINDOW', 'PARENT_WINDOW'] as const;

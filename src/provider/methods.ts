// The mobile money methods that the provider can prompt a customer through.

/**
 * SPEC.md, Mobile money push: each method with the country of its numbers, the currency that it takes, and the business
 * number to which the customer can also pay by hand.
 */
export const PAYMENT_METHODS = {
  MpesaKE: { name: 'M-PESA Kenya', country: 'KE', currency: 'KES', businessNumber: '220222' },
  AirtelKE: { name: 'Airtel Money Kenya', country: 'KE', currency: 'KES', businessNumber: 'AIRTELKE' },
  AirtelUG: { name: 'Airtel Money Uganda', country: 'UG', currency: 'UGX', businessNumber: 'AIRTELUG' },
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;

/** What people call a method of the provider: "M-PESA Kenya" for MpesaKE, and its own name for one that is not in the table. */
export function nameOfMethod(method: string): string {
  return Object.hasOwn(PAYMENT_METHODS, method) ? PAYMENT_METHODS[method as PaymentMethod].name : method;
}

/** The largest amount that each method takes at a time, in its currency. */
export type MethodLimits = { readonly [method in PaymentMethod]: string };

/** The networks' own limits; the setting METHOD_LIMITS replaces them. */
export const NETWORK_LIMITS: MethodLimits = { MpesaKE: '250000', AirtelKE: '250000', AirtelUG: '5000000' };

/** Object.keys forgets which keys those are; the table above is their check. */
export const PAYMENT_METHOD_NAMES = Object.keys(PAYMENT_METHODS) as PaymentMethod[];

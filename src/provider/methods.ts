// The mobile money methods that the service prompts for.

/**
 * SPEC.md, Mobile money push: each method with the country whose numbers it reaches, the currency that it takes, and
 * the business number to which the customer can pay by hand.
 */
export const PAYMENT_METHODS = {
  MpesaKE: { name: 'M-PESA Kenya', country: 'KE', currency: 'KES', businessNumber: '220222' },
  AirtelKE: { name: 'Airtel Money Kenya', country: 'KE', currency: 'KES', businessNumber: 'AIRTELKE' },
  AirtelUG: { name: 'Airtel Money Uganda', country: 'UG', currency: 'UGX', businessNumber: 'AIRTELUG' },
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;

export const PAYMENT_METHOD_NAMES = ['MpesaKE', 'AirtelKE', 'AirtelUG'] as const satisfies PaymentMethod[];

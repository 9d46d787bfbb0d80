// The languages in which customers are spoken to. Stored with an order.
export const LANGUAGES = ['en', 'sw', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

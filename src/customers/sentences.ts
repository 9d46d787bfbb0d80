// Every sentence that a customer reads, in every language.

import type { Language } from '#orders/language.ts';
import type { CustomerSentences } from './customer-sentences.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { SWAHILI } from './swahili.ts';

export const SENTENCES: Record<Language, CustomerSentences> = { en: ENGLISH, sw: SWAHILI, fr: FRENCH };

// What customers read in Swahili, as merchants in Kenya write it.
import type { CustomerSentences } from './customer-sentences.ts';

export const SWAHILI: CustomerSentences = {
  landing: {
    paid: {
      title: 'Asante',
      text: 'Kama umelipa sasa hivi, huhitaji kufanya kitu kingine. Unaweza kufunga ukurasa huu.',
    },
    cancelled: {
      title: 'Haijalipwa',
      text: 'Umetoka kwenye ukurasa wa malipo. Kama hukulipa, hakuna pesa iliyokatwa. Ili kulipa, fungua tena linki yako.',
    },
  },
  receipt: {
    title: 'Risiti',
    thanks: 'Asante kwa malipo yako.',
    labels: {
      paid: 'Kiasi kilicholipwa',
      what: 'Kwa ajili ya',
      when: 'Tarehe',
      method: 'Njia ya malipo',
      code: 'Nambari ya uthibitisho',
      reference: 'Nambari ya kumbukumbu',
    },
    partOf: (paid, asked) => `${paid} kati ya ${asked}`,
    difference: (asked) => `Kiasi kilichoombwa ni ${asked}. Muulize muuzaji kuhusu tofauti hiyo.`,
    accepted: (asked) => `Kiasi kilichoombwa ni ${asked}. Muuzaji amekubali kiasi hiki kuwa malipo kamili.`,
    balancePaid: (asked) => `Kiasi kilichoombwa ni ${asked}. Salio pia limelipwa na lina risiti yake.`,
    paidBack: (day) => `Ulirudishiwa pesa zote tarehe ${day}.`,
    partPaidBack: (money, day) => `Ulirudishiwa ${money} tarehe ${day}.`,
    somePaidBack: (day) => `Ulirudishiwa pesa zote au sehemu yake tarehe ${day}.`,
    noTaxInvoice: 'Hii si ankara ya kodi.',
  },
  noReceipt: {
    title: 'Hakuna risiti',
    text: 'Bado hakuna risiti hapa. Kama umelipa sasa hivi, fungua ukurasa huu tena baada ya dakika moja.',
  },
  unavailable: {
    title: 'Subiri kidogo',
    text: 'Ukurasa huu haupatikani kwa sasa. Jaribu tena baada ya dakika moja.',
  },
  share: {
    link: ({ merchant, money, what, url, until }) =>
      `Habari kutoka ${merchant}: tafadhali lipa ${money} kwa ajili ya ${what}${until ? ` kufikia tarehe ${until}` : ''}: ${url}`,
    reminder: ({ merchant, money, what, url, until }) =>
      `Habari kutoka ${merchant}: tunakukumbusha kulipa ${money} kwa ajili ya ${what}${until ? ` kufikia tarehe ${until}` : ''}. Kama umeshalipa, asante sana! ${url}`,
    receipt: ({ merchant, money, url }) =>
      `Habari kutoka ${merchant}: asante kwa malipo yako ya ${money}. Risiti yako: ${url}`,
  },
};

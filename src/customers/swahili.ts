// What customers read in Swahili, as merchants in Kenya write it.
import type { CustomerSentences } from './customer-sentences.ts';

export const SWAHILI: CustomerSentences = {
  landing: {
    paid: {
      title: 'Asante',
      text: 'Kama umelipa sasa hivi, huhitaji kufanya kitu kingine: muuzaji atajulishwa mara tu malipo yatakapothibitishwa. Unaweza kufunga ukurasa huu.',
    },
    cancelled: {
      title: 'Haijalipwa',
      text: 'Umetoka kwenye ukurasa wa malipo. Kama hukulipa, hakuna pesa iliyochukuliwa. Ukitaka kulipa, fungua tena linki uliyotumiwa.',
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
    difference: (asked) => `Kiasi kilichoombwa ni ${asked}. Tafadhali muulize muuzaji kuhusu tofauti hiyo.`,
    accepted: (asked) => `Kiasi kilichoombwa ni ${asked}. Muuzaji amekubali malipo haya kuwa kamili.`,
    restPaid: (asked) =>
      `Kiasi kilichoombwa ni ${asked}. Kiasi kilichobaki pia kimelipwa na kina risiti yake.`,
    paidBack: (day) => `Pesa zote zilirudishwa kwako tarehe ${day}.`,
    partPaidBack: (money, day) => `Sehemu ya malipo haya, ${money}, ilirudishwa kwako tarehe ${day}.`,
    somePaidBack: (day) => `Pesa za malipo haya zilirudishwa kwako tarehe ${day}.`,
    noTaxInvoice: 'Hii si ankara ya kodi.',
  },
  noReceipt: {
    title: 'Hakuna risiti',
    text: 'Bado hakuna risiti hapa. Itaonekana mara tu malipo yatakapothibitishwa. Kama umelipa sasa hivi, fungua ukurasa huu tena baada ya dakika moja.',
  },
  unavailable: {
    title: 'Subiri kidogo',
    text: 'Ukurasa huu hauwezi kuonyeshwa kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  },
  share: {
    link: ({ merchant, money, what, url, until }) =>
      `Habari kutoka ${merchant}: tafadhali lipa ${money} kwa ajili ya ${what}${until ? ` kufikia tarehe ${until}` : ''} kupitia linki hii: ${url}`,
    reminder: ({ merchant, money, what, url, until }) =>
      `Habari kutoka ${merchant}: tunakukumbusha kulipa ${money} kwa ajili ya ${what}${until ? ` kufikia tarehe ${until}` : ''}. Kama umelipa sasa hivi, asante sana! ${url}`,
    receipt: ({ merchant, money, url }) =>
      `Habari kutoka ${merchant}: asante kwa malipo yako ya ${money}. Risiti yako: ${url}`,
  },
};

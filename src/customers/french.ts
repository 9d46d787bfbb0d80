// What customers read in French. Before `:` and `!` French writes a space, which must not break a line.
import type { CustomerSentences } from './customer-sentences.ts';

export const FRENCH: CustomerSentences = {
  landing: {
    paid: {
      title: 'Merci',
      text: 'Si vous venez de payer, vous n’avez plus rien à faire. Vous pouvez fermer cette page.',
    },
    cancelled: {
      title: 'Non payé',
      text: 'Vous avez quitté la page de paiement. Si vous n’avez pas payé, rien n’a été prélevé. Pour payer, rouvrez votre lien.',
    },
  },
  receipt: {
    title: 'Reçu',
    thanks: 'Merci pour votre paiement.',
    labels: {
      paid: 'Montant payé',
      what: 'Pour',
      when: 'Date',
      method: 'Moyen de paiement',
      code: 'Code de confirmation',
      reference: 'Référence',
    },
    partOf: (paid, asked) => `${paid} sur ${asked}`,
    difference: (asked) => `Montant demandé\u00a0: ${asked}. Pour la différence, adressez-vous au vendeur.`,
    accepted: (asked) =>
      `Montant demandé\u00a0: ${asked}. Le vendeur a accepté ce montant comme paiement complet.`,
    balancePaid: (asked) =>
      `Montant demandé\u00a0: ${asked}. Le reste a aussi été payé et a son propre reçu.`,
    paidBack: (day) => `Remboursé intégralement le ${day}.`,
    partPaidBack: (money, day) => `Remboursement de ${money} le ${day}.`,
    somePaidBack: (day) => `Remboursement total ou partiel le ${day}.`,
    noTaxInvoice: 'Ce reçu ne vaut pas facture.',
  },
  noReceipt: {
    title: 'Pas de reçu',
    text: 'Il n’y a pas encore de reçu ici. Si vous venez de payer, rouvrez cette page dans une minute.',
  },
  unavailable: {
    title: 'Un instant',
    text: 'Cette page n’est pas disponible pour le moment. Réessayez dans une minute.',
  },
  share: {
    link: ({ merchant, money, what, url, until }) =>
      `Bonjour de la part de ${merchant}\u00a0: merci de payer ${money} pour ${what}${until ? ` au plus tard le ${until}` : ''}\u00a0: ${url}`,
    reminder: ({ merchant, money, what, url, until }) =>
      `Bonjour de la part de ${merchant}\u00a0: petit rappel, merci de payer ${money} pour ${what}${until ? ` au plus tard le ${until}` : ''}. Si vous avez déjà payé, merci\u00a0! ${url}`,
    receipt: ({ merchant, money, url }) =>
      `Bonjour de la part de ${merchant}\u00a0: merci pour votre paiement de ${money}. Votre reçu\u00a0: ${url}`,
  },
};

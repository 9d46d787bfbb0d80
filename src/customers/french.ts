// What customers read in French. Before `:` and `!` French writes a space, which must not break a line.
import type { CustomerSentences } from './customer-sentences.ts';

export const FRENCH: CustomerSentences = {
  landing: {
    paid: {
      title: 'Merci',
      text: 'Si vous venez de payer, vous n’avez plus rien à faire\u00a0: le vendeur est prévenu dès que le paiement est confirmé. Vous pouvez fermer cette page.',
    },
    cancelled: {
      title: 'Non payé',
      text: 'Vous avez quitté la page de paiement. Si vous n’avez pas payé, aucune somme n’a été prélevée. Pour payer malgré tout, ouvrez de nouveau le lien que vous avez reçu.',
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
    difference: (asked) =>
      `Montant demandé\u00a0: ${asked}. Renseignez-vous auprès du vendeur au sujet de la différence.`,
    accepted: (asked) => `Montant demandé\u00a0: ${asked}. Le vendeur a accepté ce paiement comme complet.`,
    restPaid: (asked) => `Montant demandé\u00a0: ${asked}. Le reste a aussi été payé et a son propre reçu.`,
    paidBack: (day) => `Ce paiement vous a été entièrement remboursé le ${day}.`,
    partPaidBack: (money, day) => `Une partie de ce paiement, ${money}, vous a été remboursée le ${day}.`,
    somePaidBack: (day) => `Ce paiement a fait l’objet d’un remboursement le ${day}.`,
    noTaxInvoice: 'Ce reçu ne vaut pas facture.',
  },
  noReceipt: {
    title: 'Pas de reçu',
    text: 'Il n’y a pas encore de reçu ici. Il apparaît dès que le paiement est confirmé. Si vous venez de payer, rouvrez cette page dans une minute.',
  },
  unavailable: {
    title: 'Un instant',
    text: 'Cette page ne peut pas être affichée pour le moment. Veuillez réessayer dans une minute.',
  },
  share: {
    link: ({ merchant, money, what, url, until }) =>
      `Bonjour de la part de ${merchant}\u00a0: merci de payer ${money} pour ${what}${until ? ` au plus tard le ${until}` : ''} avec ce lien\u00a0: ${url}`,
    reminder: ({ merchant, money, what, url, until }) =>
      `Bonjour de la part de ${merchant}\u00a0: petit rappel, merci de payer ${money} pour ${what}${until ? ` au plus tard le ${until}` : ''}. Si vous venez de payer, merci beaucoup\u00a0! ${url}`,
    receipt: ({ merchant, money, url }) =>
      `Bonjour de la part de ${merchant}\u00a0: merci pour votre paiement de ${money}. Votre reçu\u00a0: ${url}`,
  },
};

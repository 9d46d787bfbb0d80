// What agents pass on to a customer: the link or the receipt as a text for WhatsApp, and the link's QR code.
import { linkText, receiptText, whatsAppUrl } from '#customers/share-text.ts';
import type { Language } from '#orders/order.ts';
import { parseStoredReference } from '#orders/reference.ts';
import { isPictureRefused } from '#slack/bolt/errors.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Action, Feature } from '#slack/feature.ts';
import type { Press } from '#slack/listen/press.ts';
import { readLastLanguage } from '#slack/order/live-form.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import { type MessageContent, plainMessage } from '#slack/ui/message.ts';
import { qrCode, qrInWords, readLanguageChoice, refusalOf, type SharedText, sharedText } from './card.ts';

export const share: Feature = {
  actions: {
    share_whatsapp: sharing('share_whatsapp'),
    send_receipt: sharing('send_receipt'),
    show_qr: { isAboutOrder: true, run: showQr },
    language: {
      async run(ctx, { value, blockId, userId, answerAgain }) {
        const choice = readLanguageChoice(value, blockId);
        await answerAgain(
          choice ? await buildText(ctx, choice.what, { ...choice, userId }) : plainMessage(UNKNOWN_ORDER),
        );
      },
    },
  },
};

function sharing(what: SharedText): Action {
  return {
    isAboutOrder: true,
    run: async (ctx, { value: reference, userId, answer }) =>
      answer(await buildText(ctx, what, { reference, userId })),
  };
}

const EVENTS = {
  share_whatsapp: { event: 'shared', outcome: 'whatsapp' },
  send_receipt: { event: 'receipt', outcome: '' },
} as const satisfies Record<SharedText, unknown>;

/** The audit event comes before the customer's number. `language`: chosen in an earlier answer. */
async function buildText(
  ctx: SlackContext,
  what: SharedText,
  request: { readonly reference: string; readonly userId: string; readonly language?: Language },
): Promise<MessageContent> {
  const order = await readShareable(ctx, what, request.reference);
  if ('blocks' in order) return order;
  const { reference } = order;
  if (!request.language)
    await ctx.recorder.recordFirst({ who: request.userId, order: reference, ...EVENTS[what] });
  const language = request.language ?? order.language ?? (await readLastLanguage(ctx, order)) ?? 'en';
  const how = { merchantName: ctx.settings.merchantName, language };
  const text =
    what === 'send_receipt'
      ? receiptText(order, how, await ctx.addresses.receiptUrl(reference))
      : linkText(order, how);
  const phone = order.prompt?.msisdn ?? order.customer.phone;
  return sharedText(what, order, { text, language, whatsAppUrl: whatsAppUrl(phone, text) });
}

async function showQr(ctx: SlackContext, { value, userId, answer, answerAbove }: Press): Promise<void> {
  const order = await readShareable(ctx, 'share_whatsapp', value);
  if ('blocks' in order) return answer(order);
  const { reference } = order;
  await ctx.recorder.recordFirst({ who: userId, event: 'shared', order: reference, outcome: 'qr' });
  const picture = qrCode(order, await ctx.addresses.qrUrl(reference));
  try {
    await answerAbove(picture);
  } catch (err) {
    // After any other failure the picture may be there.
    if (!isPictureRefused(err)) throw err;
    // Slack must reach PUBLIC_URL from outside.
    ctx.reporter.warn('Slack could not show a QR code; the link is shown instead', { err });
    await answer(qrInWords(order));
  }
}

async function readShareable(ctx: SlackContext, what: SharedText, value: string) {
  const reference = parseStoredReference(value);
  const order = reference && (await ctx.store.orders.get(reference));
  return order ? (refusalOf(order, what, ctx.clock.now()) ?? order) : plainMessage(UNKNOWN_ORDER);
}

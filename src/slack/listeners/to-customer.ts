// The buttons that give a customer something, on cards, in menus and in the window of a new link.

import { plainMessage } from '#slack/cards/message.ts';
import { readLanguageChoice } from '#slack/cards/to-customer.ts';
import { isPictureRefused } from '#slack/connect/slack-failure.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import type { SharedText } from '#slack/text/sharing.ts';
import type { ListenerDeps } from './guard.ts';
import type { ButtonTask, Press } from './press.ts';

/** By action id. */
export function toCustomerTasks({
  tasks,
  reporter,
}: Pick<ListenerDeps, 'tasks' | 'reporter'>): Readonly<Record<string, ButtonTask>> {
  const { toCustomer } = tasks;

  async function showText(what: SharedText, { value, userId, answer }: Press): Promise<void> {
    await answer(await toCustomer.text(what, { reference: value, userId }));
  }

  async function showQr({ value, userId, answer, answerAbove }: Press): Promise<void> {
    const { content, inWords } = await toCustomer.qr({ reference: value, userId });
    if (!inWords) return answer(content);
    try {
      await answerAbove(content);
    } catch (err) {
      // After any other failure the picture may be there.
      if (!isPictureRefused(err)) throw err;
      // Slack must reach PUBLIC_URL from outside, and refuses the whole answer when it can't fetch the picture.
      reporter.warn('Slack could not show a QR code; the link is shown instead', { err });
      await answer(inWords);
    }
  }

  return {
    share_whatsapp: { right: 'act', work: (press) => showText('share_whatsapp', press) },
    send_receipt: { right: 'act', work: (press) => showText('send_receipt', press) },
    show_qr: { right: 'act', work: showQr },
    /** The select in such an answer: the same once more, in another language. */
    language: {
      right: 'act',
      async work({ value, blockId, userId, answerAgain }) {
        const choice = readLanguageChoice(value, blockId);
        await answerAgain(
          choice ? await toCustomer.text(choice.what, { ...choice, userId }) : plainMessage(UNKNOWN_ORDER),
        );
      },
    },
  };
}

// People ask who did what with an order: by its menu, by the command, in a direct message and in a thread.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { inOrder, SAYS } from '#test/slack/text/phrases.ts';
import { answersTo, press, repliesOf, type Sent, sendPrompt, theCard } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let sent: Sent;
beforeEach(async () => {
  rig = await startRig();
  sent = await sendPrompt(rig);
  rig.agent.close();
});
afterEach(() => rig.stop());

const onlyFor = (userId: string) => rig.slack.ephemerals(userId).map((one) => renderMessage(one));
const amina = () => `@${rig.slack.users.agent}`;
const brian = () => `@${rig.slack.users.secondAgent}`;
const newest = (): Message => {
  const [card] = rig.slack.thread(sent.card.channel, sent.card.ts);
  if (!card) throw new Error('the card is gone');
  return card;
};

async function cancelledByBrian(): Promise<void> {
  await press(rig, sent.card, 'cancel_order', rig.slack.person(rig.slack.users.secondAgent));
  await repliesOf(rig, sent.card, 1, SAYS.cancelledAmount('00'));
}

/** The lines of a history without their times. */
async function history(words = sent.reference): Promise<string> {
  const answers = await answersTo(rig, `history ${words}`);
  await until(() => answers() !== '');
  return answers();
}

describe('the history of an order', () => {
  it('says in the menu of its card who did what and when, to whoever asks alone', async () => {
    await cancelledByBrian();
    await rig.agent.select(newest(), 'order_menu', `history:${sent.reference}`);
    await until(() => onlyFor(rig.agent.id).length === 1);
    const [answer = ''] = onlyFor(rig.agent.id);
    const [title, ...lines] = answer.split('\n').map((line) => line.replace(/.*\d:\d\d [AP]M · /, ''));
    expect(title).toContain(SAYS.historyOf(sent.reference));
    expect(lines.slice(0, 3)).toEqual([
      SAYS.requestedPayment(amina()),
      SAYS.promptSentTo('+254 7•• ••• 678'),
      SAYS.cancelledInHistory(brian()),
    ]);
    expect(answer).toMatch(/\d:\d\d [AP]M/);
    expect(rig.slack.ephemerals(rig.agent.id)[0]?.text).toBe(SAYS.historyOf(sent.reference));
    expect(rig.replies(sent.card)).toHaveLength(1);
  });

  it('is the same by the command, in any spelling of the reference', async () => {
    expect(await history()).toContain(SAYS.requestedPayment(amina()));
    expect(await history(sent.reference.toLowerCase().replace('-', ''))).toContain(sent.reference);
    expect(await history('NO-SUCH-ORDER')).toContain(SAYS.noOrderWithReference);
    expect(await history('')).toContain(SAYS.writeReference);
  });

  it('works in a direct message, and after a mention in the thread of the card for the asker alone', async () => {
    const direct = rig.slack.dmOf(rig.agent.id);
    rig.agent.say(direct, `history ${sent.reference}`);
    const fromTeller = () => rig.slack.history(direct).filter(({ user }) => user === rig.slack.botUserId);
    await until(() => fromTeller().some(({ text }) => text.startsWith(SAYS.historyStart)));

    await rig.agent.mention(sent.card.channel, 'history', { thread_ts: sent.card.ts });
    await until(() => onlyFor(rig.agent.id).some((text) => text.includes(SAYS.historyOf(sent.reference))));
    expect(rig.slack.thread(sent.card.channel, sent.card.ts).map(({ text }) => text)).not.toContainEqual(
      expect.stringContaining(SAYS.historyStart),
    );
  });

  it('of an order that was sent again has its own lines, and says what it is', async () => {
    await rig.provider.customer.decline(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.notPaidAmount('00'));
    await rig.agent.click(newest(), 'send_again');
    await until(() => rig.readModal().includes('== send_prompt =='));
    await rig.agent.submit();
    const again = await theCard(rig, SAYS.resendOf(sent.reference));
    expect(await history(again.reference)).toContain(SAYS.requestedAgain(amina()));
    expect(await history()).not.toContain(SAYS.askedAgain);
    expect(await history()).toContain(SAYS.sentAgainAs(amina(), again.reference));
  });

  it('has the money among its lines: sent, declined, paid with its code, each once and oldest first', async () => {
    await rig.provider.customer.decline(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.notPaidAmount('00'));
    rig.clock.advance(60_000);
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 2, SAYS.paid);
    const code = /`(S\w+)`/.exec(rig.readCard(sent.card))?.[1] ?? '';
    expect(code).not.toBe('');
    expect(await history()).toMatch(
      inOrder(
        SAYS.requestedPayment(amina()),
        SAYS.promptSentTo('+254 7•• ••• 678'),
        SAYS.notPaidCause,
        SAYS.paidInHistory('KES 1,500.00', code),
      ),
    );
    expect((await history()).split(code)).toHaveLength(2);
  });

  it('has repeated checks in one line that counts them', async () => {
    for (const _ of [1, 2, 3]) {
      await rig.agent.click(newest(), 'check_order');
      await rig.idle();
    }
    expect(await history()).toContain(SAYS.checkedTimes(3));
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.paid);
    expect((await history()).match(/checked/gi)).toHaveLength(1);
  });

  it('has a line for the payment that somebody posted in a channel', async () => {
    const answers = await answersTo(rig, `find ${sent.reference}`);
    await until(() => answers().includes('share_order'));
    const [answer] = rig.slack.ephemerals(rig.agent.id);
    if (!answer) throw new Error('no answer');
    await rig.agent.click(answer, 'share_order');
    await until(async () => (await history()).includes(SAYS.postedInChannel(`#${rig.slack.channels.sales}`)));
  });

  it('is not for guests', async () => {
    const guest = rig.slack.person(rig.slack.users.guest);
    await guest.select(newest(), 'order_menu', `history:${sent.reference}`);
    await until(() => onlyFor(guest.id).some((text) => text.includes(SAYS.onlyFullMembers)));
    expect(onlyFor(guest.id).join()).not.toContain(SAYS.historyStart);
  });
});

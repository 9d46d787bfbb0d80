// References as people quote them: from memory, from a phone that changes dashes, without looking at capitals.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const sales = () => rig.slack.channels.sales;
const answers = () => rig.slack.ephemerals(rig.agent.id).map((shown) => renderMessage(shown));

/** What `/pay <words>` answers to the agent alone. */
async function answerTo(words: string): Promise<string> {
  const before = answers().length;
  await rig.agent.command(sales(), '/pay', words);
  await until(() => answers().length > before);
  return answers().at(-1) ?? '';
}

/** A reference that Teller made, as other people would write it. */
function spellingsOf(reference: string): string[] {
  const letters = reference.replace('-', '');
  return [
    reference.toLowerCase(),
    letters,
    letters.toLowerCase(),
    reference.replace('-', ' '),
    reference.replace('-', '–'),
    reference.replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
}

const TYPED = ['inv77', 'INV-77', 'Inv77', 'inv–77'];

describe('/pay status', () => {
  it('/pay status finds an order of Teller by any spelling of its reference', async () => {
    const { reference } = await sendPrompt(rig);
    for (const spelling of spellingsOf(reference)) {
      const answer = await answerTo(`status ${spelling}`);
      expect(answer).toContain(SAYS.waitingForPin);
      expect(answer).toContain(`${reference} · `);
    }
  });

  it('/pay status finds an order by any spelling of the reference that its agent typed', async () => {
    await createLink(rig, { id: 'Inv-77' });
    for (const spelling of TYPED) expect(await answerTo(`status ${spelling}`)).toContain('Inv-77 · ');
    expect(await answerTo('status inv778')).toContain(SAYS.unknownToBothText('inv778'));
  });

  it('/pay status asks the service by the stored spelling, so that a payment is found', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    expect(await answerTo(`status ${reference.replace('-', '').toLowerCase()}`)).toContain(SAYS.paid);
    await repliesOf(rig, card, 1, SAYS.paid);
  });
});

describe('/pay cancel', () => {
  async function cancelBy(spelling: string, { card, reference }: Sent): Promise<void> {
    rig.agent.close();
    await rig.agent.command(sales(), '/pay', `cancel ${spelling}`);
    await until(() => rig.readModal().includes('== cancel_order =='));
    expect(rig.readModal()).toContain(reference);
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.cancelledSentence));
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    expect(rig.provider.find(reference)?.cancelledAt).toBeTruthy();
  }

  it('/pay cancel takes any spelling of a reference that Teller made', async () => {
    const sent = await sendPrompt(rig);
    for (const spelling of spellingsOf(sent.reference)) {
      rig.agent.close();
      await rig.agent.command(sales(), '/pay', `cancel ${spelling}`);
      await until(() => rig.readModal().includes(sent.reference));
    }
    await cancelBy(sent.reference.replace('-', '').toLowerCase(), sent);
  });

  it('/pay cancel takes any spelling of a reference that was typed', async () => {
    await cancelBy('inv77', await createLink(rig, { id: 'Inv-77' }));
    expect(await answerTo('cancel INV-77')).toContain(SAYS.cancelled);
  });

  it('/pay cancel still says what is no reference, and what no order has', async () => {
    expect(await answerTo('cancel two words')).toContain(SAYS.withoutSpaces);
    expect(await answerTo('cancel inv77')).toContain(SAYS.noOrderWithReference);
  });
});

describe('a mention', () => {
  it.each(['made by Teller', 'typed'])(
    'a mention in another order’s thread is answered for the order that it quotes, with a reference %s',
    async (how) => {
      const sent = await (how === 'typed' ? createLink(rig, { id: 'Inv-77' }) : createLink(rig));
      const { card } = await sendPrompt(rig);
      const quoted = how === 'typed' ? ['inv77', 'INV-77'] : spellingsOf(sent.reference).slice(0, 3);
      for (const [index, spelling] of quoted.entries()) {
        await rig.agent.mention(card.channel, `is ${spelling} paid?`, { thread_ts: card.ts });
        await until(() => rig.replies(card).length === 2 * (index + 1));
        const reply = rig.replies(card).at(-1) ?? '';
        expect(reply).toContain(`${sent.reference} · `);
        expect(reply).toContain(SAYS.waitingForPayment);
      }
    },
  );
});

// Whether a record of the provider is about a payment that is known, or about another one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atStart, SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, sendPrompt, shownTo } from './agent.ts';
import { goToNoon } from './noon.ts';
import {
  booked,
  FIRST,
  isRepeated,
  isReversed,
  paidFirst,
  paysWith,
  repliesWith,
  SECOND,
} from './payments.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

describe('a record of a known payment', () => {
  it.each(['sja1qwerty', 'SJA1 QWERTY', ' Sja1Qwerty '])(
    'Code: written as “%s” names the same payment',
    async (code) => {
      const sent = await paidFirst(rig);
      await paysWith(rig, sent, code);
      expect(rig.replies(sent.card)).toHaveLength(1);
      expect(rig.readCard(sent.card)).toMatch(
        atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`),
      );
      expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,500.00', '1 payment'));
    },
  );

  it('No code: a record without one is no second payment', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, '');
    expect(rig.replies(sent.card)).toHaveLength(1);
    expect(rig.readCard(sent.card)).toContain(FIRST);
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,500.00', '1 payment'));
  });

  it('No code: the code that comes later is shown and found, and told to nobody', async () => {
    const sent = await sendPrompt(rig);
    rig.agent.close();
    await paysWith(rig, sent, '');
    await paysWith(rig, sent, FIRST);
    expect(rig.replies(sent.card)).toHaveLength(1);
    expect(rig.readCard(sent.card)).toContain(FIRST);
    expect(await answerTo(rig, `find ${FIRST}`)).toContain(sent.reference);
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,500.00', '1 payment'));
  });

  it('Other amount: told once with both figures, and the sum is right', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, FIRST, { amount: 1400 });
    await isRepeated(rig, sent);
    expect(rig.replies(sent.card)).toHaveLength(2);
    for (const figure of ['1,400.00', '1,500.00']) expect(rig.replies(sent.card)[1]).toContain(figure);
    expect(rig.readCard(sent.card)).toContain('[ask_for_rest KES 100.00]');
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,400.00', '1 payment'));
  });

  it('Other amount of one of two payments: the other one stays in the sum', async () => {
    const sent = await paidFirst(rig, { amount: 1000 });
    await paysWith(rig, sent, SECOND, { amount: 400 });
    await paysWith(rig, sent, FIRST, { amount: 1100 });
    for (const figure of ['1,100.00', '1,000.00']) expect(rig.replies(sent.card)[2]).toContain(figure);
    expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,500.00', '2 payments'));
  });
});

describe('a reversal of one of two payments', () => {
  it('Reversal of the second: told with its code, and the order is paid by the first', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await isReversed(rig, sent, { confirmation_code: SECOND });
    await isRepeated(rig, sent);
    expect(rig.replies(sent.card)).toHaveLength(3);
    expect(rig.replies(sent.card)[2]).toContain(SECOND);
    expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    expect(rig.readCard(sent.card)).toContain(FIRST);
    expect(await booked(rig)).toContain(
      SAYS.inPaymentsNet('KES 3,000.00', '2 payments', 'KES 1,500.00', 'KES 1,500.00'),
    );
  });

  it('Reversal of the first: the order is paid by the second, and both codes find it', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await isReversed(rig, sent, { confirmation_code: FIRST });
    expect(rig.replies(sent.card)[2]).toContain(FIRST);
    expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    for (const code of [FIRST, SECOND]) expect(await answerTo(rig, `find ${code}`)).toContain(sent.reference);
  });

  it('Reversal of both: the order is paid back', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await isReversed(rig, sent, { confirmation_code: FIRST });
    await isReversed(rig, sent, { confirmation_code: SECOND });
    expect(rig.readCard(sent.card)).toContain(SAYS.paidBack);
    expect(await booked(rig)).toContain(SAYS.netSum('KES 0.00'));
  });
});

describe('a reversal that names no payment', () => {
  it('Unnamed reversal: of the only payment it is', async () => {
    const sent = await paidFirst(rig);
    await isReversed(rig, sent, { isNamed: false });
    expect(rig.readCard(sent.card)).toContain(SAYS.paidBackAmount('KES 1,500.00'));
    expect(repliesWith(rig, sent, SAYS.paidBack)).toHaveLength(1);
    expect(await booked(rig)).toContain(SAYS.refundedNet('KES 1,500.00', 'KES 0.00'));
  });

  it('Unnamed reversal of one of two: under review, told once, and in no books', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
    await rig.idle();
    const before = rig.replies(sent.card).length;
    await isReversed(rig, sent, { isNamed: false });
    await isRepeated(rig, sent);
    expect(rig.replies(sent.card)).toHaveLength(before + 1);
    expect(rig.replies(sent.card).at(-1)).toContain('(also sent to the channel)');
    expect(rig.replies(sent.card).at(-1)).toMatch(/not (clear|say)|which/);
    expect(rig.readCard(sent.card)).toMatch(/^(:warning:|:rotating_light:)/);
    for (const code of [FIRST, SECOND]) expect(rig.readCard(sent.card)).toContain(code);
    expect(rig.readCard(sent.card)).toContain('[accept_as_paid]');
    const sum = await booked(rig);
    expect(sum).toContain(SAYS.inPayments('KES 3,000.00', '2 payments'));
    expect(sum).not.toContain(SAYS.refunded);
  });

  it('Unnamed reversal of one of two: a press on the card of before accepts nothing', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    const old = newest(rig, sent.card);
    await isReversed(rig, sent, { isNamed: false });
    await rig.agent.click(old, 'accept_as_paid', { isOld: true });
    await until(() => shownTo(rig).at(-1)?.includes(SAYS.nothingAccepted));
    await rig.idle();
    expect(rig.readCard(sent.card)).not.toContain(SAYS.acceptedBy);
    expect(rig.readCard(sent.card)).toContain('[accept_as_paid]');
  });

  it('Unnamed reversal of one of two: the record that names it later settles it', async () => {
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await isReversed(rig, sent, { isNamed: false });
    await paysWith(rig, sent, FIRST);
    Object.assign(rig.provider.find(sent.reference)?.payment ?? {}, {
      confirmation_code: SECOND,
      status_code: 3,
    });
    await isRepeated(rig, sent);
    expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
    expect(await booked(rig)).toContain(SAYS.refundedNet('KES 1,500.00', 'KES 1,500.00'));
  });
});

// What keeps a slip from ringing a phone: the same prompt again, too many prompts, too large amounts, the wrong network.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE = 60_000;

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const shown = () => rig.readModal();
const colleague = () => rig.slack.person(rig.slack.users.secondAgent);

async function sendAnother(amount: string, values: Record<string, string> = {}): Promise<void> {
  rig.agent.close();
  const before = rig.provider.prompts.length;
  await openForm(rig, `prompt 0712345678 ${amount} Two bags of flour`);
  await rig.agent.submit(values);
  await until(() => rig.provider.prompts.length > before);
}

describe('the same again', () => {
  it('the same number is asked for the same amount again only with a tick', async () => {
    const { reference } = await sendPrompt(rig);
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit({ first_name: 'Jane' });
    await until(() => shown().includes(SAYS.sendAnother));
    expect(shown()).toContain(SAYS.askedBefore('+254 7•• ••• 678', 'KES 1,500.00', reference));
    expect(rig.provider.prompts).toHaveLength(1);

    // Without the tick the form says what to do; what was typed is still there.
    await rig.agent.submit();
    await until(() => shown().includes(SAYS.tickToSend));
    expect(rig.provider.prompts).toHaveLength(1);
    expect(shown()).toContain('Jane');
    await rig.agent.submit({ again: SAYS.sendAnother });
    await until(() => rig.provider.prompts.length === 2);
  });

  it('two people who send the same prompt at the same moment ring the phone once', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await colleague().command(rig.slack.channels.sales, '/pay', 'prompt 0712345678 1500 Two bags of flour');
    await until(() => rig.readModal(colleague()).includes('== send_prompt =='));
    await Promise.all([rig.agent.submit(), colleague().submit()]);
    const shownToBoth = [shown(), rig.readModal(colleague())];
    expect(shownToBoth.filter((modal) => modal === '')).toHaveLength(1);
    expect(shownToBoth.filter((modal) => modal.includes('☐'))).toHaveLength(1);
    await until(() => rig.provider.prompts.length > 0);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a tick agrees to the prompt that was named, not to one that somebody else has sent since', async () => {
    const { reference } = await sendPrompt(rig);
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await colleague().command(rig.slack.channels.sales, '/pay', 'prompt 0712345678 1500 Two bags of flour');
    await until(() => rig.readModal(colleague()).includes('== send_prompt =='));
    for (const person of [rig.agent, colleague()]) {
      await person.submit();
      await until(() => rig.readModal(person).includes(reference));
    }
    await colleague().submit({ again: SAYS.sendAnother });
    await until(() => rig.provider.prompts.length === 2);
    const [, second] = rig.provider.prompts;
    await rig.agent.submit({ again: SAYS.sendAnother });
    await until(() => !shown().includes(reference) && shown().includes(SAYS.allTheSame));
    expect(rig.provider.prompts).toHaveLength(2);
    expect(shown()).toContain(second?.id);
    await rig.agent.submit({ 'again.2': SAYS.sendAnother });
    await until(() => rig.provider.prompts.length === 3);
  });

  it('another amount, or the same after ten minutes, needs no tick', async () => {
    await sendPrompt(rig);
    await sendAnother('1600');
    rig.clock.advance(10 * MINUTE + 1_000);
    await sendAnother('1500');
    expect(rig.provider.prompts).toHaveLength(3);
  });

  it('the prompt that is sent again is not asked about as the same', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.decline(reference);
    await until(() => rig.readCard(card).includes('[send_again]'));
    rig.agent.close();
    await rig.agent.click(rig.cards()[0] ?? card, 'send_again');
    await until(() => shown().includes('== send_prompt =='));
    await rig.agent.submit();
    await until(() => rig.provider.prompts.length === 2);
  });
});

describe('a reference', () => {
  it('a reference that another order has in another spelling is taken', async () => {
    await sendPrompt(rig, { id: 'Inv-77' });
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1600 Flour');
    await rig.agent.submit({ id: 'INV77' });
    await until(() => shown().includes(SAYS.referenceUsed));
    expect(rig.provider.prompts).toHaveLength(1);
  });
});

describe('too many prompts', () => {
  it('a fourth unpaid prompt to one number within ten minutes is refused at the field, with the minute from which it goes', async () => {
    await sendPrompt(rig);
    await sendAnother('1600');
    await sendAnother('1700');
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1800 Two bags of flour');
    await rig.agent.submit();
    await until(() => shown().includes(SAYS.threePromptsUnpaid));
    expect(shown()).toMatch(SAYS.canBeSentFrom);
    expect(rig.provider.prompts).toHaveLength(3);

    // Another number is not concerned, and time ends it.
    await rig.agent.submit({ msisdn: '0722 000 111' });
    await until(() => rig.provider.prompts.length === 4);
    rig.clock.advance(10 * MINUTE + 1_000);
    await sendAnother('1800');
  });

  it('paid prompts are not counted', async () => {
    const { reference } = await sendPrompt(rig);
    await sendAnother('1600');
    await sendAnother('1700');
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(rig.cards()[0] ?? fail()).includes(SAYS.paid));
    await sendAnother('1800');
  });

  it('four prompts that are sent at the same moment ring three times', async () => {
    const people = [rig.agent, colleague()];
    await sendPrompt(rig);
    await sendAnother('1600');
    rig.agent.close();
    for (const [index, person] of people.entries()) {
      await person.command(rig.slack.channels.sales, '/pay', `prompt 0712345678 ${2_000 + index} Flour`);
      await until(() => rig.readModal(person).includes('== send_prompt =='));
    }
    await Promise.all(people.map((person) => person.submit()));
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(3);
  });
});

describe('what a method takes', () => {
  it('an amount over the limit of M-PESA is refused at its field, and the limit itself is sent', async () => {
    await openForm(rig, 'prompt 0712345678 250001 A car');
    await rig.agent.submit();
    await until(() => shown().includes(`M-PESA Kenya ${SAYS.takesAtMost('KES 250,000.00')}`));
    expect(rig.provider.prompts).toEqual([]);
    await rig.agent.submit({ amount: '250,000' });
    await until(() => rig.provider.prompts.length === 1);
  });

  it('the limits can be set', async () => {
    await rig.stop();
    rig = await startRig({ METHOD_LIMITS: 'MpesaKE 500' });
    await openForm(rig, 'prompt 0712345678 501 Flour');
    await rig.agent.submit();
    await until(() => shown().includes(SAYS.takesAtMost('KES 500.00')));
  });

  it('an M-PESA prompt with cents is asked about, and is to be reviewed when the customer has paid without them', async () => {
    await openForm(rig, 'prompt 0712345678 99.50 Flour');
    await rig.agent.submit();
    await until(() => shown().includes(SAYS.wholeShillings));
    expect(rig.provider.prompts).toEqual([]);
    await rig.agent.submit({ again: SAYS.sendAllTheSame });
    await until(() => rig.provider.prompts.length === 1);
    await rig.provider.customer.pay(rig.provider.prompts[0]?.id ?? '');
    const { sales } = rig.slack.channels;
    await until(() =>
      rig.slack
        .history(sales)
        .some(({ text }) => text.startsWith(`:warning: ${SAYS.receivedInPart('KES 99.00', 'KES 99.50')}`)),
    );
  });
});

describe('the number’s network', () => {
  it('a number of Airtel is asked about before it is prompted by M-PESA', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit({ msisdn: '0733 123 456' });
    await until(() => shown().includes('Airtel Kenya'));
    expect(shown()).toContain(SAYS.chooseMethod('Airtel Money Kenya'));
    expect(rig.provider.prompts).toEqual([]);
    await rig.agent.submit({ payment_method: 'AirtelKE' });
    await until(() => rig.provider.prompts.length === 1);
    expect(rig.provider.prompts[0]).toMatchObject({ msisdn: '254733123456', payment_method: 'AirtelKE' });
  });

  it('a number that no method reaches is told to get a link', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit({ msisdn: '+254 772 123 456' });
    await until(() => shown().includes('Telkom Kenya'));
    expect(shown()).toContain(SAYS.sendLinkInstead);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a local number that may be Kenyan is not made a Ugandan one', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit({ payment_method: 'AirtelUG' });
    await until(() => shown().includes(SAYS.writeCountryCode));
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a tick agrees to what was asked about and to nothing that is changed afterwards', async () => {
    await sendPrompt(rig);
    rig.agent.close();
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await until(() => shown().includes(SAYS.sendAnother));
    await rig.agent.submit({ again: SAYS.sendAnother, msisdn: '0733 123 456' });
    await until(() => shown().includes('Airtel Kenya'));
    expect(rig.provider.prompts).toHaveLength(1);
  });
});

function fail(): never {
  throw new Error('there is no card');
}

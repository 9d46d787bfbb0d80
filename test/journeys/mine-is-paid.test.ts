// An agent who has switched it on in Home is told directly of the money of their own orders, each once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, letCopiesPass, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { directTo } from './approvers.ts';
import { isRepeated, paidFirst, paysWith, SECOND } from './payments.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const direct = (id = rig.agent.id) => directTo(rig, id).map((message) => renderMessage(message));
const aboutMoney = () => direct().filter((text) => text.includes('KES'));

function home(id = rig.agent.id) {
  const view = rig.slack.home(id);
  if (!view) throw new Error('there is no Home');
  return view;
}

async function switchOn(): Promise<void> {
  await rig.agent.openHome();
  await until(() => renderView(home()).includes('[tell_when_paid on]'));
  await rig.agent.click(home(), 'tell_when_paid');
  await until(() => renderView(home()).includes('[tell_when_paid off]'));
}

async function paid({ reference, card }: Sent, replies = 1): Promise<void> {
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, replies, SAYS.isPaid);
  await rig.idle();
}

describe('telling the agent directly that theirs is paid', () => {
  it('nobody is told directly who has not switched it on', async () => {
    await paid(await sendPrompt(rig));
    expect(direct()).toEqual([]);
  });

  it('whoever has switched it on is told of each payment once, in one line, until they switch it off', async () => {
    await switchOn();
    const sent = await sendPrompt(rig);
    await paid(sent);
    await until(() => direct().length === 1);
    expect(direct()[0]).toContain(':white_check_mark: KES 1,500.00');
    expect(direct()[0]).toContain(sent.reference);
    expect(direct()[0]?.split('\n')).toHaveLength(1);

    rig.agent.close();
    await rig.agent.click(home(), 'tell_when_paid');
    await until(() => renderView(home()).includes('[tell_when_paid on]'));
    await paid(await createLink(rig));
    expect(direct()).toHaveLength(1);
  });

  it('Second payment under another code: told directly as well, once', async () => {
    await switchOn();
    const sent = await paidFirst(rig);
    await paysWith(rig, sent, SECOND);
    await isRepeated(rig, sent);
    expect(direct()).toHaveLength(2);
    expect(direct()[1]).toContain(SECOND);
    expect(direct()[1]).toContain(sent.reference);
  });

  it('it is told of an order of one’s own only, also of money that goes back', async () => {
    await switchOn();
    const sent = await sendPrompt(rig);
    await paid(sent);
    await until(() => direct().length === 1);
    letCopiesPass(rig);
    await rig.provider.customer.reverse(sent.reference);
    await until(() => direct().length === 2);
    expect(direct()[1]).toContain(SAYS.paidBack);
    expect(direct(rig.slack.users.secondAgent)).toEqual([]);
  });

  it('it is not told again where the reply of the card has gone to the agent directly', async () => {
    await switchOn();
    const sent = await sendPrompt(rig);
    rig.slack.archive(sent.card.channel);
    await rig.provider.customer.pay(sent.reference);
    await until(() => direct().length === 1);
    await rig.idle();
    rig.clock.advance(60 * 60_000);
    await rig.idle();
    expect(direct()).toHaveLength(1);
  });

  describe('with alerts on in the direct message with Teller', () => {
    const dm = () => rig.slack.dmOf(rig.agent.id);

    it('a payment of one’s own is told there once, and elsewhere by alerts', async () => {
      const finance = alertChannels(rig).join('finance');
      await switchOn();
      await alertChannels(rig).switchTo(dm(), 'on');
      await alertChannels(rig).switchTo(finance, 'on');
      const sent = await sendPrompt(rig);
      await paid(sent);
      await until(() => aboutMoney().length > 0 && alertChannels(rig).timeline(finance).length > 0);
      await rig.idle();
      expect(aboutMoney()).toHaveLength(1);
      expect(aboutMoney()[0]).toContain(sent.reference);
      expect(alertChannels(rig).timeline(finance)).toHaveLength(1);
    });

    it('a payment of one’s own is told there although Slack cannot say who may use Teller', async () => {
      const group = { id: 'S0AGENTS', handle: 'agents', name: 'Agents', users: [rig.agent.id] };
      rig.slack.addUsergroup(group);
      await rig.restartWith({ ALLOWED_USERGROUPS: group.id });
      await switchOn();
      await alertChannels(rig).switchTo(dm(), 'on');
      const sent = await sendPrompt(rig);
      rig.slack.faults.always('usergroups.users.list', { kind: 'error', code: 'paid_teams_only' });
      // What Slack has said of the group is over.
      rig.clock.advance(61_000);
      await paid(sent);
      await until(() => aboutMoney().length === 1);
      rig.clock.advance(60 * 60_000);
      await rig.idle();
      expect(aboutMoney()).toHaveLength(1);
    });

    it('that an order of one’s own was not paid is told there once, by the alert', async () => {
      await switchOn();
      await alertChannels(rig).switchTo(dm(), 'on only failed');
      const { reference, card } = await sendPrompt(rig);
      await rig.provider.customer.decline(reference);
      await repliesOf(rig, card, 1, SAYS.notPaid);
      await until(() => aboutMoney().length > 0);
      await rig.idle();
      expect(aboutMoney()).toHaveLength(1);
    });

    it('a payment of one’s own that the filter of the alerts leaves out is told there all the same', async () => {
      await switchOn();
      await alertChannels(rig).switchTo(dm(), 'on over 10000');
      await paid(await sendPrompt(rig));
      await until(() => aboutMoney().some((text) => text.includes(SAYS.receivedAmount('KES 1,500.00'))));
    });

    it('alerts in a colleague’s direct message do not stand in for one’s own', async () => {
      await switchOn();
      const colleague = rig.slack.person(rig.slack.users.secondAgent);
      const theirs = rig.slack.dmOf(colleague.id);
      await colleague.command(theirs, '/pay', 'alerts on');
      await until(() => direct(colleague.id).some((text) => text.includes(SAYS.alertsChanged)));
      await paid(await sendPrompt(rig));
      await until(() => aboutMoney().length === 1);
      await until(() =>
        direct(colleague.id).some((text) => text.includes(SAYS.receivedAmount('KES 1,500.00'))),
      );
    });

    it.each(['comes', 'is lost'])(
      'a payment is told there once where the channel of its card is archived, and Slack’s answer %s',
      async (answer) => {
        await alertChannels(rig).switchTo(dm(), 'on');
        const sent = await sendPrompt(rig);
        rig.slack.archive(sent.card.channel);
        if (answer === 'is lost') {
          rig.slack.faults.next('chat.postMessage', { kind: 'error', code: 'is_archived' });
          rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
        }
        await rig.provider.customer.pay(sent.reference);
        await until(() => aboutMoney().length > 0);
        // The first minute is for the retry, the second for what that queues.
        for (let minutes = 0; minutes < 2; minutes += 1) {
          await rig.idle();
          rig.clock.advance(60_000);
        }
        await rig.idle();
        expect(aboutMoney()).toHaveLength(1);
      },
    );
  });

  it('a reply that went to the agent directly is known for erasing before other channels hear of it', async () => {
    const finance = alertChannels(rig).join('finance');
    await alertChannels(rig).switchTo(finance, 'on');
    const sent = await sendPrompt(rig);
    rig.slack.archive(sent.card.channel);
    const alert = Promise.withResolvers<void>();
    const posts = () => rig.slack.callsTo('chat.postMessage').length;
    let postsBefore = Number.POSITIVE_INFINITY;
    rig.slack.onChange((change) => {
      if (change.kind !== 'posted' || !change.message.channel.startsWith('D')) return;
      postsBefore = posts();
      rig.slack.faults.next('chat.postMessage', { kind: 'slow', until: alert.promise });
    });
    await rig.provider.customer.pay(sent.reference);
    await until(() => posts() > postsBefore);
    const { directMessages: copies } = await storedOrder(rig, sent.reference);
    alert.resolve();
    expect(copies).toMatchObject([{ ts: directTo(rig, rig.agent.id)[0]?.ts }]);
  });

  it.each(['off', 'on'])(
    'with alerts %s there it is told once although Slack’s answer is lost, and after a restart',
    async (alerts) => {
      await switchOn();
      if (alerts === 'on') await alertChannels(rig).switchTo(rig.slack.dmOf(rig.agent.id), 'on');
      const sent = await sendPrompt(rig);
      let isLost = false;
      rig.slack.onChange((change) => {
        // What is posted after the reply in the thread is the direct message.
        if (isLost || change.kind !== 'posted' || change.message.thread_ts !== sent.card.ts) return;
        isLost = true;
        rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
      });
      await rig.provider.customer.pay(sent.reference);
      await repliesOf(rig, sent.card, 1, SAYS.isPaid);
      await until(() => aboutMoney().length === 1);
      rig.clock.advance(60_000);
      await rig.idle();
      expect(isLost).toBe(true);
      expect(aboutMoney()).toHaveLength(1);
      await rig.stopBot();
      await rig.startBot();
      rig.clock.advance(60 * 60_000);
      await rig.idle();
      expect(aboutMoney()).toHaveLength(1);
    },
  );
});

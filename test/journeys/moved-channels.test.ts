// Slack gives a channel another id, as it does with a private one that is shared with another company.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, payFor, repliesOf, type Sent, sendPrompt, theCard } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { openSettings, setHabits } from './channel-settings.ts';
import { digestChannels } from './digest-channels.ts';
import { goToNoon } from './noon.ts';
import { type Rig, startRig, until } from './rig.ts';

const MOVED = 'C0MOVED001';

let rig: Rig;
let leads: string;
beforeEach(async () => {
  rig = await startRig();
  leads = alertChannels(rig).join('leads');
  goToNoon(rig);
});
afterEach(() => rig.stop());

async function promptIn(channel: string, words = '0712345678 1500 Flour'): Promise<Sent> {
  await openForm(rig, `prompt ${words}`, channel);
  await rig.agent.submit();
  return theCard(rig, SAYS.waitingForPin, channel);
}

const inMoved = ({ card, ...sent }: Sent): Sent => ({ ...sent, card: { ...card, channel: MOVED } });
const callsWith = (channel: string) =>
  rig.slack.calls.filter(({ args }) => JSON.stringify(args).includes(channel));

describe('a channel whose id has changed', () => {
  it('Moved channel: cards and their threads go on in it, also after a restart', async () => {
    const sent = await promptIn(leads);
    await rig.idle();
    await rig.agent.moveChannel(leads, MOVED, { copies: 2 });
    await rig.stopBot();
    await rig.startBot();
    const before = callsWith(leads).length;
    const { card } = await payFor(rig, inMoved(sent));
    expect(rig.readCard(card)).toContain(SAYS.paid);
    await rig.agent.mention(MOVED, 'status', { thread_ts: card.ts });
    await repliesOf(rig, card, 3, SAYS.paid);
    expect(rig.replies(card).at(-1)).toContain(SAYS.paidChecked);
    const next = await promptIn(MOVED, '0722000111 300 Sugar');
    await payFor(rig, next);
    expect(callsWith(leads)).toHaveLength(before);
  });

  it('Moved channel: alerts, digests and settings follow it', async () => {
    const { switchTo, timeline, say } = alertChannels(rig);
    const { set, digests, untilTime } = digestChannels(rig);
    await switchTo(leads, 'on');
    await set(leads, 'daily 18:00');
    await setHabits(rig, { branch: 'Kampala' }, rig.agent, leads);
    await rig.agent.moveChannel(leads, MOVED);
    await payFor(rig, await sendPrompt(rig));
    await until(() => timeline(MOVED).some((text) => text.includes('KES 1,500.00')));
    await say(MOVED, '', 'This channel gets');
    await openSettings(rig, rig.agent, MOVED);
    expect(rig.readModal()).toContain('Kampala');
    rig.agent.close();
    rig.clock.advance(untilTime('18:00'));
    await until(() => digests(MOVED).length === 1);
    await switchTo(MOVED, 'quiet');
    await rig.idle();
    expect(digests(MOVED)).toHaveLength(1);
  });
});

// The QR code of a link: whoever presses is shown a picture that opens the payment page, alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asText } from '#sandbox/slack/json.ts';
import type { Ephemeral, View } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { pixelsOf, textInQr } from '#test/web/read-png.ts';
import { createLink, repliesOf, type Sent } from './agent.ts';
import { renderMessage } from './reading.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';
import { answerTo, chooseInHome, fail, JANE, lastOf, recorded, windowOf } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));

describe('Show QR code', () => {
  it('answers whoever presses, alone, with a picture of the payment page’s address, and is written down', async () => {
    const sent = await createLink(rig, JANE);
    const answer = await answerTo(rig, sent, 'show_qr');
    expect(answer).toContain(SAYS.qrToPay('KES 2,500.00', 'School fees'));
    expect(answer).toContain(SAYS.qrCodeFor('KES 2,500.00', sent.reference));
    expect(textInQr(pixelsOf(pictureIn(lastOf(rig))))).toBe(pageOf(sent));
    expect(JSON.stringify(rig.slack.history(sent.card.channel))).not.toContain('/q/');
    expect(await recorded(rig, sent.reference)).toContain(SAYS.tookLinkAsQr);
  });

  it('answers with the link in words when Slack cannot fetch the picture', async () => {
    const sent = await createLink(rig, JANE);
    rig.slack.faults.next('picture', { kind: 'http500' });
    const answer = await answerTo(rig, sent, 'show_qr');
    expect(answer).toContain(SAYS.providerNotThere);
    expect(answer).toContain(pageOf(sent));
    expect(rig.slack.ephemerals(rig.agent.id)).toHaveLength(1);
  });

  it('in the window of a new link opens a window above it, or says the link there in words', async () => {
    const sent = await createLink(rig, JANE);
    await rig.agent.click(windowOf(rig), 'show_qr');
    await until(() => rig.readModal().includes(SAYS.qrCode));
    expect(textInQr(pixelsOf(pictureIn(windowOf(rig))))).toBe(pageOf(sent));
    rig.agent.close();
    expect(rig.readModal()).toContain(SAYS.linkReadyFor('KES 2,500.00'));
    expect(rig.readModal()).not.toContain('[picture');
    rig.slack.faults.next('picture', { kind: 'http500' });
    await rig.agent.click(windowOf(rig), 'show_qr');
    await until(() => rig.readModal().includes(SAYS.providerNotThere));
    expect(rig.readModal()).toContain(pageOf(sent));
  });

  it('from the menu of Home is a window', async () => {
    const sent = await createLink(rig, JANE);
    await chooseInHome(rig, `show_qr:${sent.reference}`);
    await until(() => rig.readModal().includes(SAYS.qrCode));
    expect(textInQr(pixelsOf(pictureIn(windowOf(rig))))).toBe(pageOf(sent));
    expect(direct()).toEqual([]);
  });

  it('from the menu of Home is a direct message with the link, one alone, when Slack cannot fetch the picture', async () => {
    const sent = await createLink(rig, JANE);
    rig.slack.faults.next('picture', { kind: 'http500' });
    await chooseInHome(rig, `show_qr:${sent.reference}`);
    await until(() => direct().length === 1);
    await rig.idle();
    expect(direct()).toEqual([expect.stringContaining(pageOf(sent))]);
    expect(rig.readModal()).toBe('');
  });

  it('after a lost answer of Slack is not shown once more in words, because the picture may be there', async () => {
    const sent = await createLink(rig, JANE);
    rig.slack.faults.next('response_url', { kind: 'lostAnswer' });
    await answerTo(rig, sent, 'show_qr');
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 2);
    await rig.idle();
    const shown = rig.slack.ephemerals(rig.agent.id).map((one) => renderMessage(one));
    expect(shown).toEqual([1, 2].map(() => expect.stringContaining(SAYS.qrCode)));
    rig.slack.faults.next('views.push', { kind: 'lostAnswer' });
    await rig.agent.click(windowOf(rig), 'show_qr');
    await until(() => rig.readModal().includes(SAYS.qrCode));
    await rig.idle();
    expect(rig.readModal()).toContain(SAYS.qrCode);
  });

  it('is no picture any more once the link is paid, not even at its address', async () => {
    const sent = await createLink(rig, JANE);
    const old = newest(rig, sent.card);
    await answerTo(rig, sent, 'show_qr');
    const [url = ''] = /http\S+\.png/.exec(JSON.stringify(lastOf(rig).blocks)) ?? [];
    expect((await fetch(url)).status).toBe(200);
    rig.agent.close();
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.paid);
    expect((await fetch(url)).status).toBe(404);
    expect(await answerTo(rig, sent, 'show_qr', old)).toContain(SAYS.moneyHasArrived);
  });
});

/** Slack’s copy of the picture in a message or window. */
function pictureIn(shown: Ephemeral | View | undefined): Buffer {
  const image = shown?.blocks?.find(({ type }) => type === 'image');
  const picture = rig.slack.picture(asText(image?.image_url));
  if (!picture) throw new Error('no picture');
  return picture.content;
}

function pageOf({ card }: Sent): string {
  return /https?:\S+/.exec(rig.readCard(card))?.[0] ?? fail('it is not there');
}

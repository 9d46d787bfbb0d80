// Answers of Slack that are no answers: endless, packed, or broken off. What was posted is looked for, and stands there once.
import { createGzip } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig } from './rig.ts';
import { putBefore, type Spoil } from './slack-behind.ts';

const HUGE = 100_000_000;
const CHUNK = Buffer.alloc(100_000, 'x');

let rig: Rig;
/** How much of an endless answer was written. */
let written: number;
beforeEach(async () => {
  written = 0;
  rig = await startRig();
});
afterEach(() => rig.stop());

/** Writes 100 MB as fast as they are taken, until the connection is closed. */
function pour(to: NodeJS.WritableStream, isClosed: () => boolean): void {
  while (written < HUGE && !isClosed()) {
    written += CHUNK.length;
    if (!to.write(CHUNK)) return void to.once('drain', () => pour(to, isClosed));
  }
  to.end();
}

it.each<[string, Spoil]>([
  ['has 100 MB', (response) => pour(response, () => response.destroyed)],
  [
    'unpacks to 100 MB',
    (response) => {
      response.setHeader('content-encoding', 'gzip');
      const gzip = createGzip();
      gzip.pipe(response);
      pour(gzip, () => response.destroyed);
    },
  ],
  [
    'breaks off',
    (response) => {
      response.setHeader('content-length', '100');
      response.write('{"ok":true', () => response.destroy());
    },
  ],
  ['is no JSON', (response) => response.end('<html>')],
])('Answer of Slack: a reply whose answer %s is there once', async (_, spoil) => {
  const slack = await putBefore(rig);
  const { card, reference } = await sendPrompt(rig);
  await rig.idle();
  slack.spoil('chat.postMessage', spoil);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  // The next try is due by then.
  rig.clock.advance(60_000);
  await rig.idle();
  expect(rig.replies(card)).toHaveLength(1);
  expect(rig.readCard(card)).toContain(SAYS.paid);
  expect(written).toBeLessThan(HUGE);
});

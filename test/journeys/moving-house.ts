// What a merchant lives through while everything moves to another store: one order was told, one's news waits, one is unpaid.
import { renameSync, rmSync } from 'node:fs';
import { expect } from 'vitest';
import { moveAll } from '#test/maintenance/copy-contract.ts';
import { verified } from '#test/maintenance/verify-contract.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answersTo, createLink, repliesOf, sendPrompt } from './agent.ts';
import { type Rig, until } from './rig.ts';

/** Moves everything from each address to the next. The first one is the rig's, and the last one a file. */
export async function liveThroughMoves(rig: Rig, addresses: readonly string[]): Promise<void> {
  const told = await sendPrompt(rig);
  await rig.provider.customer.pay(told.reference);
  await repliesOf(rig, told.card, 1, SAYS.paid);
  const unpaid = await createLink(rig);
  const waiting = await sendPrompt(rig);
  rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  await rig.provider.customer.pay(waiting.reference);
  await until(() => rig.replies(waiting.card).length === 1);
  await rig.stopBot();
  const posted = rig.slack.callsTo('chat.postMessage').length;

  for (const [index, from] of addresses.entries()) {
    const to = addresses[index + 1];
    if (to !== undefined) await moveAll({ from, to });
  }
  // The rig starts where it was, so the file of the last store comes there.
  const last = addresses.at(-1)?.slice('sqlite:'.length) ?? '';
  const file = rig.storeUrl.slice('sqlite:'.length);
  for (const end of ['', '-wal', '-shm', '-lock']) rmSync(`${file}${end}`, { force: true });
  renameSync(last, file);
  expect(await verified(rig.storeUrl)).toMatchObject({ isGood: true });

  await rig.startBot();
  rig.clock.advance(60_000);
  await rig.idle();
  expect(rig.replies(told.card)).toHaveLength(1);
  expect(rig.replies(waiting.card)).toHaveLength(1);
  expect(rig.slack.callsTo('chat.postMessage')).toHaveLength(posted);
  expect(rig.readCard(waiting.card)).toContain(SAYS.paid);

  await rig.provider.customer.pay(unpaid.reference);
  const [paid] = await repliesOf(rig, unpaid.card, 1, SAYS.paid);
  expect(paid).toContain('2,500.00');
  const history = await answersTo(rig, `history ${told.reference}`);
  await until(() => history().includes(SAYS.asked));
  const found = await answersTo(rig, `find ${told.reference}`);
  await until(() => found().includes('1,500.00'));
  expect(rig.provider.requestsTo('registerIpn')).toHaveLength(1);
  expect(rig.provider.requestsTo('requestToken')).toHaveLength(1);
}

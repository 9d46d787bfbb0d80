// Another system of the merchant has used a reference that somebody typed in Teller: what it is paid is no payment of Teller's order.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { askStatus, makeElsewhere, openForm, sendPrompt, submitLink, theCard } from './agent.ts';
import { checkFile, confirm, pass, untilBulkSays } from './bulks.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const KINDS = [
  ['prompt', 'push'],
  ['link', 'submitOrder'],
] as const;
type Kind = (typeof KINDS)[number][0];
const operationOf = (kind: Kind) => (kind === 'prompt' ? 'push' : 'submitOrder');
const requests = (kind: Kind) =>
  rig.provider.requestsTo(operationOf(kind)).filter(({ body }) => JSON.stringify(body).includes('/paid'));

/** Sends an order for KES 1,500 under the reference INV-7. */
async function submit(kind: Kind): Promise<void> {
  const words = { prompt: 'prompt 0712345678 1500 Flour', link: 'link 1500 Flour' }[kind];
  await openForm(rig, words);
  if (kind === 'link') await submitLink(rig, { id: 'INV-7' });
  else await rig.agent.submit({ id: 'INV-7' });
}

async function later(...minutes: readonly number[]): Promise<void> {
  for (const wait of minutes) {
    rig.clock.advance(wait * MINUTE);
    await rig.idle();
  }
}

it.each(KINDS)(
  'Typed reference: a %s that never arrived is not paid by another system’s order',
  async (kind) => {
    rig.provider.faults.reset({ operation: operationOf(kind) });
    await submit(kind);
    // A link's request is repeated twice, with pauses in which nothing is under way.
    await until(() => requests(kind).length === (kind === 'link' ? 3 : 1));
    await rig.idle();
    rig.provider.faults.clear();
    const before = requests(kind).length;
    const elsewhere = await makeElsewhere(rig, 'INV-7', 1500);
    await rig.provider.customer.pay(elsewhere);
    await later(1, 1, 1, 7, 60);
    const { card } = await theCard(rig, SAYS.notSent);
    expect(rig.readCard(card)).not.toContain(':white_check_mark:');
    expect(rig.replies(card).join()).not.toContain(SAYS.received);
    expect(requests(kind)).toHaveLength(before);
    expect(rig.provider.prompts).toEqual([]);
    expect(await askStatus(rig, elsewhere)).toContain(SAYS.notMadeWithTeller);
  },
);

it.each(KINDS)(
  'Typed reference: a %s whose answer was lost is paid although PUBLIC_URL changed',
  async (kind) => {
    const isThere = Promise.withResolvers<void>();
    rig.provider.faults.slow(isThere.promise, { operation: operationOf(kind), times: 1, afterWork: true });
    rig.provider.faults.lostAnswer({ operation: operationOf(kind) });
    await submit(kind);
    await until(() => rig.provider.orders().length === 1);
    const deaf = rig.provider.faults.unavailable({ operation: 'getTransactionByMerchantReference' });
    isThere.resolve();
    await rig.idle();
    await rig.provider.customer.pay('INV-7', { notify: false });
    await rig.restartWith({ PUBLIC_URL: `${rig.botUrl}/shop` });
    deaf.end();
    rig.provider.faults.clear();
    await later(1, 1, 1, 7, 60);
    await theCard(rig, ':white_check_mark:');
    expect(rig.provider.orders()).toHaveLength(1);
  },
);

it('Typed reference: a refused prompt is not paid by what another system asks for afterwards', async () => {
  rig.provider.faults.refuse(
    { code: 'amount_exceeds_default_limit', message: 'Too much' },
    { operation: 'push', times: 1 },
  );
  await submit('prompt');
  const { card } = await theCard(rig, SAYS.notSent);
  const elsewhere = await makeElsewhere(rig, 'INV-7', 1500);
  await rig.provider.customer.pay(elsewhere);
  await fetch(`${rig.ipnUrl}?OrderTrackingId=${elsewhere}&OrderMerchantReference=INV-7`);
  await later(1, 10);
  expect(rig.readCard(card)).toContain(SAYS.notSent);
  expect(rig.replies(card).join()).not.toContain(SAYS.received);
});

it.each(KINDS)(
  'Bulk row: a %s that waits is not sent once another system has its reference',
  async (kind) => {
    rig.provider.faults.refuse(
      { httpStatus: 429, message: 'Too many' },
      { operation: operationOf(kind), times: 1 },
    );
    await checkFile(rig, 'phone,amount,description,reference\n0722000001,1500,Flour,INV-7', { kind });
    rig.clock.hold();
    await confirm(rig);
    await until(async () => {
      await pass(rig, 1);
      return requests(kind).length === 1;
    });
    await makeElsewhere(rig, 'INV-7', 1500);
    await untilBulkSays(rig, SAYS.countFailed('1'));
    await pass(rig, 60, 5);
    expect(requests(kind)).toHaveLength(1);
    expect(rig.provider.orders()).toHaveLength(1);
  },
);

it('Bulk row: one that waits is not sent once its customer has had the same prompt', async () => {
  const busy = rig.provider.faults.refuse({ httpStatus: 429, message: 'Too many' }, { operation: 'push' });
  await checkFile(rig, 'phone,amount,description\n0712345678,1500,Flour');
  rig.clock.hold();
  await confirm(rig);
  await until(async () => {
    await pass(rig, 1);
    return busy.hits > 0;
  });
  rig.agent.close();
  busy.end();
  await sendPrompt(rig);
  await untilBulkSays(rig, SAYS.countFailed('1'));
  await pass(rig, 60, 5);
  expect(rig.provider.prompts).toHaveLength(1);
});

// What finds which order: states, agents and the terms that customers quote. The answers are read for references alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import { answerTo, createLink, press, type Sent } from './agent.ts';
import { approver, newest, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

const STATES = ['unpaid', 'waiting', 'paid', 'failed', 'cancelled', 'review', 'refunded'] as const;
type State = (typeof STATES)[number];

let rig: Rig;
let colleagues: string;
const orders = new Map<State, Sent>();

const cardOf = (state: State) => {
  const { card } = orders.get(state) ?? {};
  if (!card) throw new Error(`there is no order that is ${state}`);
  return rig.readCard(card);
};

async function link(state: State, values: Record<string, Typed> = {}): Promise<Sent> {
  const sent = await createLink(rig, { description: `Zebra ${state}`, ...values });
  rig.agent.close();
  rig.clock.advance(10_000);
  orders.set(state, sent);
  return sent;
}

beforeAll(async () => {
  rig = await startApproversRig();
  const { customer } = rig.provider;
  await link('unpaid', { email_address: 'zoe@duka.test', first_name: 'Zoë', last_name: "Ng'ang'a" });
  await customer.pay((await link('paid')).reference);
  await customer.decline((await link('failed')).reference);
  await press(rig, (await link('cancelled')).card, 'cancel_order');
  await customer.pay((await link('review', { phone_number: '0712345678' })).reference, { amount: 1900 });
  const refunded = await link('refunded');
  await customer.pay(refunded.reference);
  await until(() => cardOf('refunded').startsWith(':white_check_mark:'));
  rig.clock.advance(60_000);
  await customer.reverse(refunded.reference);
  await until(() => cardOf('refunded').startsWith(':rotating_light:'));

  await rig.agent.command(rig.slack.channels.sales, '/pay', 'link 60000 Zebra waiting');
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'create_link');
  await rig.agent.submit();
  await until(() => rig.cards().length === STATES.length);
  const [card] = rig.cards().slice(-1);
  if (!card) throw new Error('there is no card');
  orders.set('waiting', { card, reference: String(card.metadata?.event_payload['reference']) });
  await until(() => JSON.stringify(newest(rig, card).blocks).includes('"approve"'));
  rig.agent.close();

  await approver(rig).command(rig.slack.channels.sales, '/pay', 'link 700 Yellow');
  await until(() => rig.slack.modal(approver(rig).id)?.callback_id === 'create_link');
  await approver(rig).submit();
  await until(() => rig.cards().length === STATES.length + 1);
  colleagues = String(rig.cards().at(-1)?.metadata?.event_payload['reference']);
  await rig.idle();
});
afterAll(() => rig.stop());

/** Which of the orders the answer names. */
async function found(words: string): Promise<State[]> {
  const answer = await answerTo(rig, `find ${words}`);
  return STATES.filter((state) => answer.includes(orders.get(state)?.reference ?? '-'));
}

describe('search by state', () => {
  it.each<[word: string, states: State[]]>([
    ['unpaid', ['unpaid', 'waiting']],
    ['paid', ['paid']],
    ['failed', ['failed']],
    ['cancelled', ['cancelled']],
    ['review', ['review']],
    ['refunded', ['refunded']],
  ])('Search: “%s” finds the orders in that state and no others', async (word, states) => {
    expect(await found(`zebra ${word} by me`)).toEqual(states);
  });
});

describe('search by what is quoted', () => {
  it.each<[what: string, words: string, state: State]>([
    ['the email address in any case', 'Zoe@Duka.TEST', 'unpaid'],
    ['the name without its accent', 'zoe', 'unpaid'],
    ['the name without its apostrophes', 'NGANGA', 'unpaid'],
    ['three letters of a name', 'nga', 'unpaid'],
    ['the amount paid', 'KES 1,900', 'review'],
    ['the amount requested', '2500 1900', 'review'],
    ['four digits of the number', '5678', 'review'],
    ['six digits of the number', '345678', 'review'],
    ['nine digits of the number', '712345678', 'review'],
    ['the number in its own country', '0712-345-678', 'review'],
  ])('Search: %s finds its order alone', async (_, words, state) => {
    expect(await found(words)).toEqual([state]);
  });

  it('Search: one term that does not match leaves nothing', async () => {
    expect(await found('zebra 5678 review')).toEqual(['review']);
    expect(await found('zebra 5679 review')).toEqual([]);
    expect(await found('zebra 5678 unpaid')).toEqual([]);
  });

  it('Search: “by @agent” finds the orders of that agent alone', async () => {
    const answer = await answerTo(rig, `find by <@${approver(rig).id}>`);
    expect(answer).toContain(colleagues);
    expect(await found(`by <@${approver(rig).id}>`)).toEqual([]);
    expect(await answerTo(rig, 'find yellow by me')).not.toContain(colleagues);
  });
});

it('Search: a changed secret keeps every order findable', async () => {
  rig.provider.changeSecret('a-new-consumer-secret');
  rig.provider.revokeTokens();
  rig.clock.advance(9_000);
  await rig.restartWith({
    PROVIDER_CONSUMER_SECRET: 'a-new-consumer-secret',
    IPN_KEY: 'another-unguessable-key',
  });
  expect(await found('0712345678')).toEqual(['review']);
  expect(await found('zoe@duka.test')).toEqual(['unpaid']);
});

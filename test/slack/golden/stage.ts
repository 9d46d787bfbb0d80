// Plays a scene with the real bot between both stand-ins, and writes down what Teller sent to Slack after each step. A scene knows
// only what people do and see, so moving code changes nothing here.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Typed } from '#sandbox/slack/actions/typed-values.ts';
import type { Change, Ephemeral, Message, View } from '#sandbox/slack/state/model.ts';
import { APPROVER, OTHER_APPROVER, startApproversRig } from '#test/journeys/approvers.ts';
import type { Rig } from '#test/journeys/rig.ts';
import { goldenText, inStableOrder } from './normalized.ts';

type Act = Promise<unknown> | unknown;
type Target = Message | Ephemeral | View | undefined;
export type Stage = ReturnType<typeof setUp>;

const START = Date.parse('2030-01-10T09:00:00Z');
/** What shows somebody something, unlike questions to Slack. */
const SHOWS = /^(chat\.(post|up|del|me)|views\.|functions\.|files\.complete)/;

type Scene = (stage: Stage) => Promise<void>;

export function golden(area: string, scene: Scene, env: Record<string, string> = {}): void {
  test(`${area}: Teller shows what it showed before`, async () => {
    await expect(goldenText(await play(scene, env))).toMatchFileSnapshot(`./${area}.json`);
  });
}

/** What Teller sent, by the titles of the steps. The clock stands at noon in Nairobi and moves by steps alone. */
async function play(scene: Scene, env: Record<string, string>): Promise<Record<string, unknown>> {
  const rig = await startApproversRig({ TIME_ZONE: 'Africa/Nairobi', ...env });
  try {
    rig.clock.freeze();
    rig.clock.advance(START - rig.clock.now());
    await rig.idle();
    const stage = setUp(rig);
    await scene(stage);
    return stage.shown;
  } finally {
    await rig.stop();
  }
}

function setUp(rig: Rig) {
  const { slack, clock, agent } = rig;
  const { sales } = slack.channels;
  const shown: Record<string, unknown[]> = {};
  const changes: Change[] = [];
  slack.onChange((change) => changes.push(change));
  // Two that are opened at the same time would have each other's ids.
  for (const { id } of slack.people()) slack.dmOf(id);

  /** By turns of the event loop, so that the speed at which they run changes nothing. */
  const settle = () =>
    rig.idle(async () => {
      for (let turn = 0; turn < 40; turn += 1) await setImmediate();
    });

  /** Waits until nothing more happens within a second of Teller's clock. */
  async function step(title: string, act: () => Act): Promise<void> {
    const [calls, deliveries] = [slack.calls.length, slack.deliveries.length];
    changes.length = 0;
    await act();
    await settle();
    clock.advance(1_000);
    await settle();
    const sent = [
      ...slack.calls
        .slice(calls)
        .filter(({ method }) => SHOWS.test(method))
        .flatMap(callOf),
      ...changes.flatMap(answerOf),
      ...slack.deliveries
        .slice(deliveries)
        .flatMap(({ ack }) => (ack?.body ? [{ ack: parsed(ack.body) }] : [])),
    ];
    const own = Object.keys(shown).filter(
      (other) => other === title || other.startsWith(`${title} (`),
    ).length;
    shown[own === 0 ? title : `${title} (${own + 1})`] = inStableOrder(sent);
  }

  function callOf({ method, args }: (typeof slack.calls)[number]): unknown[] {
    // Their answers stand among the changes, as those to a response_url do.
    if (method === 'chat.postEphemeral') return [];
    const { trigger_id, hash, files, ...rest } = args;
    const contents = Array.isArray(files) ? files.map(({ id }) => linesOf(id)) : [];
    return [{ [method]: { ...rest, ...(files !== undefined && { files }) } }, ...contents];
  }

  function linesOf(id: unknown) {
    const file = slack.files().find((one) => one.id === id);
    return { file: file?.name, content: String(file?.content).split(/(?<=\n)/) };
  }

  function answerOf(change: Change): unknown[] {
    if (!('ephemeral' in change) || change.ephemeral.from !== 'app') return [];
    const { from, ts, ...answer } = change.ephemeral;
    return [{ [change.kind]: answer }];
  }

  /** What is shown again in other steps, or in other scenes. */
  async function quietly(act: () => Promise<void>): Promise<void> {
    const before = new Set(Object.keys(shown));
    await act();
    for (const title of Object.keys(shown)) if (!before.has(title)) delete shown[title];
  }

  const type = (words: string, person = agent, channel = sales) =>
    step(`/pay ${words}`, () => person.command(channel, '/pay', words));
  const submit = (title: string, values: Record<string, Typed> = {}, person = agent) =>
    step(`Submits: ${title}`, () => person.submit(values));
  const choose = (title: string, target: Target, action: string, value: Typed, person = agent) =>
    step(`Chooses: ${title}`, () => person.select(there(target), action, value));
  return {
    ...{ rig, shown, step, sales, agent, there, quietly, type, submit, choose },
    approver: slack.person(APPROVER),
    otherApprover: slack.person(OTHER_APPROVER),
    async request(words: string, values: Record<string, Typed> = {}, person = agent): Promise<void> {
      await quietly(() => type(words, person));
      await submit(words, values, person);
    },
    menu: (title: string, card: Message | undefined, item: string, person = agent) =>
      choose(title, card, 'order_menu', menuValue(there(card), item), person),
    search: (typed: string, person = agent) =>
      step(`Types as customer: ${typed}`, () =>
        person.search(there(slack.modal(person.id)), 'customer', typed),
      ),
    press: (title: string, target: Target, action: string, value?: string, person = agent) =>
      step(`Presses: ${title}`, () => person.click(there(target), action, { ...(value && { value }) })),
    /** As it was before it was redrawn. */
    pressOld: (title: string, target: Target, action: string, person = agent) =>
      step(`Presses on the old card: ${title}`, () => person.click(there(target), action, { isOld: true })),
    modal: (person = agent) => slack.modal(person.id),
    answer: (person = agent) => slack.ephemerals(person.id).at(-1),
    card: (channel = sales) =>
      rig.cards(channel).findLast(({ metadata }) => metadata?.event_payload['news'] === 'card'),
    reply: (card: Message | undefined) => slack.thread(there(card).channel, there(card).ts).at(-1),
    direct: (person = agent) => slack.history(slack.dmOf(person.id)).at(-1),
    home: (person = agent) => slack.home(person.id),
    order: () => String(rig.provider.orders().at(-1)?.id),
    pay: (title: string, how = {}, id = String(rig.provider.orders().at(-1)?.id)) =>
      step(`The customer pays: ${title}`, () => rig.provider.customer.pay(id, how)),
    /** `times`: in so many steps, where what happens first decides when the next happens. */
    pass: (title: string, ms: number, times = 1) =>
      step(`Time passes: ${title}`, async () => {
        for (let passed = 0; passed < times; passed += 1) {
          clock.advance(ms / times);
          await settle();
        }
      }),
  };
}

/** The value of a menu's item names the order, and some name its request as well. */
function menuValue(card: Message, item: string): string {
  return new RegExp(`"(${item}:[^"]*)"`).exec(JSON.stringify(card.blocks))?.[1] ?? item;
}

function there<T>(target: T | undefined): T {
  if (target === undefined) throw new Error('what should be pressed is not there');
  return target;
}

function parsed(body: string): unknown {
  return body.startsWith('{') ? JSON.parse(body) : body;
}

// Paying back: an agent asks for it, another person decides, the provider's operator carries it out. And approving orders.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import type { Course, Done, Journal } from './course.ts';
import type { Dice } from './dice.ts';
import type { Environment } from './environment.ts';
import type { Posts } from './posts.ts';
import type { Decision, How, Step } from './steps.ts';
import { closeAll } from './taking-orders.ts';

/** Two who decide press so close to each other. */
const RACE_MS = 250;
const FORM_MS = 1_500;
const PAUSE_MS = 10;
const MAX_TRIES = 4;
/** So long the bot usually needs at most until the message shows what was pressed. */
const SHOWN_MS = 300;

export function createRefundActions(deps: {
  environment: Environment;
  posts: Posts;
  dice: Dice;
  journal: Journal;
  /** The order's card as it stands, if it has this button or menu item. */
  cardWith(reference: string, action: string): Message | undefined;
  /** The provider has changed the transaction. */
  changed(trackingId: string, what: string, how: How, options: { mustBeNotified: boolean }): Promise<Done>;
}) {
  const { environment, posts, dice, journal, cardWith } = deps;
  const { slack, provider } = environment;
  /** Steps of courses in which somebody has pressed. */
  const pressed = new WeakSet<Step>();

  /** The newest reply on which this request can be decided. */
  function replyWith(reference: string, button: string): Message | undefined {
    const post = posts.about(reference).findLast(({ news }) => news.startsWith('approval_asked'));
    // Where the card is gone, the asker alone is told.
    if (!post?.threadTs || environment.closed.has(post.channel)) return undefined;
    const message = slack.thread(post.channel, post.threadTs).find(({ ts }) => ts === post.ts);
    return JSON.stringify(message?.blocks ?? []).includes(`"${button}"`) ? message : undefined;
  }

  async function formOf(person: Person, callbackId: string): Promise<boolean> {
    for (let waited = 0; waited < FORM_MS; waited += PAUSE_MS) {
      if (slack.modal(person.id)?.callback_id === callbackId) return true;
      await pause(PAUSE_MS);
    }
    return false;
  }

  /** Sends the form, and again when Slack or the bot had trouble with it. */
  async function send(person: Person, callbackId: string, values: Record<string, string>): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const view = slack.modal(person.id);
      const isThere = view?.callback_id === callbackId && view.blocks.some(({ type }) => type === 'input');
      if (!isThere) return;
      await person.submit(values);
      await pause(100);
    }
  }

  async function ask({ agent, references }: Course, inPart: boolean): Promise<Done> {
    const found = references
      .map((reference) => ({ reference, card: cardWith(reference, 'refund_order') }))
      .findLast(({ card }) => card !== undefined);
    if (!found?.card) return 'not yet';
    await closeAll(environment, agent);
    const inMenu = `refund_order:${found.reference}`;
    if (JSON.stringify(found.card.blocks).includes(`"${inMenu}"`))
      await agent.select(found.card, 'order_menu', inMenu, { isOld: true });
    else await agent.click(found.card, 'refund_order', { value: found.reference, isOld: true });
    if (!(await formOf(agent, 'refund_order'))) return 'not yet';
    journal.refundAskers.set(found.reference, agent.id);
    // Only the form of a payment by card asks for the amount.
    const mayBeInPart = slack.modal(agent.id)?.blocks.some(({ block_id: id }) => id === 'amount');
    const part = inPart && mayBeInPart ? { amount: '1' } : {};
    await send(agent, 'refund_order', { remarks: 'Sent twice by mistake', ...part });
    await closeAll(environment, agent);
    return 'done';
  }

  async function press(
    person: Person,
    message: Message,
    decision: 'approve' | 'decline' | 'withdraw' | 'send_now',
  ) {
    await pause(dice.between(0, RACE_MS));
    await closeAll(environment, person);
    await person.click(message, decision, { isOld: true });
    if (decision !== 'decline' || !(await formOf(person, 'decline'))) return;
    await send(person, 'decline', { reason: 'The goods were sold' });
    await closeAll(environment, person);
  }

  /**
   * A refund on the reply that asks for it, an order on its card; what was approved late can still be withdrawn. Refused where the
   * bot could not read who somebody is, so what is still open afterwards is pressed again another time.
   */
  async function decide(
    { agent, colleague, references, steps: [step] }: Course,
    about: 'order' | 'refund',
    by: Decision,
  ): Promise<Done> {
    const messageWith = about === 'order' ? cardWith : replyWith;
    const button = by === 'withdrawing' ? 'withdraw' : 'approve';
    const found = references
      .map((reference) => ({ reference, reply: messageWith(reference, button) }))
      .findLast(({ reply }) => reply !== undefined);
    // The message may have shown only now what was pressed before.
    if (!found?.reply) return step && pressed.has(step) ? 'done' : 'not yet';
    if (step) pressed.add(step);
    const { reference, reply } = found;
    const approve = async (person: Person) => {
      journal.approvals.push({ reference, by: person.id, about });
      await press(person, reply, 'approve');
    };
    switch (by) {
      case 'approving':
        await approve(colleague);
        break;
      case 'approving twice':
        await Promise.all([approve(colleague), approve(colleague)]);
        break;
      case 'declining':
        await press(colleague, reply, 'decline');
        break;
      case 'withdrawing':
        await press(agent, reply, 'withdraw');
        break;
      case 'approving and withdrawing':
        await Promise.all([approve(colleague), press(agent, reply, 'withdraw')]);
        break;
      case 'approving what they asked for':
        // Usually refused for good.
        await approve(agent);
        return 'done';
    }
    for (let waited = 0; waited < SHOWN_MS; waited += PAUSE_MS) {
      if (messageWith(reference, button)?.ts !== reply.ts) return 'done';
      await pause(PAUSE_MS);
    }
    return 'not yet';
  }

  /** On the card of a prompt that was approved late. */
  async function sendNow({ agent, references }: Course): Promise<Done> {
    const card = references.map((reference) => cardWith(reference, 'send_now')).findLast((one) => one);
    if (!card) return 'not yet';
    await press(agent, card, 'send_now');
    return 'done';
  }

  /** Only what the provider has received, and once. */
  async function carryOut({ references }: Course, how: How): Promise<Done> {
    const request = provider
      .refunds()
      .find(({ id, state }) => state === 'waiting' && references.some((reference) => reference === id));
    if (!request) return 'not yet';
    await provider.operator.approve(request.confirmation_code, { notify: false });
    return deps.changed(request.order_tracking_id, 'reversed', how, { mustBeNotified: true });
  }

  return { ask, decide, sendNow, carryOut };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// `/pay forget`: an approver sees what would be erased, confirms, and reads how it ended.

import type { KnownBlock, ModalView } from '@slack/types';
import { parseContact } from '#lib/msisdn.ts';
import { counted, plainText } from '#lib/text.ts';
import { dayOf, dayWithYear } from '#lib/time.ts';
import { type HeldLease, TAKE_OVER_MS, withLease } from '#lib/with-lease.ts';
import { KEPT_REASONS } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import type { Person } from '#payments/finding/customers.ts';
import type { ForgetJob } from '#payments/finding/forget-jobs.ts';
import { errorIn } from '#slack/bolt/errors.ts';
import { CARD_TEXT } from '#slack/card/text.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Submission, Typed } from '#slack/feature.ts';
import { messageView } from '#slack/order/outcome.ts';
import { createRounds } from '#slack/outbox/rounds.ts';
import { sendOnce } from '#slack/outbox/send-once.ts';
import { INPUT_GONE } from '#slack/text/people.ts';
import { plainSection, press } from '#slack/ui/blocks.ts';
import { form } from '#slack/ui/fields.ts';
import { channel, date, lines, ours, type Parts, person } from '#slack/ui/line.ts';
import { type Answer, type MessageContent, message, offerMessage, plainMessage } from '#slack/ui/message.ts';
import { openForm } from '#slack/ui/open-form.ts';
import { say } from '#slack/ui/say.ts';
import { homeCountry, readOwner } from '#slack/words/phone-words.ts';
import { emailsIn, textOutside, withMarks } from '#slack/words/typed-words.ts';

const TITLE = 'Erase customer data';
const NOT_ERASED =
  'Not erased: files in Slack, people’s own messages and posts, search results in other threads and direct messages, backups (on Redis also the append-only file until it’s rewritten), and Pesapal’s records.';
const MAX_KEPT = 20;
/** So many orders are erased between two saves of the job. */
const AT_ONCE = 20;

export const erase: Feature = {
  subcommands: {
    forget: {
      label: 'Erase customer data',
      help: ['<phone or email>', say`Erase a customer’s data (approvers)`],
      right: 'approve',
      run: openEraseForm,
    },
  },
  actions: {
    forget: {
      right: 'approve',
      async run(ctx, { value, userId, triggerId }) {
        const words = await ctx.savedInput.read(value);
        return words === undefined ? INPUT_GONE : openEraseForm(ctx, { userId, words, triggerId });
      },
    },
  },
  forms: { forget: { title: TITLE, right: 'approve', run: submitEraseForm } },
};

type Waiting = Pick<ForgetJob, 'kept' | 'files'>;

async function openEraseForm(
  ctx: SlackContext,
  { userId, words, triggerId }: Pick<Typed, 'userId' | 'words' | 'triggerId'>,
): Promise<Answer> {
  const customer = readPerson(words, ctx.settings.defaultCurrency);
  if (typeof customer === 'string') return customer;
  if (triggerId === undefined)
    return offerMessage(
      'You’ll see what would be erased before you confirm.',
      press('forget', TITLE, await ctx.savedInput.keep(words)),
    );
  const { mayGo, ...waiting } = await ctx.payments.forget.find(customer);
  const outcome = String(mayGo.length + waiting.kept.length);
  await ctx.recorder.recordFirst({ who: userId, event: 'searched', outcome });
  if (mayGo.length === 0) return nothingToErase(waiting);
  const options = { timeZone: ctx.settings.timeZone, memory: await ctx.savedInput.keep(words) };
  await openForm(ctx, triggerId, buildEraseForm(mayGo, waiting, options));
}

export function readPerson(words: string, defaultCurrency: string): Person | string {
  const typed = plainText(words).trim();
  if (typed === '') return 'Add the customer’s phone number or email after “forget”.';
  const [email] = emailsIn(typed);
  if (email && textOutside(typed, [withMarks(typed, email)]) === '') return { is: 'email', text: email.text };
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return { is: 'email', text: typed };
  const owner = readOwner(typed, homeCountry(undefined, defaultCurrency), parseContact);
  if (owner === 'which_country')
    return 'That number fits several countries. Enter it with its country code, such as +254 or +256.';
  return owner
    ? { is: 'number', msisdn: owner }
    : 'That isn’t a phone number or email. Add one of them after “forget”, and nothing else.';
}

function nothingToErase(waiting: Waiting): MessageContent {
  if (waiting.kept.length + waiting.files.length === 0)
    return plainMessage(
      'Nothing is stored under that number or email. If the customer has another one, try that too.',
    );
  const why =
    waiting.kept.length === 0
      ? 'Only rows of a file name the customer. They can’t be erased yet:'
      : 'None of the customer’s orders can be erased yet:';
  return message([plainSection(why), ...listWaiting(waiting)]);
}

/** `orders`: newest first. `memory`: the key of saved input. */
export function buildEraseForm(
  orders: readonly Pick<Order, 'createdAt'>[],
  waiting: Waiting,
  { timeZone, memory }: { timeZone: string; memory: string },
): ModalView {
  const [last, first] = [orders[0], orders.at(-1)].map(
    (order) => order && dayWithYear(dayOf(order.createdAt, timeZone)),
  );
  const days = first === last ? `of ${first}` : `of ${first} to ${last}`;
  const kept = listWaiting(waiting);
  return form('forget', { title: TITLE, submit: 'Erase', close: 'Go back', memory }, [
    plainSection(
      `This erases the customer’s name, number, email, description and account number from ${counted(orders.length, 'order')} ${days}, from their cards and from Teller’s replies. Their receipt pages are deleted. You can’t undo this.`,
    ),
    plainSection('Amounts, days, codes and references stay, so reports don’t change.'),
    ...(kept.length > 0 ? [plainSection('These can’t be erased yet:'), ...kept] : []),
    plainSection(NOT_ERASED),
  ]);
}

async function submitEraseForm(ctx: SlackContext, { userId, memory, show, tell }: Submission): Promise<void> {
  await show(messageView(TITLE, 'One moment…'));
  const words = (await ctx.savedInput.read(memory)) ?? '';
  const customer = readPerson(words, ctx.settings.defaultCurrency);
  if (typeof customer === 'string')
    return tell(
      'This form was already sent, or is older than 15 minutes. If nothing was erased, use “forget” again.',
    );
  await ctx.payments.bulks.named.eraseRowsOfOver();
  const { mayGo, ...waiting } = await ctx.payments.forget.find(customer);
  const left = mayGo.map(({ reference }) => reference);
  const begun = { id: memory, by: userId, at: ctx.clock.now() };
  await ctx.payments.forgetJobs.begin({ ...begun, left, erased: 0, ...waiting });
  await ctx.savedInput.forget(memory);
  ctx.erasureBegun();
  await show(messageView(TITLE, 'Erasing has started. You’ll get a direct message when it’s done.'));
}

export function buildErasureMessage(job: Waiting & Pick<ForgetJob, 'erased'>): MessageContent {
  const { erased, kept, files } = job;
  const done =
    erased === 0
      ? 'Nothing was erased.'
      : `Erased the customer’s data from ${counted(erased, 'order')}. ${erased === 1 ? 'Its' : 'Their'} money stays in reports.`;
  const orders = counted(kept.length, 'order') + (files.length === 0 ? '' : ' and rows of a file');
  const they = kept.length === 1 && files.length === 0 ? 'it' : 'they';
  const text =
    kept.length + files.length === 0
      ? done
      : `${done} ${kept.length === 0 ? 'Rows of a file' : orders} can’t be erased yet. Try again when ${they} can:`;
  return message([plainSection(text), ...listWaiting(job), plainSection(NOT_ERASED)]);
}

function listWaiting({ kept, files }: Waiting): KnownBlock[] {
  if (kept.length + files.length === 0) return [];
  const more = kept.length - MAX_KEPT;
  const others: Parts = more > 0 ? [[ours(`and ${more.toLocaleString('en')} more`)]] : [];
  return [lines(...kept.slice(0, MAX_KEPT).map(describeKept), others, ...files.map(describeFile))];
}

function describeKept({ reference, because, until }: Waiting['kept'][number]): Parts {
  const order = quotedReference(reference);
  const reason = ours(KEPT_REASONS[because]);
  return [
    order === reference ? say`${order}` : say`${ours(`${CARD_TEXT.chargeOf} `)}${order}`,
    until === undefined ? [reason] : say`${reason} until ${date(until)}`,
  ];
}

function describeFile({ by, channel: id, rows, until }: Waiting['files'][number]): Parts {
  return [
    say`${ours(`${counted(rows, 'row')} of a file by `)}${person(by)} for ${channel(id)}`,
    until === undefined
      ? say`is being sent, until done or stopped`
      : say`is unconfirmed, until ${date(until)}`,
  ];
}

export function createErasureRounds(context: () => SlackContext) {
  const options = { name: 'forgetting', does: 'Erasing customer data', maxPause: 30 };
  const { trigger, run } = createRounds(context, options, async (ctx, signal) => {
    const { clock, store, payments } = ctx;
    if ((await payments.forgetJobs.all()).length === 0) return TAKE_OVER_MS;
    const lease = { waitMs: 0, pollMs: TAKE_OVER_MS, clock, onBusy: () => TAKE_OVER_MS };
    return withLease(store.leases, 'forgetting', lease, async (held) => {
      // What fails does not hold up what others have begun.
      const failures: unknown[] = [];
      for (const job of await payments.forgetJobs.all())
        await workOn(ctx, job, held, signal).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
      return TAKE_OVER_MS;
    });
  });
  return { erasureBegun: trigger, runErasures: run };
}

/** Orders that could not be erased stay in the job. */
async function workOn(ctx: SlackContext, begun: ForgetJob, held: HeldLease, signal: AbortSignal) {
  let job = begun;
  const failures = new Map<Reference, unknown>();
  for (let from = 0; from < begun.left.length && !signal.aborted; from += AT_ONCE) {
    const after = from + AT_ONCE;
    for (const reference of begun.left.slice(from, after))
      try {
        job = await eraseOrder(ctx, job, reference);
      } catch (error) {
        failures.set(reference, error);
      }
    job = { ...job, left: [...failures.keys(), ...begun.left.slice(after)] };
    await held.confirm();
    await ctx.payments.forgetJobs.save(job);
  }
  if (failures.size > 0) throw [...failures.values()][0];
  if (job.left.length === 0) await announceEnd(ctx, job, held);
}

/** Counts the order, also when it was erased for this job before a crash. */
async function eraseOrder({ payments }: SlackContext, job: ForgetJob, reference: Reference) {
  const result = await payments.forget.forget(reference, job.by);
  if (result.status === 'kept') return { ...job, kept: [...job.kept, { reference, ...result.kept }] };
  const isOurs = result.status === 'already' && (result.order.erasedAt ?? 0) >= job.at;
  return result.status === 'erased' || isOurs ? { ...job, erased: job.erased + 1 } : job;
}

async function announceEnd(ctx: SlackContext, job: ForgetJob, { confirm }: HeldLease): Promise<void> {
  const { forgetJobs: jobs } = ctx.payments;
  const own = { ...ctx, outbound: ctx.outboundFor(confirm) };
  const sent = await sendOnce(own, {
    to: { userId: job.by },
    metadata: { reference: 'forget', news: job.id },
    attempt: job.isTelling ? 2 : 1,
    since: job.at,
    async content() {
      await confirm();
      await jobs.save({ ...job, isTelling: true });
      return buildErasureMessage(job);
    },
  });
  if (!sent.isDone) throw new Error('Slack does not take the message', { cause: errorIn(sent) });
  await jobs.end(job);
}

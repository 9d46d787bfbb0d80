// `/pay forget <phone or email>`: shows an approver what would be erased, and begins it once that is confirmed. It is done in the
// background (delivery/forget-rounds.ts), which tells them how it ended.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { dayOf, dayWithYear } from '#lib/time.ts';
import type { Kept } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import type { NamedInBulks } from '#payments/bulk/named-in-bulks.ts';
import { ordersOfCustomer, type Person } from '#payments/finding/customers.ts';
import type { ForgetJob, ForgetJobs } from '#payments/finding/forget-jobs.ts';
import type { Forget } from '#payments/status/forget.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { button } from '#slack/cards/blocks.ts';
import { keptLines } from '#slack/cards/forgotten.ts';
import { type MessageContent, offerMessage, plainMessage } from '#slack/cards/message.ts';
import { FORGET_FORM, forgetForm, readPerson } from '#slack/forms/forget-form.ts';
import { messageView } from '#slack/forms/outcome.ts';
import { FORGET_TEXT, nothingYet } from '#slack/text/forget.ts';
import type { Store } from '#store/store.ts';
import type { KeptWords } from './kept-words.ts';
import { openForm } from './open-form.ts';
import type { Submission } from './order-forms.ts';

/** Whoever calls has checked that the person is an approver. All reject when the store is down. */
export function createForgetTask(deps: {
  client: WebClient;
  store: Pick<Store, 'orders'>;
  forget: Pick<Forget, 'whyKept'>;
  forgetJobs: Pick<ForgetJobs, 'begin'>;
  bulks: { readonly named: NamedInBulks };
  /** Something is to be erased. */
  forgetBegun: () => void;
  keptWords: KeptWords;
  recorder: Pick<DeedRecorder, 'recordFirst'>;
  clock: Clock;
  defaultCurrency: string;
  timeZone: string;
}) {
  const { store, forget, forgetJobs, bulks, keptWords, recorder, clock, defaultCurrency } = deps;

  /** The orders of a customer that still name them, and the files of many that do. */
  async function ordersOf(person: Person) {
    const mayGo: Order[] = [];
    const kept: (Kept & Pick<Order, 'reference'>)[] = [];
    for await (const order of ordersOfCustomer(store.orders, person)) {
      if (order.erasedAt !== undefined) continue;
      const why = await forget.whyKept(order);
      if (why) kept.push({ reference: order.reference, ...why });
      else mayGo.push(order);
    }
    return { mayGo, kept, files: await bulks.named.filesNaming(person) };
  }

  const describe = (at: number) => dayWithYear(dayOf(at, deps.timeZone));

  return {
    /** Opens the form; an answer where there is nothing to erase, or nothing to open the form with. */
    async open(request: {
      userId: string;
      words: string;
      triggerId: string | undefined;
    }): Promise<MessageContent | undefined> {
      const { userId, words, triggerId } = request;
      const read = readPerson(words, defaultCurrency);
      if ('why' in read) return plainMessage(read.why);
      if (triggerId === undefined) return forgetOffer(await keptWords.keep(words));
      const { mayGo, ...waiting } = await ordersOf(read.person);
      await recorder.recordFirst({
        who: userId,
        deed: 'searched',
        outcome: String(mayGo.length + waiting.kept.length),
      });
      const [newest] = mayGo;
      const oldest = mayGo.at(-1);
      if (!newest || !oldest) return nothingToErase(waiting);
      const view = forgetForm({
        count: mayGo.length,
        first: describe(oldest.createdAt),
        last: describe(newest.createdAt),
        kept: keptLines(waiting),
        memory: await keptWords.keep(words),
      });
      await openForm(deps, triggerId, view);
      return undefined;
    },
    /** The form was sent. Orders that came meanwhile are erased as well; those that may not be are named at the end. */
    async submit({ userId, memory, show, tell }: Submission): Promise<void> {
      await show(messageView(FORGET_TEXT.title, FORGET_TEXT.wait));
      const words = await keptWords.read(memory);
      const read = words === undefined ? undefined : readPerson(words, defaultCurrency);
      if (!read || 'why' in read) return tell(FORGET_TEXT.gone);
      await bulks.named.eraseRowsOfOver();
      const { mayGo, kept, files } = await ordersOf(read.person);
      await forgetJobs.begin({
        id: memory,
        by: userId,
        at: clock.now(),
        left: mayGo.map(({ reference }) => reference),
        erased: 0,
        kept,
        files,
      });
      await keptWords.forget(memory);
      deps.forgetBegun();
      await show(messageView(FORGET_TEXT.title, FORGET_TEXT.begun));
    },
  };
}

function nothingToErase(waiting: Pick<ForgetJob, 'kept' | 'files'>): MessageContent {
  const { text, blocks } = plainMessage(nothingYet(waiting.kept.length, waiting.files.length));
  return { text, blocks: [...blocks, ...keptLines(waiting)] };
}

/** Opens the form for the words that wait in the store under `key`. */
function forgetOffer(key: string): MessageContent {
  return offerMessage(FORGET_TEXT.offer, button(FORGET_FORM, FORGET_TEXT.open, key));
}

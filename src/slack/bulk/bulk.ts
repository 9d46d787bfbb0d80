// `/pay bulk`: a form takes a file, shows what was read and begins once that is confirmed.
import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { withTimeout } from '#lib/clock.ts';
import type { BulkKind } from '#payments/bulk/stored-bulk.ts';
import { missingScope } from '#slack/bolt/errors.ts';
import { botMention } from '#slack/bolt/identity.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Feature, Submission } from '#slack/feature.ts';
import type { Press } from '#slack/listen/press.ts';
import { AGAIN, agreedTo, contentView, messageView, NOT_TICKED, tickBox } from '#slack/order/outcome.ts';
import { maybeSent } from '#slack/people/guard.ts';
import { QUESTION_MS } from '#slack/people/permissions.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { notInChannel, wentWrong } from '#slack/text/people.ts';
import { context, plainSection, press, section } from '#slack/ui/blocks.ts';
import { channelField, choiceField, form, memoryLike, valueIn } from '#slack/ui/fields.ts';
import { person } from '#slack/ui/line.ts';
import { type Answer, mrkdwnMessage, offerMessage } from '#slack/ui/message.ts';
import { openForm } from '#slack/ui/open-form.ts';
import { say } from '#slack/ui/say.ts';
import { type CheckedFile, checkFile, FILE_STAYS, SAVE_AS_CSV } from './check-file.ts';
import { describeBulk, placeOf, REINSTALL } from './message.ts';

const TITLE = 'Bulk requests';
const AGREED = 'bulk';
const WARNING = 'warning';

/** `files`: chosen before; the next needs a field of a new name. `id`: of the bulk to confirm. */
const MEMORY = memoryLike(z.object({ files: z.int().nonnegative(), id: z.string().exactOptional() }));

export const bulk: Feature = {
  subcommands: {
    bulk: {
      label: 'Bulk requests',
      help: ['', say`Send many requests from a CSV file`],
      run: (ctx, { place, triggerId }) => openBulkForm(ctx, { ...place, triggerId }),
    },
  },
  actions: {
    bulk: { run: openBulkForm },
    stop_bulk: {
      whenFailed: (incident) =>
        `Something went wrong. Rows may still be sent. Press Stop again. If it happens again, give whoever runs Teller incident number ${incident}.`,
      run: stopBulk,
    },
  },
  forms: {
    bulk: {
      title: TITLE,
      whenFailed: (incident, _error, { memory }) =>
        MEMORY.read(memory)?.id === undefined ? wentWrong(incident) : maybeSent(incident),
      run: submitBulkForm,
    },
  },
};

async function openBulkForm(ctx: SlackContext, { channel, triggerId }: Pick<Press, 'channel' | 'triggerId'>) {
  if (triggerId === undefined) {
    const button = press('bulk', 'Choose a file', undefined, { style: 'primary' });
    return offerMessage('Choose the file in a form.', button);
  }
  try {
    await openForm(ctx, triggerId, buildBulkForm({ channel, files: 0 }));
    return undefined;
  } catch (err) {
    const scope = missingScope(err);
    if (scope === undefined) throw err;
    ctx.reporter.warn('a form that takes files was not opened', { err });
    return `Bulk requests aren’t available yet, because the app lacks the scope ${scope}. ${REINSTALL}`;
  }
}

export function buildBulkForm(
  { kind = 'prompt', channel, files }: { kind?: BulkKind; channel: string | undefined; files: number },
  above: readonly KnownBlock[] = [
    plainSection(
      'Up to 100 rows, one per customer. The first row names the columns: phone, amount, description and, if you like, name, reference and currency. Every row is checked before anything is sent.',
    ),
  ],
): ModalView {
  return buildForm('Check file', { files }, [
    ...above,
    {
      type: 'input',
      block_id: files === 0 ? 'file' : `file.${files + 1}`,
      label: { type: 'plain_text', text: 'CSV file' },
      hint: { type: 'plain_text', text: SAVE_AS_CSV },
      element: { type: 'file_input', action_id: 'file', filetypes: ['csv', 'txt', 'tsv'], max_files: 1 },
    },
    choiceField('kind', { label: 'What to send', initial: kind }, [
      ['prompt', 'PIN prompts'],
      ['link', 'Payment links'],
    ]),
    channelField(channel),
    context(FILE_STAYS),
  ]);
}

export function buildConfirmForm({ id, kind, questions, blocks }: CheckedFile): ModalView {
  // Unlike in the forms of one order, nothing can be changed in the place of the tick.
  const box = { ...tickBox(AGAIN, [{ key: AGREED, sentence: '' }]), optional: false } as InputBlock;
  return buildForm(kind === 'prompt' ? 'Send all' : 'Create all', { files: 0, id }, [
    ...blocks.slice(0, 1),
    ...questions.map(plainSection),
    ...(questions.length > 0 ? [box] : []),
    ...blocks.slice(1),
  ]);
}

function buildForm(submit: string, memory: { files: number; id?: string }, blocks: KnownBlock[]): ModalView {
  return form('bulk', { title: TITLE, submit, close: 'Cancel', memory: MEMORY.write(memory) }, blocks);
}

async function submitBulkForm(ctx: SlackContext, submission: Submission): Promise<void> {
  const { userId, memory, state, show, showErrors } = submission;
  const { id, files = 0 } = MEMORY.read(memory) ?? {};
  if (id !== undefined) return confirmBulk(ctx, id, submission);
  const kind = valueIn(state, 'kind') === 'link' ? 'link' : 'prompt';
  const channel = valueIn(state, 'channel');
  const [file] = Object.values(state).flatMap((block) => block['file']?.files ?? []);
  if (!file || !channel)
    return showErrors({
      ...(file ? {} : { file: 'Choose a file.' }),
      ...(channel ? {} : { channel: FIELD_TEXT.channel }),
    });
  const fault = await findChannelFault(ctx, channel);
  if (fault) return showErrors({ channel: fault });
  const checking = 'Checking the file… This takes a few seconds. Nothing is sent until you confirm.';
  await show(messageView(TITLE, checking));
  const checked = await checkFile(ctx, file, { kind, channel, by: userId });
  await show(
    'wrong' in checked
      ? buildBulkForm({ kind, channel, files: files + 1 }, checked.wrong)
      : buildConfirmForm(checked),
  );
}

async function findChannelFault(ctx: SlackContext, channel: string): Promise<string | undefined> {
  const unread = { access: 'unknown', isShared: true } as const;
  const reading = ctx.channelAccess.read(channel);
  const { access, isShared } = await withTimeout(ctx.clock, QUESTION_MS, reading, unread);
  if (access === 'out') return notInChannel(botMention(ctx.identity), channel);
  if (access === 'unknown') return 'Slack couldn’t confirm that channel. Try again in a minute.';
  return isShared
    ? 'That channel is shared with another workspace, and the results name customers. Choose a channel of your own workspace.'
    : undefined;
}

async function confirmBulk(ctx: SlackContext, id: string, submission: Submission): Promise<void> {
  let next: ModalView | undefined;
  try {
    next = await beginBulk(ctx, id, submission);
  } catch (error) {
    const incident = ctx.reporter.error(error, { what: 'a bulk may not have begun' });
    const warning = plainSection(
      `Something went wrong, and sending may not have started. Confirm again in a minute: nothing is sent twice. If it happens again, give whoever runs Teller the incident number ${incident}.`,
    );
    return submission.change((view) => {
      const blocks = view.blocks.filter(({ block_id }) => block_id !== WARNING);
      return { ...view, blocks: [{ ...warning, block_id: WARNING }, ...blocks] };
    });
  }
  return next ? submission.show(next) : submission.showErrors({ [AGAIN]: NOT_TICKED });
}

async function beginBulk(ctx: SlackContext, id: string, { userId, state }: Submission) {
  const { bulks } = ctx.payments;
  const isAgreed = agreedTo(state).includes(AGREED);
  const checked = await bulks.read(id);
  if (checked?.state === 'checked') {
    if (checked.isAsked && !isAgreed) return undefined;
    // The channel was looked at up to an hour ago.
    const fault = await findChannelFault(ctx, checked.channel);
    if (fault) return messageView(TITLE, `Nothing has been sent. ${fault}`);
  }
  const begun = await bulks.begin(id, {
    isAgreed,
    record({ kind, channel, rows }) {
      const outcome = `${channel} ${rows.length} ${kind} ${id}`;
      return ctx.recorder.recordFirst({ who: userId, event: 'begun_bulk', outcome });
    },
  });
  if (begun.status === 'gone' || begun.status === 'same_file')
    return messageView(
      TITLE,
      begun.status === 'gone'
        ? 'This was checked more than an hour ago. Nothing has been sent. Choose the file again.'
        : 'The same file was sent in the meantime, so nothing was sent from this form. To send it anyway, start again.',
    );
  ctx.bulkChanged();
  const stoppedBy = begun.status === 'already_begun' ? begun.stoppedBy : undefined;
  const isGoing = begun.bulk.state === 'running' && stoppedBy === undefined;
  const next = isGoing ? 'Follow or stop this' : 'See the results';
  const said = say`*${describeBulk(begun.bulk, stoppedBy)}.* ${next} in ${placeOf(begun.bulk)}.`;
  return contentView(TITLE, [section(said)]);
}

async function stopBulk(ctx: SlackContext, { value: id, userId }: Press): Promise<Answer> {
  const stopped = await ctx.payments.bulks.stop(id, userId, ({ channel }) =>
    ctx.recorder.recordFirst({ who: userId, event: 'stopped_bulk', outcome: `${channel} ${id}` }),
  );
  if (stopped.status === 'already_stopped')
    return mrkdwnMessage(say`Already stopped by ${person(stopped.by)}.`);
  if (stopped.status === 'over') return 'There’s nothing to stop: sending has ended.';
  if (stopped.status === 'unknown') return 'There’s nothing to stop: this is too old.';
  ctx.bulkChanged();
  return 'Stopped. Anything already sent, or on its way, stays.';
}

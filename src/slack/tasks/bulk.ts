// `/pay bulk`: a form takes a file, shows what was read from it, and begins once that is confirmed; *Stop* on its message.
import { randomBytes } from 'node:crypto';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { type Clock, withTimeout } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Bulks } from '#payments/bulk/bulks.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { QUESTION_MS } from '#slack/access/permissions.ts';
import { section } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage, plainMessage, type Reply } from '#slack/cards/message.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import { missingScope } from '#slack/connect/slack-failure.ts';
import {
  BULK_TITLE,
  type BulkInput,
  bulkForm,
  readBulkForm,
  readBulkMemory,
  withWarning,
} from '#slack/forms/bulk-form.ts';
import { contentView, messageView } from '#slack/forms/outcome.ts';
import { AGAIN, agreedTo } from '#slack/forms/questions.ts';
import {
  BULK_TEXT,
  hasBegun,
  hasBegunBefore,
  lacksScope,
  maybeNotBegun,
  sameFileMeanwhile,
  stoppedBefore,
} from '#slack/text/bulk.ts';
import { notInChannel, wentWrong } from '#slack/text/people.ts';
import { QUESTION_TEXT } from '#slack/text/questions.ts';
import { AGREED, createReadBulkFile } from './bulk-file.ts';
import { openForm } from './open-form.ts';
import type { Submission } from './order-forms.ts';

/** Whoever calls has checked that the person may act. Rejects when the store is down. */
export function createBulkTask(
  deps: {
    client: WebClient;
    bulks: Bulks;
    /** A bulk has begun or was stopped, so there is something to do. */
    bulkChanged: () => void;
    channelAccess: ChannelAccess;
    identity: Pick<BotIdentity, 'known'>;
    recorder: Pick<DeedRecorder, 'recordFirst'>;
    clock: Clock;
    reporter: Reporter;
  } & Omit<Parameters<typeof createReadBulkFile>[0], 'bulks' | 'clock'>,
) {
  const { bulks, bulkChanged, channelAccess, identity, recorder, clock, reporter } = deps;
  const readFile = createReadBulkFile(deps);

  /** Undefined where cards may be posted and nobody of another workspace reads the results. */
  async function channelFault(channel: string): Promise<string | undefined> {
    const unread = { access: 'unknown', isShared: true } as const;
    const { access, isShared } = await withTimeout(clock, QUESTION_MS, channelAccess.read(channel), unread);
    if (access === 'out') return notInChannel(botMention(identity), channel);
    if (access === 'unknown') return BULK_TEXT.channelUnread;
    return isShared ? BULK_TEXT.shared : undefined;
  }

  /** The next view: what is to be confirmed, or the form again with what is wrong. */
  async function check(input: BulkInput, userId: string, files: number): Promise<ModalView> {
    const read = await readFile({ ...input, userId, id: randomBytes(16).toString('hex') });
    return read.status === 'checked' ? read.view : bulkForm({ ...input, files: files + 1 }, read.blocks);
  }

  async function confirm(id: string, form: Submission): Promise<void> {
    const { userId, state, show, showErrors, change } = form;
    let next: ModalView | 'not_ticked';
    try {
      next = await begin(id, userId, agreedTo(state).includes(AGREED));
    } catch (error) {
      const incident = reporter.error(error, { what: 'a bulk may not have begun' });
      // The form stays, so that it can be confirmed again.
      return change((view) => withWarning(view, maybeNotBegun(incident)));
    }
    return next === 'not_ticked' ? showErrors({ [AGAIN]: QUESTION_TEXT.notTicked }) : show(next);
  }

  /** Resolves with what the form then shows. */
  async function begin(id: string, userId: string, isAgreed: boolean): Promise<ModalView | 'not_ticked'> {
    const bulk = await bulks.read(id);
    if (bulk?.state === 'checked' && bulk.isAsked && !isAgreed) return 'not_ticked';
    // It was checked up to an hour ago.
    const fault = bulk?.state === 'checked' ? await channelFault(bulk.channel) : undefined;
    if (fault) return messageView(BULK_TITLE, `${BULK_TEXT.notSent} ${fault}`);
    const begun = await bulks.begin(id, {
      isAgreed,
      record: ({ kind, channel, rows }) =>
        recorder.recordFirst({
          who: userId,
          deed: 'begun_bulk',
          outcome: `${channel} ${rows.length} ${kind} ${id}`,
        }),
    });
    switch (begun.status) {
      case 'gone':
        return messageView(BULK_TITLE, BULK_TEXT.gone);
      case 'same_file':
        return messageView(BULK_TITLE, sameFileMeanwhile());
      case 'begun':
        bulkChanged();
        return contentView(BULK_TITLE, [section(hasBegun(begun.bulk))]);
      case 'already_begun':
        bulkChanged();
        return contentView(BULK_TITLE, [section(hasBegunBefore(begun.bulk, begun.stoppedBy))]);
    }
  }

  return {
    async open(where: {
      channel: string | undefined;
      triggerId: string | undefined;
      reply: Reply;
    }): Promise<void> {
      const { channel, triggerId, reply } = where;
      try {
        await openForm(deps, triggerId, bulkForm({ channel, files: 0 }));
      } catch (error) {
        const scope = missingScope(error);
        if (scope === undefined) throw error;
        reporter.warn('a form that takes files was not opened', { err: error });
        await reply(lacksScope(scope));
      }
    },

    async submit(form: Submission): Promise<void> {
      const { userId, memory, state, show, tell, showErrors } = form;
      const remembered = readBulkMemory(memory);
      if (!remembered) {
        const incident = reporter.error(new Error('a form without its memory'), { form: 'bulk' });
        return tell(wentWrong(incident));
      }
      if (remembered.id !== undefined) return confirm(remembered.id, form);
      const read = readBulkForm(state);
      if (read.status === 'invalid') return showErrors(read.errors);
      const fault = await channelFault(read.input.channel);
      if (fault) return showErrors({ channel: fault });
      await show(messageView(BULK_TITLE, BULK_TEXT.checking));
      await show(await check(read.input, userId, remembered.files));
    },

    /** `id`: the button's value. Rejects when the store is down; the rows go on as soon as that answers. */
    async stop(id: string, userId: string): Promise<MessageContent> {
      const stopped = await bulks.stop(id, userId, ({ channel }) =>
        recorder.recordFirst({ who: userId, deed: 'stopped_bulk', outcome: `${channel} ${id}` }),
      );
      switch (stopped.status) {
        case 'stopped':
          bulkChanged();
          return plainMessage(BULK_TEXT.stopped);
        case 'already_stopped':
          return mrkdwnMessage(stoppedBefore(stopped.by));
        case 'over':
        case 'unknown':
          return plainMessage(BULK_TEXT[stopped.status]);
      }
    },
  };
}

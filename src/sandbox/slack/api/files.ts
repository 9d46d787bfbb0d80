// Slack's way of uploading: ask for an address, send the bytes there, then share the file.
import { asFieldsList, asText } from '#sandbox/slack/json.ts';
import { ownChannel } from '#sandbox/slack/state/channel-access.ts';
import { postMessage } from '#sandbox/slack/state/messages.ts';
import type { SharedFile, StoredFile } from '#sandbox/slack/state/model.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import { fileJson } from '#sandbox/slack/state/uploads.ts';
import type { Methods } from './web-api.ts';

export function createFileMethods(state: WorkspaceState, uploadUrlOf: (fileId: string) => string): Methods {
  return {
    'files.getUploadURLExternal': (args) => {
      const name = args.required('filename');
      const length = args.number('length');
      if (length === undefined || length < 1) throw new Refusal('invalid_arguments');
      const created = Math.floor(state.now() / 1000);
      const file: StoredFile = { id: state.nextId('F'), name, title: name, length, created };
      state.files.set(file.id, file);
      return { upload_url: uploadUrlOf(file.id), file_id: file.id };
    },

    'files.info': (args) => {
      const file = state.files.get(args.required('file'));
      if (!file) throw new Refusal('file_not_found');
      if (file.isDeleted) throw new Refusal('file_deleted');
      return { file: fileJson(state, file) };
    },

    'files.completeUploadExternal': (args) => {
      const named = asFieldsList(args.nested('files'));
      if (named.length === 0) throw new Refusal('invalid_arguments');
      const files = named.map((entry) => {
        const file = state.files.get(asText(entry.id));
        if (!file?.content) throw new Refusal('file_not_found');
        return { file, title: asText(entry.title) || file.name };
      });
      for (const { file, title } of files) file.title = title;

      const reference = args.text('channel_id');
      if (reference) {
        const channel = ownChannel(state, reference);
        const threadTs = args.text('thread_ts') || undefined;
        postMessage(state, channel, {
          user: state.app.botUserId,
          text: args.text('initial_comment') ?? '',
          thread_ts: threadTs,
          files: files.map(({ file }) => sharedJson(file)),
        });
        for (const { file } of files) {
          file.channel = channel.id;
          if (threadTs) file.thread_ts = threadTs;
        }
      }
      return { files: files.map(({ file }) => sharedJson(file)) };
    },
  };
}

/** Takes the bytes sent to an upload address: the body itself, or the first part of a form. False: not as announced. */
export async function receiveUpload(
  state: WorkspaceState,
  fileId: string,
  body: Buffer,
  contentType: string,
): Promise<boolean> {
  const file = state.files.get(fileId);
  const content = contentType.startsWith('multipart/form-data') ? await firstPart(body, contentType) : body;
  if (!file || file.content || content?.length !== file.length) return false;
  file.content = content;
  return true;
}

function sharedJson({ id, name, title, length }: StoredFile): SharedFile {
  return { id, name, title, size: length };
}

async function firstPart(body: Buffer, contentType: string): Promise<Buffer | undefined> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  for (const part of (await response.formData()).values()) {
    return typeof part === 'string' ? Buffer.from(part) : Buffer.from(await part.arrayBuffer());
  }
  return undefined;
}

// Files that people upload into a form, as Slack keeps them and describes them to the app.
import { extname } from 'node:path';
import type { Fields } from '#sandbox/slack/json.ts';
import type { StoredFile, User } from './model.ts';
import type { WorkspaceState } from './state.ts';

/** Slack, File input element. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

const MIME_TYPES: Record<string, string> = {
  csv: 'text/csv',
  txt: 'text/plain',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html',
};

export type NewUpload = { readonly name: string; readonly content: Buffer | string };

/** Nobody but the person has it until a form with it is submitted. Throws where Slack's own client would say no. */
export function uploadFile(state: WorkspaceState, user: User, { name, content }: NewUpload): StoredFile {
  const bytes = Buffer.from(content);
  if (bytes.length === 0) throw new Error(`${name} is empty. Slack uploads no empty files.`);
  if (bytes.length > MAX_UPLOAD_BYTES) throw new Error(`${name} is larger than 10 MB.`);
  const created = Math.floor(state.now() / 1000);
  const id = state.nextId('F');
  const file = { id, name, title: name, length: bytes.length, content: bytes, user: user.id, created };
  state.files.set(id, file);
  return file;
}

export type FileControls = {
  /** Its owner deletes it in Slack. */
  deleteFile(id: string): void;
  /** From now on the addresses of files are those of a proxy: its origin. */
  serveFilesAt(origin: string): void;
};

export function createFileControls(state: WorkspaceState): FileControls {
  return {
    deleteFile(id) {
      const file = state.files.get(id);
      if (!file) throw new Error(`There is no file ${id}.`);
      file.isDeleted = true;
      delete file.content;
    },
    serveFilesAt(origin) {
      state.filesOrigin = origin;
    },
  };
}

/** The person's own uploads that a file_input takes. Throws where Slack's own client would not take one. */
export function chosenFiles(
  state: WorkspaceState,
  user: User,
  element: Fields,
  ids: readonly string[],
): Fields[] {
  const { max_files: max = 10, filetypes } = element;
  if (ids.length > Number(max)) throw new Error(`Only ${max} can be uploaded here.`);
  return ids.map((id) => {
    const file = state.files.get(id);
    if (!file?.content || file.user !== user.id) throw new Error(`${user.name} has uploaded no file ${id}.`);
    if (Array.isArray(filetypes) && !filetypes.includes(fileTypeOf(file.name)))
      throw new Error(`Only files of these types can be uploaded here: ${filetypes.join(', ')}.`);
    return fileJson(state, file);
  });
}

/** A file as payloads and files.info carry it (Slack, File object). */
export function fileJson(state: WorkspaceState, file: StoredFile): Fields {
  const { id, name, title, length, user = state.app.botUserId, created } = file;
  if (file.isDeleted) return { id, mode: 'tombstone' };
  const address = `${state.filesOrigin || state.origin}/files-pri/${state.team.id}-${id}`;
  return {
    ...{
      id,
      created,
      timestamp: created,
      name,
      title,
      mimetype: mimeTypeOf(name),
      filetype: fileTypeOf(name),
    },
    ...{
      pretty_type: fileTypeOf(name).toUpperCase(),
      user,
      user_team: state.team.id,
      editable: false,
      size: length,
    },
    ...{ mode: 'hosted', is_external: false, external_type: '', is_public: false, public_url_shared: false },
    ...{ display_as_bot: false, username: '', has_rich_preview: false, file_access: 'visible' },
    url_private: `${address}/${encodeURIComponent(name)}`,
    url_private_download: `${address}/download/${encodeURIComponent(name)}`,
    permalink: `https://${state.team.domain}.slack.com/files/${user}/${id}/${encodeURIComponent(name)}`,
  };
}

export function mimeTypeOf(name: string): string {
  return MIME_TYPES[fileTypeOf(name)] ?? 'application/octet-stream';
}

function fileTypeOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

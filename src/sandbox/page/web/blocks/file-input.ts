// A file input: each chosen file is uploaded at once, as Slack does, and the form holds the uploads' ids.
import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { asText, type Fields } from '#sandbox/page/web/state/json.ts';
import { useStore } from '#sandbox/page/web/state/store.ts';

const MAX_FILES = 10;

export function FileInput({
  element,
  attributes,
  held,
  onType,
}: {
  element: Fields;
  attributes: Readonly<Record<string, string | boolean | undefined>>;
  /** Names of the files that the form holds already. */
  held: readonly string[];
  onType: (ids: readonly string[]) => void;
}): JSX.Element {
  const { upload } = useStore();
  const [names, setNames] = useState(held);
  const [isUploading, setUploading] = useState(false);
  const types = Array.isArray(element['filetypes']) ? element['filetypes'].map(asText) : [];
  const multiple = Number(element['max_files'] ?? MAX_FILES) > 1;

  async function onChange({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const files = [...(currentTarget.files ?? [])];
    setUploading(true);
    const ids = await Promise.all(files.map(upload));
    setUploading(false);
    setNames(files.filter((_, index) => ids[index]).map(({ name }) => name));
    onType(ids.filter((id) => id !== undefined));
  }

  const accept = types.map((type) => `.${type}`).join(',');
  const words = isUploading ? 'Uploading…' : names.length > 0 ? `Uploaded: ${names.join(', ')}` : '';
  return h(
    'div',
    { class: 'file-input' },
    h('input', { ...attributes, type: 'file', accept, multiple, onChange }),
    h('p', { class: 'field-hint', role: 'status' }, words),
  );
}

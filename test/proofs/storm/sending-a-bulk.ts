// An agent sends a file of many rows as people do: the command, the form, the file, the confirmation, and again when Slack or the
// bot says that it did not work.
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { View } from '#sandbox/slack/state/model.ts';
import type { Environment } from './environment.ts';
import { closeAll } from './taking-orders.ts';

/** A row of the file; `row` as the spreadsheet numbers it. */
export type SheetRow = { readonly row: number; readonly phone: string; readonly amount: number };

/** No number stands in it twice. */
export function sheetOf(howMany: number): { readonly rows: readonly SheetRow[]; readonly content: string } {
  const rows = Array.from({ length: howMany }, (_, index) => ({
    row: index + 2,
    phone: `0712${200_001 + index}`,
    amount: 100 + index,
  }));
  const lines = rows.map(({ row, phone, amount }) => `${phone};${amount};Row ${row}`);
  return { rows, content: ['Phone;Amount;For', ...lines].join('\r\n') };
}

const MAX_TRIES = 20;
/** For an answer of the bot. */
const ANSWER_MS = 3_000;
const PAUSE_MS = 10;
const MS_A_TRY = 1_000;

/**
 * Resolves when the bot says where it can be followed. `passTime` lets bots that were killed be replaced. Rejects after many tries.
 */
export async function sendBulk(
  environment: Environment,
  person: Person,
  where: { readonly channel: string; readonly content: string; readonly kind: 'prompt' | 'link' },
  passTime: (ms: number) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const view = environment.slack.modal(person.id);
    if (view && has(view, 'Follow or stop this in')) return;
    if (view && asksToConfirm(view)) await person.submit();
    else if (view && asksForFile(view)) await submitFile(person, view, where);
    else {
      await closeAll(environment, person);
      await person.command(where.channel, '/pay', 'bulk');
    }
    await answered(environment, person, view);
    await passTime(MS_A_TRY);
  }
  throw new Error('no bulk could be sent');
}

async function submitFile(
  person: Person,
  view: View,
  { channel, content, kind }: { channel: string; content: string; kind: string },
): Promise<void> {
  const id = person.upload({ name: 'customers.csv', content });
  const block = view.blocks.find(({ block_id: name }) => /^file(\.\d+)?$/.test(name))?.block_id ?? 'file';
  await person.submit({ [block]: id, kind, channel });
}

/** Waits for another view than `before`, and for the end of what it says takes a moment. */
async function answered({ slack }: Environment, person: Person, before: View | undefined): Promise<void> {
  for (let waited = 0; waited < ANSWER_MS; waited += PAUSE_MS) {
    const view = slack.modal(person.id);
    const isNew = view && (view.hash !== before?.hash || view.trouble);
    if (isNew && !has(view, 'Checking the file') && !has(view, 'Beginning')) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function asksForFile(view: View): boolean {
  return has(view, '"file_input"');
}

function asksToConfirm(view: View): boolean {
  return view.callback_id === 'bulk' && view.submit !== null && !asksForFile(view);
}

function has({ blocks }: View, words: string): boolean {
  return JSON.stringify(blocks).includes(words);
}

// The sandbox as a person meets it: a process of its own with nothing configured, used through the address it prints.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { FormEntries, Screen } from '#sandbox/page/server/screen.ts';
import { until } from '#test/journeys/rig.ts';
import { act, watch } from '#test/sandbox/page/session.ts';
import { renderMessage, renderView } from '#test/sandbox/slack/render/render.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teller-process-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('npm run sandbox', () => {
  it('prints one address, where a prompt is corrected in its form, sent, and paid', async () => {
    const sandbox = start();
    const url = await sandbox.url();
    const { conversations } = await watch(url, () => true);
    const channel = conversations.find(({ name }) => name === 'sales')?.id ?? '';

    const form = await openForm(url, channel, '/pay prompt 0712345678 1500 Two bags of flour');
    expect(form.modal && renderView(form.modal)).toMatch(/^Amount: 1500$/m);
    const refused = await submitForm(
      url,
      { amount: '16x' },
      ({ modal }) => Object.keys(modal?.errors ?? {}).length > 0,
    );
    expect(refused.modal && renderView(refused.modal)).toMatch(/^Amount: 16x\n.*\n? +! .*digits/m);
    const { orders } = await submitForm(url, { amount: '1600' }, (screen) =>
      Object.values(screen.orders).some(({ isRinging }) => isRinging),
    );
    const [order] = Object.values(orders);
    expect(order).toMatchObject({
      phone: '254712345678',
      method: 'MpesaKE',
      money: 'KES 1,600.00',
      description: 'Two bags of flour',
    });
    await act(url, { type: 'pay', trackingId: order?.trackingId });
    const paid = await watch(url, ({ messages }) =>
      Object.values(messages[channel] ?? {}).some((message) =>
        /00 paid\* ·[\s\S]*\(edited\)$/.test(renderMessage(message)),
      ),
    );
    const [card, ...replies] = Object.values(paid.messages[channel] ?? {}).map((message) =>
      renderMessage(message),
    );
    expect(card).toContain(':white_check_mark: *KES 1,600.00 paid*');
    expect(replies.filter((reply) => /KES 1,600\.00\*? (for|from)/.test(reply))).toHaveLength(1);
    expect(sandbox.printed()).toBe(`Sandbox running. Open ${url} (Ctrl-C stops it).\n`);
  });

  it('goes on when its input is closed, and leaves nothing behind on SIGINT, SIGTERM and SIGHUP', async () => {
    const all = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({ signal, sandbox: start() }));
    const urls = await Promise.all(all.map(({ sandbox }) => sandbox.url()));
    expect(new Set(urls).size).toBe(3);
    expect(await readdir(folder)).toHaveLength(3);
    for (const url of urls)
      await watch(url, ({ wire }) => Object.values(wire).some(({ what }) => what.includes('RegisterIPN')));
    for (const { signal, sandbox } of all) sandbox.child.kill(signal);
    for (const { signal, sandbox } of all) expect([signal, await sandbox.ended]).toEqual([signal, [0, null]]);
    expect(await readdir(folder)).toEqual([]);
  });
});

/**
 * Types it, and again where it was too late: this process is new, and Slack and Teller wait for each other no longer than in
 * earnest.
 */
async function openForm(url: string, channel: string, text: string): Promise<Screen> {
  for (let notes = 0; ; ) {
    await act(url, { type: 'write', channel, text });
    const screen = await watch(url, ({ modal, ephemerals }) => modal !== null || ephemerals.length > notes);
    if (screen.modal) return screen;
    expect(JSON.stringify([screen.ephemerals, screen.wire])).toMatch(TOO_LATE);
    notes = screen.ephemerals.length;
  }
}

/** Submits the form, and again where that was too late: however often the same form comes, it makes one order. */
async function submitForm(
  url: string,
  values: FormEntries,
  isDone: (screen: Screen) => boolean,
): Promise<Screen> {
  for (;;) {
    await act(url, { type: 'submit', values });
    const screen = await watch(url, (now) => isDone(now) || now.modal?.trouble !== undefined);
    if (isDone(screen)) return screen;
  }
}

const TOO_LATE = /could not check with Slack|operation_timeout|expired_trigger_id/;

/** With its input closed, as `npm run sandbox </dev/null` starts it. */
function start() {
  const child = spawn(process.execPath, ['src/sandbox/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const urlIn = () => /http:\S+/.exec(text)?.[0] ?? '';
  return {
    child,
    printed: () => text,
    ended: once(child, 'close'),
    async url() {
      await until(() => urlIn() !== '', 100_000);
      return urlIn();
    },
  };
}

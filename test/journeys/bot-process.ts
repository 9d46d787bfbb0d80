// The bot as a process of its own in a rig, in place of the rig's own bot: for what only its log shows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { insist } from './insist.ts';
import { type Rig, until } from './rig.ts';

export type BotProcess = {
  /** The log's lines of errors with an incident id, oldest first. */
  incidents(): string[];
  /** The log's lines that contain `words`. */
  linesWith(words: string): string[];
  /** Waits until /readyz says so. */
  isReady(): Promise<void>;
  kill(): Promise<void>;
  /** Does `act`, and waits until `read` says that something went wrong, with a number that is in the log once. */
  endsInSentence(act: () => Promise<unknown>, read: () => string | undefined): Promise<void>;
  /** The same in what is added to a list. */
  endsWithNew(act: () => Promise<unknown>, list: () => readonly string[]): Promise<void>;
};

/** `env`: further settings. */
export async function startBotProcess(
  rig: Rig,
  storeUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BotProcess> {
  await rig.stopBot();
  const isOverSocket = process.env['JOURNEYS_OVER'] === 'socket';
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SLACK_BOT_TOKEN: 'xoxb-stand-in-token',
      SLACK_SIGNING_SECRET: 'a-signing-secret-of-the-stand-in',
      ...(isOverSocket ? { SLACK_APP_TOKEN: 'xapp-stand-in-token' } : {}),
      SLACK_API_URL: rig.slack.apiUrl,
      PROVIDER_BASE_URL: rig.provider.baseUrl,
      PROVIDER_CONSUMER_KEY: rig.provider.consumerKey,
      PROVIDER_CONSUMER_SECRET: rig.provider.consumerSecret,
      PUBLIC_URL: rig.botUrl,
      PORT: new URL(rig.botUrl).port,
      STORE_URL: storeUrl,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const bot: BotProcess = {
    incidents: () => bot.linesWith('"incident"').filter((line) => line.includes('"level":"error"')),
    linesWith: (words) => log.split('\n').filter((line) => line.includes(words)),
    isReady: () =>
      until(async () => (await fetch(`${rig.botUrl}/readyz`).catch(() => undefined))?.status === 200),
    async kill() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
    async endsInSentence(act, read) {
      await insist(
        act,
        () => read() ?? '',
        () => (read() ?? '').includes(SAYS.somethingWentWrong),
      );
      const [, number = 'no incident number'] = SAYS.incident.exec(read() ?? '') ?? [];
      const ofNumber = () => bot.incidents().filter((line) => line.includes(number));
      await until(() => ofNumber().length > 0);
      expect(ofNumber()).toHaveLength(1);
    },
    async endsWithNew(act, list) {
      const before = list().length;
      await bot.endsInSentence(act, () => list().slice(before).join('\n'));
    },
  };
  try {
    await bot.isReady();
  } catch (error) {
    // Whoever called has nothing to end it with, and it would hold the output of the tests open for ever.
    await bot.kill();
    throw error;
  }
  return bot;
}

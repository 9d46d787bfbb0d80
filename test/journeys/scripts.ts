// The scripts of package.json as whoever calls them sees them: a process of its own, its output and its exit code.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Rig } from './rig.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = { doctor: 'src/doctor/main.ts', store: 'src/maintenance/main.ts' } as const;

export type Ended = { readonly code: number; readonly out: string; readonly errors: string };

export function runScript(
  name: keyof typeof FILES,
  words: readonly string[],
  settings: Record<string, string | undefined> = {},
): Promise<Ended> {
  // The cache is no setting: Node starts sooner with it.
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [FILES[name], ...words], { cwd: ROOT, env }, (_, out, errors) =>
      resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });
}

/** The settings with which the rig's own bot runs over HTTP. */
export function settingsOf(rig: Rig): Record<string, string> {
  return {
    SLACK_BOT_TOKEN: rig.slack.secrets.botToken,
    SLACK_SIGNING_SECRET: rig.slack.secrets.signingSecret,
    SLACK_API_URL: rig.slack.apiUrl,
    PROVIDER_BASE_URL: rig.provider.baseUrl,
    PROVIDER_CONSUMER_KEY: rig.provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: rig.provider.consumerSecret,
    PUBLIC_URL: rig.botUrl,
    PORT: new URL(rig.botUrl).port,
    STORE_URL: rig.storeUrl,
  };
}

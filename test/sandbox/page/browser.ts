// A real Chromium with a real sandbox, for tests of the page: starts both, ends both, and fails on what the console reports.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';
import { startPage } from '#sandbox/page/server/page.ts';
import { startTestEnvironment } from '#test/sandbox/test-environment.ts';
import { smallPng } from './small-png.ts';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters without coloured edges make smaller pictures.
  '--disable-lcd-text',
];

const CHROMIUM = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'chromium'))
  .find((path) => existsSync(path));

type Device = {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  /** Device pixels for each CSS pixel. */
  readonly density?: number;
};

export type Clip = { x: number; y: number; width: number; height: number };

type Visit = { readonly page: Page; readonly environment: Environment; readonly url: string };

/** Runs a scene on a fresh sandbox; an error or warning in the browser's console fails it. */
type Play = (scene: (visit: Visit) => Promise<void>, device?: Device) => Promise<void>;

/** Tests of the sandbox's page in Chromium. */
export function describeInChromium(name: string, tests: (play: Play) => void): void {
  describeWithChromium(name, (browser) => tests((scene, device) => playIn(browser(), scene, device)));
}

/**
 * Tests in Chromium, which is there once they run. Where there is none they are left out, and say so; where CI is set there has
 * to be one.
 */
export function describeWithChromium(name: string, tests: (browser: () => Browser) => void): void {
  const isThere = CHROMIUM !== undefined || process.env['CI'] !== undefined;
  const words = isThere ? name : `${name} (left out: no chromium is installed here)`;
  describe.runIf(isThere)(words, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      expect(CHROMIUM, 'CI needs a chromium on its PATH').toBeDefined();
      browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ARGUMENTS });
    });
    afterAll(() => browser?.close());
    tests(() => {
      if (!browser) throw new Error('Chromium did not start.');
      return browser;
    });
  });
}

/** Generous, since the machine may be busy: what waits for a condition ends when that is true. */
const PATIENCE_MS = 30_000;

/** Polls until the value fits. */
export const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: PATIENCE_MS });

async function playIn(browser: Browser, scene: (visit: Visit) => Promise<void>, device: Device = {}) {
  const { width = 1440, height = 900, scheme = 'light', density = 1 } = device;
  const environment = await startTestEnvironment();
  const served = await startPage({ environment, port: 0 });
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: density,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(served.url);
    await page.getByRole('heading', { name: 'sales', exact: true }).waitFor();
    await scene({ page, environment, url: served.url });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await served.stop();
    await environment.stop();
  }
}

/** Saves a screenshot in the folder that SCREENSHOTS names, or in one of the machine's temporary ones. */
export async function keepPicture(page: Page, name: string, clip?: Clip): Promise<string> {
  const folder = process.env['SCREENSHOTS'] || join(tmpdir(), 'teller-pictures');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await writeFile(path, smallPng(await page.screenshot(clip && { clip })));
  return path;
}

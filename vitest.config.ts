import { defineConfig } from 'vitest/config';

/** What people live through must be the same whichever way Slack reaches the bot. */
const JOURNEYS = 'test/journeys/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'] } },
      { extends: true, test: { name: 'socket', include: [JOURNEYS], env: { JOURNEYS_OVER: 'socket' } } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // The last one runs in a browser, where this cannot count.
      exclude: ['src/main.ts', 'src/sandbox/main.ts', 'src/sandbox/page/web/**'],
      reporter: ['text-summary', 'html'],
    },
  },
});

// The tests that `npm run mutate` runs against each change: those of one area, without projects, because its runner knows none.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: (process.env['MUTATE_TESTS'] ?? '').split(' '),
    exclude: [
      'test/**/*.browser.test.ts',
      'test/**/*redis*.test.ts',
      'test/**/*.slow.test.ts',
      // Nothing but properties that say little with few examples.
      'test/**/any-words.test.ts',
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    setupFiles: ['test/mutate/fewer-runs.ts'],
  },
});

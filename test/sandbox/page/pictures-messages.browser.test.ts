// The pictures of docs/messages.md: every message about an order on one sheet for each width, light and dark.
import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { messages, outcomes } from '#test/slack/samples.ts';
import { describeInChromium, keepPicture } from './browser.ts';
import { postAll, SHEETS, sheetOf } from './sheet.ts';

const MAX_BYTES = 420_000;

describeInChromium('the pictures of docs/messages.md', (play) => {
  it.each(SHEETS)(
    'show every message at %d pixels, %s, and nothing is wider than the screen',
    (width, scheme) =>
      play(
        async ({ page, environment }) => {
          const samples = Object.entries({ ...messages(), ...outcomes() }).map(
            ([name, { blocks }]): [string, readonly unknown[]] => [name, blocks],
          );
          await postAll(environment, samples);
          const clip = await sheetOf(page, samples.length);
          const path = await keepPicture(page, `messages-${width}-${scheme}`, clip);
          expect((await stat(path)).size).toBeLessThanOrEqual(MAX_BYTES);
        },
        { width, scheme, height: 12_000 },
      ),
  );
});

// Pictures of lists, digests, a report and Home: all on one sheet for each width, light and dark.
import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { listSamples } from '#test/slack/every-sample.ts';
import { describeInChromium, keepPicture } from './browser.ts';
import { postAll, SHEETS, sheetOf } from './sheet.ts';

const MAX_BYTES = 280_000;

describeInChromium('the pictures of lists, digests and Home', (play) => {
  it.each(SHEETS)('show each at %d pixels, %s, and nothing is wider than the screen', (width, scheme) =>
    play(
      async ({ page, environment }) => {
        const samples = Object.entries(listSamples()).map(
          ([name, { blocks }]): [string, readonly unknown[]] => [name, blocks],
        );
        await postAll(environment, samples);
        const path = await keepPicture(page, `lists-${width}-${scheme}`, await sheetOf(page, samples.length));
        expect((await stat(path)).size).toBeLessThanOrEqual(MAX_BYTES);
      },
      { width, scheme, height: 6_000 },
    ),
  );
});

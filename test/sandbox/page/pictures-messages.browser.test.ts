// The pictures of docs/messages.md: every message about an order on one sheet for each width, light and dark, and on another
// what one person alone reads after a form or a press.
import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { answerSamples } from '#test/slack/answer-samples.ts';
import { messages, outcomes } from '#test/slack/samples.ts';
import { describeInChromium, keepPicture } from './browser.ts';
import { postAll, SHEETS, sheetOf } from './sheet.ts';

const MAX_BYTES = 640_000;

const SAMPLES = {
  messages: () => messages(),
  answers: () => ({ ...outcomes(), ...answerSamples() }),
};

describeInChromium('the pictures of docs/messages.md', (play) => {
  it.each(
    (['messages', 'answers'] as const).flatMap((name) => SHEETS.map((sheet) => [name, ...sheet] as const)),
  )('show all %s at %d pixels, %s, and nothing is wider than the screen', (name, width, scheme) =>
    play(
      async ({ page, environment }) => {
        const samples = Object.entries(SAMPLES[name]()).map(
          ([title, { blocks }]): [string, readonly unknown[]] => [title, blocks],
        );
        await postAll(environment, samples);
        const clip = await sheetOf(page, samples.length);
        const path = await keepPicture(page, `${name}-${width}-${scheme}`, clip);
        expect((await stat(path)).size).toBeLessThanOrEqual(MAX_BYTES);
      },
      { width, scheme, height: 12_000 },
    ),
  );
});

// Every sample, also of what no scene leads to: each state of a card, each reply, the longest and strangest texts.
import { expect, test } from 'vitest';
import { everySample, type Sample } from '#test/slack/every-sample.ts';
import { goldenText } from './normalized.ts';

const samples = everySample().sort((a, b) => (a.name < b.name ? -1 : 1));
const areaOf = ({ name, kind }: Sample) => (name.startsWith('Card') ? 'card' : kind);

test.each(['card', 'message', 'modal', 'home'])('samples: each %s looks as it did before', async (area) => {
  const own = samples.filter((sample) => areaOf(sample) === area);
  const text = goldenText(Object.fromEntries(own.map(({ name, content }) => [name, content])));
  await expect(text).toMatchFileSnapshot(`./samples-${area}.json`);
});

// Everything that Teller shows: within Slack's limits, nothing foreign that formats or mentions, and in what others may read
// no customer's whole number.
import { expect, test } from 'vitest';
import { readView } from '#sandbox/slack/blocks/surfaces.ts';
import { everySample } from './every-sample.ts';
import { expectGoodMessage, expectGoodView, expectMasked } from './harmless.ts';

test.each(everySample())('$name is within Slack’s limits and harmless', (sample) => {
  if (sample.kind === 'message') {
    expectGoodMessage(sample.content);
    expectMasked(sample.content);
  } else if (sample.kind === 'modal') expectGoodView(sample.content);
  else expect(() => readView(sample.content, 'home')).not.toThrow();
});

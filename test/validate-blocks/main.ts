// `npm run validate-blocks`: asks Slack's validator about everything that Teller shows. Needs the internet, and no token.
import { WebClient } from '@slack/web-api';
import { everySample } from '#test/slack/every-sample.ts';
import { validateSamples } from './validate.ts';

const samples = everySample();
console.log(`Asking Slack about ${samples.length} messages, forms and Homes…`);
const client = new WebClient(undefined, { retryConfig: { retries: 2 } });
const refusals = await validateSamples(client, samples).catch((error: unknown) => {
  console.error(`Slack cannot be asked: ${error instanceof Error ? error.message : error}`);
  process.exit(2);
});
for (const { name, errors } of refusals) {
  console.log(`\n${name}`);
  for (const error of errors) console.log(`  ${error}`);
}
console.log(`\nSlack refuses ${refusals.length} of ${samples.length}.`);
process.exitCode = refusals.length > 0 ? 1 : 0;

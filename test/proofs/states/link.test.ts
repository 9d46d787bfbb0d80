import { DEPTH, describeWalks } from './keeps-rules.ts';
import { SCENARIOS } from './scenarios.ts';

describeWalks('a link', async () => SCENARIOS.link, DEPTH);

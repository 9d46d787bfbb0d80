import { describeWalks, LESS_DEPTH } from './keeps-rules.ts';
import { SCENARIOS } from './scenarios.ts';

describeWalks('a link with a deadline', async () => SCENARIOS.deadline, LESS_DEPTH);

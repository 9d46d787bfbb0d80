// The rate limit of one process, which counts its turns in memory.
import { createRateLimit } from '#slack/delivery/rate-limit.ts';
import { rateLimitSuite } from './rate-limit-suite.ts';

rateLimitSuite('in memory', (clock) => createRateLimit(clock), { runs: 30 });

// Properties are tried with fewer examples against each of hundreds of changes than they are alone, where these say nothing else.
import fc from 'fast-check';

fc.configureGlobal({ numRuns: 30 });

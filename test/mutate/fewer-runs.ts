// Properties are tried with fewer examples and for less time against each of hundreds of changes than they are alone, also
// where they name a number of examples themselves.
import fc from 'fast-check';

fc.configureGlobal({ numRuns: 30, interruptAfterTimeLimit: 1_000, markInterruptAsFailure: false });

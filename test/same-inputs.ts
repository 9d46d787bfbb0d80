// A short run tries the same made inputs each time, so that what fails was broken by the change that is tested. `test:night`
// draws new ones, and prints the seed of what it finds.
import fc from 'fast-check';
import { isShort } from './proofs/how-many.ts';

if (isShort) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });

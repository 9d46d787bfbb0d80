// `npm run store -- copy` from one file to another.
import { copyContract } from './copy-contract.ts';
import { sqlitePlace } from './place.ts';

copyContract('from SQLite to SQLite', async () => ({ from: sqlitePlace(), to: sqlitePlace() }));

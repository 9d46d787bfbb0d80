// What src/store/store.ts promises, as a test that every driver passes.
import { describe } from 'vitest';
import { auditContract } from './contract-audit.ts';
import { entriesContract } from './contract-entries.ts';
import { findingContract } from './contract-finding.ts';
import { keyValuesContract } from './contract-key-values.ts';
import { leasesContract } from './contract-leases.ts';
import { listsContract } from './contract-lists.ts';
import { ordersContract } from './contract-orders.ts';
import { outageContract } from './contract-outage.ts';
import { queueContract } from './contract-queue.ts';
import { queueModelContract } from './contract-queue-model.ts';
import { renewContract } from './contract-renew.ts';
import { searchContract } from './contract-search.ts';
import { searchModelContract } from './contract-search-model.ts';
import { saveTogetherContract } from './contract-together.ts';
import type { OpenSubject } from './subject.ts';

export function storeContract(name: string, open: OpenSubject): void {
  describe(`the store on ${name}`, () => {
    ordersContract(open);
    saveTogetherContract(open);
    findingContract(open);
    searchContract(open);
    searchModelContract(open);
    listsContract(open);
    entriesContract(open);
    auditContract(open);
    queueContract(open);
    renewContract(open);
    queueModelContract(open);
    leasesContract(open);
    keyValuesContract(open);
    outageContract(open);
  });
}

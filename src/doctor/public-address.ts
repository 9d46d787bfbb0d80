// Looks at PUBLIC_URL from inside: whether Teller answers there, and whether it is an address for the outside.
import { type Diagnosis, good, warning } from '#lib/diagnosis.ts';
import { isHere } from './is-here.ts';
import { tellerAt } from './teller-at.ts';

/** From inside nothing about it is certain, so nothing is wrong: at most a warning. */
export async function inspectPublicAddress(publicUrl: string): Promise<Diagnosis[]> {
  return [await answerAt(publicUrl), ...formOf(publicUrl)];
}

async function answerAt(publicUrl: string): Promise<Diagnosis> {
  const answer = await tellerAt(publicUrl);
  if (answer.status === 'teller') return good(`Teller answers at ${publicUrl}.`);
  if (answer.status === 'unreachable')
    return warning(
      `${publicUrl} can’t be reached from here: ${answer.why}. It may still work from outside.`,
      `Start Teller, then open ${publicUrl}/healthz from another network.`,
    );
  return warning(
    `Something other than Teller answers at ${publicUrl}: ${answer.what}.`,
    'Start Teller if it isn’t running, and point the address to its port.',
  );
}

function formOf(publicUrl: string): Diagnosis[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (isHere(hostname))
    return [
      warning(
        `${hostname} is an address of this machine or its network.`,
        'Set PUBLIC_URL to one that Pesapal and customers can reach.',
      ),
    ];
  if (protocol === 'https:') return [];
  return [
    warning(
      'PUBLIC_URL starts with http://.',
      'Use https:// so nobody can read notifications and receipts in transit.',
    ),
  ];
}

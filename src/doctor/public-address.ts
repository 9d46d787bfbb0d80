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
  if (answer.status === 'teller') return good(`A Teller answers at ${publicUrl}.`);
  if (answer.status === 'unreachable')
    return warning(
      `${publicUrl} cannot be reached from here: ${answer.why}. From outside it may be.`,
      `Once Teller runs, open ${publicUrl}/healthz from another network.`,
    );
  return warning(
    `At ${publicUrl} something else than Teller answers: ${answer.what}.`,
    'If Teller runs, let the address lead to its port. If it does not, start it and ask again.',
  );
}

function formOf(publicUrl: string): Diagnosis[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (isHere(hostname))
    return [
      warning(
        `${hostname} is an address of this machine or its network.`,
        'Set PUBLIC_URL to one that the payment service and customers reach.',
      ),
    ];
  if (protocol === 'https:') return [];
  return [
    warning(
      'PUBLIC_URL begins with http://.',
      'Use https://, so that nobody reads notifications and receipts on their way.',
    ),
  ];
}

// Requests a refund from the provider's stand-in, as any merchant's program could.
import { expect } from 'vitest';
import type { Environment } from '#sandbox/environment/environment.ts';

export async function requestRefund(
  { provider }: Pick<Environment, 'provider'>,
  request: {
    readonly confirmation_code: string;
    readonly amount: number;
    readonly username?: string;
    readonly remarks?: string;
  },
): Promise<void> {
  const post = async (path: string, body: object, token = '') => {
    const response = await fetch(provider.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { consumerKey: consumer_key, consumerSecret: consumer_secret } = provider;
  const { token } = await post('/Auth/RequestToken', { consumer_key, consumer_secret });
  const refund = { username: 'Amina', remarks: 'Sent twice', ...request };
  expect(await post('/Transactions/RefundRequest', refund, token)).toMatchObject({ status: '200' });
}

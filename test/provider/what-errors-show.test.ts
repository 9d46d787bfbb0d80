// The text of an error: a next step, the provider's message, and nothing private.
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { redact } from '#provider/errors.ts';
import {
  CONSUMER_KEY,
  CONSUMER_SECRET,
  createRig,
  errorOf,
  order,
  pushOrder,
  type Rig,
  TRACKING_ID,
} from './rig.ts';
import { PUSH, type Reply, STATUS, SUBMIT } from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const apiError = (code: string | null, message: string | null) => ({
  error: { error_type: 'api_error', code, message },
  status: '500',
});

async function submitError(reply: Reply) {
  rig.service.on(SUBMIT, reply);
  return errorOf(rig.client.submitOrder(order()));
}

async function pushError(reply: Reply) {
  rig.service.on(PUSH, reply);
  return errorOf(rig.client.push(pushOrder()));
}

describe('what an error shows', () => {
  test('an error shows a next step, and for a change with an unknown outcome the advice to look first', async () => {
    const declined = await submitError({ json: apiError('amount_exceeds_default_limit', 'Limit is 1,000') });
    expect(declined.message).toBe(
      'submitOrder: Pesapal answered (HTTP 200, code amount_exceeds_default_limit) "Limit is 1,000". ' +
        'Change the order, or contact Pesapal.',
    );
    const otherKeys = await submitError({ json: apiError('InvalidIpnId', '') });
    expect(otherKeys.message).toContain('whether they belong to PROVIDER_BASE_URL');
    expect((await pushError({ status: 500, text: '' })).message).toContain(
      'Look the transaction up before you try again',
    );
  });

  test('an error shows no key, token or phone number, its causes included', async () => {
    const token = () =>
      rig.service.callsTo(PUSH).at(-1)?.headers.authorization?.replace('Bearer ', '') ?? 'none';
    rig.service.on(PUSH, (call) => ({
      json: {
        error: {
          error_type: 'api_error',
          code: 'odd',
          message: `${CONSUMER_KEY} ${CONSUMER_SECRET} ${call.headers.authorization} cannot call +254 712 345-678 or 0712345678`,
        },
      },
    }));
    const errors = [await errorOf(rig.client.push(pushOrder()))];
    errors.push(
      await pushError({ fault: 'reset' }),
      await pushError({ fault: 'cut', json: { business_number: '1' } }),
    );
    errors.push(await errorOf(rig.client.push(pushOrder({ msisdn: '0712345678' }))));
    const shown = errors.map((error) => inspect(error, { depth: 20, showHidden: true })).join('\n');
    expect(token()).toMatch(/^eyJ/);
    for (const secret of [CONSUMER_KEY, CONSUMER_SECRET, token(), '254712345678', '712345678', '712 345']) {
      expect(shown).not.toContain(secret);
    }
  });

  test('an error shows short numbers, dates and tracking ids', () => {
    const text = `Limit 100000 on 2024-03-18 for ${TRACKING_ID}`;
    expect(redact(text)).toBe(text);
    expect(redact('call 0712 345 678 now')).toBe('call ••• now');
    expect(redact('x'.repeat(2000))).toHaveLength(500);
  });

  test('an error of a status request is a refusal, because a question changes nothing', async () => {
    rig.service.on(STATUS, { status: 500, text: '' });
    expect(await errorOf(rig.client.getTransactionStatus(TRACKING_ID))).toMatchObject({ outcome: 'refused' });
  });
});

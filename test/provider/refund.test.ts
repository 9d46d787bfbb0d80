import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RefundRequest, validateRefund } from '#provider/requests.ts';
import { afterLimit } from '#test/after-limit.ts';
import { createRig, errorOf, type Rig, refund } from './rig.ts';
import { REFUND, type Reply, TOKEN } from './scripted-service.ts';

const FINE = 'Refund request successfully';
const ALREADY = 'Refund request has been received already';
const WRONG_AMOUNT = 'Invalid amount provided. Please check your transaction details';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

function answerTo(reply: Reply) {
  rig.service.on(REFUND, reply);
  return rig.client.requestRefund(refund());
}

const sentBodies = () => rig.service.callsTo(REFUND).map(({ json }) => json);

describe('a refund request sends', () => {
  test('the code, the amount as a JSON number, who asks and why', async () => {
    rig.service.on(REFUND, { json: { status: '200', message: 'Refund request successfully' } });
    await rig.client.requestRefund(refund({ amount: 100.5 }));
    expect(sentBodies()).toEqual([
      {
        confirmation_code: 'SCJ8JQ26SW',
        amount: 100.5,
        username: 'Amina Otieno, approved by Brian Kimani',
        remarks: 'Sent twice by mistake',
      },
    ]);
    expect(rig.service.callsTo(REFUND)[0]?.body).toContain('"amount":100.5');
  });

  test('a card’s code of 22 digits whole, as text', async () => {
    rig.service.on(REFUND, { json: { status: '200', message: '' } });
    await rig.client.requestRefund(refund({ confirmationCode: ' 7117362530946128904951 ' }));
    expect(rig.service.callsTo(REFUND)[0]?.body).toContain('"7117362530946128904951"');
  });

  test('names and remarks in plain characters, whatever people typed', async () => {
    rig.service.on(REFUND, { json: { status: '200', message: '' } });
    await rig.client.requestRefund(
      refund({
        username: 'Zoë D’Souza, approved by Cœur Łęcka',
        remarks: ' Le client\ns’est “trompé” – 2× payé… 😀 ٣ fois, ₦5, 2½ sacs, ለምን ',
      }),
    );
    expect(sentBodies()).toMatchObject([
      {
        username: "Zoe D'Souza, approved by Coeur ?ecka",
        remarks: 'Le client s\'est "trompe" - 2 paye... 3 fois, 5, 2? sacs, ???',
      },
    ]);
  });

  test('names of up to 100 and remarks of up to 200 plain characters, and of longer ones the beginning', () => {
    const sent = (username: string, remarks: string) => validateRefund(refund({ username, remarks }));
    const longest = { username: 'e'.repeat(100), remarks: 'x'.repeat(200) };
    expect(sent('é'.repeat(100), longest.remarks)).toMatchObject(longest);
    expect(sent('é'.repeat(101), `${longest.remarks}…`)).toMatchObject(longest);
    expect(sent('Amina', `${'x'.repeat(199)} y`).remarks).toBe('x'.repeat(199));
  });

  test.each<[string, Record<string, unknown>]>([
    ['confirmation_code', { confirmationCode: '' }],
    ['confirmation_code', { confirmationCode: ' \n' }],
    ['confirmation_code', { confirmationCode: undefined }],
    ['confirmation_code', { confirmationCode: 7117362530946 }],
    ['amount', { amount: 0 }],
    ['amount', { amount: -5 }],
    ['amount', { amount: '100.00' }],
    ['amount', { amount: Number.NaN }],
    ['amount', { amount: undefined }],
    ['username', { username: '' }],
    ['username', { username: '\u0301 \n' }],
    ['username', { username: 7 }],
    ['username', { username: undefined }],
    ['remarks', { remarks: ' ' }],
    ['remarks', { remarks: '😀' }],
    ['remarks', { remarks: null }],
    ['remarks', { remarks: undefined }],
    ['currency', { currency: 'KES' }],
  ])('nothing when %s is wrong: %j', async (field, wrong) => {
    const error = await errorOf(rig.client.requestRefund({ ...refund(), ...wrong } as RefundRequest));
    expect(error).toMatchObject({ operation: 'requestRefund', kind: 'invalid_request', outcome: 'refused' });
    expect(error.fields.map((fault) => fault.field)).toEqual([field]);
    expect(rig.service.calls).toEqual([]);
  });
});

describe('the answer to a refund request', () => {
  test.each<[string, unknown, string, string]>([
    ['200', { status: '200', message: ` ${FINE} ` }, 'received', FINE],
    [
      '200 as a number',
      { status: 200, message: 'Not paid back, says this' },
      'received',
      'Not paid back, says this',
    ],
    ['200 without a message', { status: '200' }, 'received', ''],
    ['200 beside an error of nulls', { status: '200', error: { code: null, message: null } }, 'received', ''],
    ['200 under error', { error: '200', message: FINE }, 'received', FINE],
    ['200 under both', { status: '200', error: 200, message: 'Fine' }, 'received', 'Fine'],
    ['500', { status: '500', message: WRONG_AMOUNT }, 'refused', WRONG_AMOUNT],
    ['500 under error', { error: '500', message: 'Refund rejected' }, 'refused', 'Refund rejected'],
    ['500 with the sentence of a success', { status: '500', message: FINE }, 'refused', FINE],
    ['404', { status: '404', message: 'Unknown' }, 'refused', 'Unknown'],
    ['500 without a message', { status: '500', message: null }, 'refused', ''],
    [
      '500 with a known sentence',
      { status: '500', message: 'Invalid order request.' },
      'refused',
      'Invalid order request.',
    ],
    ['500 and received already', { status: '500', message: ALREADY }, 'received_already', ALREADY],
    ['received already under error', { error: '500', message: ALREADY }, 'received_already', ALREADY],
    [
      '200 and received already',
      { status: '200', message: `${ALREADY}.` },
      'received_already',
      `${ALREADY}.`,
    ],
    ['an error text', { error: 'Refund rejected' }, 'refused', 'Refund rejected'],
  ])(
    'is decided by its status (%s) and by the one sentence that says that it was received before',
    async (_, json, status, message) => {
      expect(await answerTo({ json })).toEqual({ status, message });
      expect(rig.service.callsTo(REFUND)).toHaveLength(1);
    },
  );

  test.each<[string, Reply, string]>([
    [
      'the ordinary shape',
      { json: { error: { error_type: 'api_error', code: 'x', message: 'No' }, status: '500' } },
      'No',
    ],
    [
      'a code without words',
      { json: { error: { code: 'amount_exceeds_default_limit', message: '' } } },
      'amount_exceeds_default_limit',
    ],
    [
      'a code that is known',
      { json: { error: { code: 'payment_details_not_found', message: 'None' } } },
      'None',
    ],
    [
      'model state',
      { status: 400, json: { message: 'Invalid', modelState: { amount: ['Odd'] } } },
      'amount: Odd',
    ],
  ])('is a refusal with the service’s words in an error of %s', async (_, reply, message) => {
    expect(await answerTo(reply)).toEqual({ status: 'refused', message });
  });

  test.each<[string, Reply]>([
    ['the ordinary shape', { json: { error: { error_type: 'api_error', message: ALREADY }, status: '500' } }],
    ['a conflict', { status: 409, json: { message: ALREADY } }],
    ['a server’s fault', { status: 500, json: { status: '500', message: ALREADY } }],
  ])('says received already in an error of %s too', async (_, reply) => {
    expect(await answerTo(reply)).toEqual({ status: 'received_already', message: ALREADY });
  });

  test.each<[string, unknown]>([
    ['yes and no', { status: '200', error: '500', message: 'Refund' }],
    ['no and yes', { status: '500', error: '200', message: 'Refund' }],
    ['yes beside an error', { status: '200', error: { error_type: 'api_error', code: 'x', message: 'No' } }],
    ['neither', { message: 'Refund request successfully' }],
    ['neither, but a sentence', { message: ALREADY }],
    ['another status', { status: 'OK', message: 'Refund request successfully' }],
    ['a list', [{ status: '200', message: '' }]],
  ])('leaves the outcome unknown when it says %s', async (_, json) => {
    expect(await errorOf(answerTo({ json }))).toMatchObject({ kind: 'unreadable', outcome: 'unknown' });
    expect(rig.service.callsTo(REFUND)).toHaveLength(1);
  });

  test('shows no phone number of the service’s message', async () => {
    const json = { status: '500', message: 'Cannot pay 254712345678 back' };
    expect((await answerTo({ json })).message).toBe('Cannot pay ••• back');
  });
});

describe('a refund request without an answer', () => {
  test.each<[string, Reply]>([
    ['is lost', { fault: 'reset' }],
    ['is cut off', { json: { status: '200', message: 'Refund request successfully' }, fault: 'cut' }],
    ['is a server’s fault', { status: 500, json: { status: '500', message: 'Refund rejected' } }],
    ['is a proxy’s page', { status: 503, text: '<html>Busy</html>' }],
  ])('is not repeated when it %s, and may have been received', async (_, reply) => {
    const error = await errorOf(answerTo(reply));
    expect(error).toMatchObject({ operation: 'requestRefund', outcome: 'unknown' });
    expect(error.message).toContain('Check the Pesapal dashboard before you try again');
    expect(rig.service.callsTo(REFUND)).toHaveLength(1);
  });

  test('is not repeated when none comes in time, and may have been received', async () => {
    rig.service.on(REFUND, { fault: 'stall' });
    const timeoutMs = 2_000;
    const hasty = rig.replica({ timeoutMs });
    const error = await afterLimit(
      timeoutMs,
      () => errorOf(hasty.requestRefund(refund())),
      () => rig.service.callsTo(REFUND).length > 0,
    );
    expect(error).toMatchObject({ kind: 'unavailable', outcome: 'unknown' });
    expect(rig.service.callsTo(REFUND)).toHaveLength(1);
  });

  test.each<[string, Reply, string]>([
    ['too many requests', { status: 429, text: '' }, 'rate_limited'],
    ['a wrong address', { status: 404, json: { message: 'No HTTP resource was found' } }, 'unavailable'],
  ])('did nothing when the service answers with %s', async (_, reply, kind) => {
    expect(await errorOf(answerTo(reply))).toMatchObject({ kind, outcome: 'refused' });
  });

  test('is repeated once when the token was refused, because then nothing was requested', async () => {
    const refusal = { error: { code: 'invalid_api_credentials_provided', message: 'Invalid Access Token' } };
    rig.service.on(REFUND, { json: refusal }, { json: { status: '200', message: '' } });
    expect(await rig.client.requestRefund(refund())).toEqual({ status: 'received', message: '' });
    expect(rig.service.callsTo(REFUND)).toHaveLength(2);
    expect(rig.service.callsTo(TOKEN)).toHaveLength(2);
  });
});

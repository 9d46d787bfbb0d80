// What kind of error an answer is, where it stands in the answer, and whether something may have been done all the same.
import { describe, expect, test } from 'vitest';
import type { Operation } from '#provider/operations.ts';
import { readError, refusesToken } from '#provider/read-error.ts';
import { answer, CONTENT_TYPE } from './answer.ts';
import { TRACKING_ID } from './rig.ts';

const errorIn = (...given: Parameters<typeof answer>) => readError(answer(...given));
const codeOnly = (code: string) => ({
  error: { error_type: 'api_error', code, message: 'No.' },
  status: '500',
});

describe('the kind of an error', () => {
  test.each([
    ['invalid_api_credentials_provided', 'credentials'],
    ['invalid_consumer_key_or_secret_provided', 'credentials'],
    ['consumer_key_unknown', 'credentials'],
    ['invalid_api_request_parameters', 'invalid_request'],
    ['InvalidIpnId', 'invalid_request'],
    ['invalid_url', 'invalid_request'],
    ['payment_details_not_found', 'not_found'],
    ['amount_exceeds_default_limit', 'declined'],
    ['maximum_amount_limit_exceeded', 'declined'],
    ['test_transactions_exceeded', 'declined'],
  ])('the code %s means %s, and that nothing was done', (code, kind) => {
    expect(errorIn(codeOnly(code))).toMatchObject({ kind, outcome: 'refused', code, serviceMessage: 'No.' });
  });

  test.each([
    ['Invalid Payment method provided', 'invalid_request'],
    ['Invalid Payment method provided.', 'invalid_request'],
    ['Invalid order request', 'not_found'],
    ['Invalid order state. Order cannot be cancelled', 'order_state'],
  ])('the message "%s" without a code means %s', (message, kind) => {
    expect(errorIn({ error: { message }, status: '500' })).toMatchObject({ kind, outcome: 'refused' });
    expect(errorIn({ error: { message: `${message} at all` } })?.kind).not.toBe(kind);
  });

  test.each([
    [401, 'credentials', 'refused'],
    [409, 'rate_limited', 'refused'],
    [429, 'rate_limited', 'refused'],
    [400, 'invalid_request', 'refused'],
    [413, 'invalid_request', 'refused'],
    [422, 'invalid_request', 'refused'],
    [404, 'unavailable', 'refused'],
    [300, 'unavailable', 'refused'],
    [199, 'unavailable', 'refused'],
    [408, 'unavailable', 'unknown'],
    [500, 'unavailable', 'unknown'],
    [503, 'unavailable', 'unknown'],
  ])(
    'HTTP %s without a reason means %s, and of an order that what became of it is %s',
    (status, kind, outcome) => {
      expect(errorIn(undefined, status)).toMatchObject({ kind, outcome, httpStatus: status });
      expect(errorIn({}, status)?.message).toContain(`the service answered HTTP ${status} without a reason.`);
      expect(errorIn(undefined, status, 'getTransactionStatus')?.outcome).toBe('refused');
    },
  );

  test('a known code behind a server’s fault is believed, but not that there is no such order', () => {
    for (const [code, kind] of [
      ['invalid_url', 'invalid_request'],
      ['amount_exceeds_default_limit', 'declined'],
      ['maximum_amount_limit_exceeded', 'declined'],
      ['test_transactions_exceeded', 'declined'],
    ] as const)
      expect(errorIn(codeOnly(code), 500)).toMatchObject({ kind, outcome: 'refused', fields: [] });
    expect(errorIn(codeOnly('payment_details_not_found'), 500)).toMatchObject({ kind: 'unavailable' });
    expect(errorIn(codeOnly('payment_details_not_found'), 408)?.kind).toBe('unavailable');
  });

  test('of a token request an unknown error that speaks of the key is about the credentials, and any other is not', () => {
    const kindOf = (error: object, operation: Operation = 'requestToken') =>
      errorIn({ error }, 200, operation)?.kind;
    expect(kindOf({ code: 'bad_consumer', message: '' })).toBe('credentials');
    expect(kindOf({ code: 'x', message: 'Wrong Credentials' })).toBe('credentials');
    expect(kindOf({ code: 'x', message: 'Try later' })).not.toBe('credentials');
    expect(kindOf({ code: 'bad_consumer', message: '' }, 'submitOrder')).not.toBe('credentials');
  });

  test.each([
    ['order_tracking_id', TRACKING_ID],
    ['business_number', '220222'],
    ['business_number', 220222],
  ])('an error with what only a success has, %s, may have been done all the same', (field, value) => {
    expect(errorIn({ ...codeOnly('invalid_url'), [field]: value })?.outcome).toBe('unknown');
    expect(errorIn({ ...codeOnly('invalid_url'), [field]: ' ' })?.outcome).toBe('refused');
    expect(errorIn({ ...codeOnly('invalid_url'), [field]: null })?.outcome).toBe('refused');
  });

  test('an error with zeros in the place of an id or a number names no order, so nothing was done', () => {
    const zeros = { order_tracking_id: '00000000-0000-0000-0000-000000000000', business_number: 0 };
    expect(errorIn({ ...codeOnly('something_never_seen'), ...zeros })?.outcome).toBe('refused');
  });
});

describe('where an error stands', () => {
  test('an object of nulls beside a success is none, and neither is a message alone', () => {
    const nulls = { error_type: null, code: null, message: null };
    expect(errorIn({ error: nulls, status: '200' })).toBeUndefined();
    expect(errorIn({ message: 'Request processed successfully' })).toBeUndefined();
    expect(errorIn([])).toBeUndefined();
  });

  test.each<[string, unknown, string | undefined, string]>([
    ['in an object', { error: { code: ' c1 ', message: 'Why' } }, 'c1', 'Why'],
    ['as a text', { error: ' Why not ' }, undefined, 'Why not'],
    ['at the top, by its code', { code: 'c1', message: 'Why' }, 'c1', 'Why'],
    ['at the top, by its type', { error_type: 't1' }, undefined, 't1'],
    ['as JSON in a message', { message: '{"error":{"code":"c1","message":"Why"}}' }, 'c1', 'Why'],
    ['as several in one text', { error: { message: 'a | |b|' } }, undefined, 'a; b'],
  ])('%s it is read', (_, body, code, message) => {
    const error = errorIn(body);
    expect(error).toMatchObject({ serviceMessage: message, fields: [] });
    expect(error?.code).toBe(code);
    expect(error?.message).toContain(
      `the service answered (HTTP 200${code ? `, code ${code}` : ''}) "${message}".`,
    );
  });

  test('what only looks like JSON in a message is a message, which says something only beside a bad status', () => {
    expect(errorIn({ message: '{oops' })).toBeUndefined();
    expect(errorIn({ message: '{"hello":1}' }, 400)?.serviceMessage).toBe('{"hello":1}');
    expect(errorIn({ message: 'error' }, 400)?.serviceMessage).toBe('error');
    expect(errorIn({ message: 'x' }, 400)?.code).toBeUndefined();
  });

  test('model state names each field without the model, and its texts in one line', () => {
    const modelState = {
      'order.amount': ['Too much', '', 'Really'],
      'billing_address.email_address': 'Wrong',
      currency: [7],
    };
    const error = errorIn({ message: 'The request is invalid.', modelState }, 400);
    expect(error?.kind).toBe('invalid_request');
    expect(error?.fields).toEqual([
      { field: 'amount', message: 'Too much Really' },
      { field: 'billing_address.email_address', message: 'Wrong' },
      { field: 'currency', message: '' },
    ]);
    expect(error?.serviceMessage).toBe(
      'amount: Too much Really; billing_address.email_address: Wrong; currency: ',
    );
    expect(errorIn({ message: 'None.', modelState: {} }, 400)).toMatchObject({
      serviceMessage: 'None.',
      fields: [],
    });
    expect(errorIn({ modelState: { amount: 'x' } })?.kind).toBe('invalid_request');
  });

  test('an answer that is no JSON is unreadable, and says so with its type', () => {
    expect(errorIn(undefined)?.message).toContain(
      `the answer (HTTP 200, ${CONTENT_TYPE}) is not JSON, or too long.`,
    );
    for (const body of [undefined, null, 'x', 7])
      expect(errorIn(body)).toMatchObject({ kind: 'unreadable', outcome: 'unknown' });
    expect(errorIn(null, 200, 'getIpnList')?.outcome).toBe('refused');
  });

  test('phone numbers in what the service says are masked wherever they stand', () => {
    const error = errorIn({ error: { code: '254712345678', message: 'No 254712345678' } });
    const fault = errorIn({ modelState: { msisdn: 'No 254712345678' } });
    expect(JSON.stringify([error, error?.message, fault, fault?.message])).not.toContain('254712345678');
  });
});

test('a token is refused by HTTP 401 and by its own code, and by no other trouble with the credentials', () => {
  const refuses = (...given: Parameters<typeof answer>) => {
    const error = errorIn(...given);
    return error && refusesToken(error);
  };
  expect(refuses({}, 401)).toBe(true);
  expect(refuses(codeOnly('invalid_api_credentials_provided'))).toBe(true);
  expect(refuses(codeOnly('consumer_key_unknown'))).toBe(false);
  expect(refuses(codeOnly('invalid_url'), 401)).toBe(false);
  expect(refuses(codeOnly('invalid_url'))).toBe(false);
});

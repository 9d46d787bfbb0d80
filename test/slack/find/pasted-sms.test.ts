// Texts as networks send them to customers, and as customers send them on.
import { describe, expect, test } from 'vitest';
import { isPastedSms, readPastedSms, smsCodeIn } from '#slack/find/arguments.ts';

const TILL =
  'SJK7QWERTY Confirmed. Ksh1,500.00 paid to DUKA LA AMINA. on 20/11/26 at 2:15 PM. New M-PESA balance is Ksh2,300.00. Transaction cost, Ksh0.00. Amount you can transact within the day is 498,500.00.';
const PAYBILL =
  'SJK7QWERTY Confirmed. Ksh1,500.00 sent to PESAPAL for account PP565691 on 20/11/26 at 2:15 PM New M-PESA balance is Ksh12.00.';
const SWAHILI = 'SJK7QWERTY Imethibitishwa. Ksh1,500.00 zimelipwa kwa DUKA LA AMINA tarehe 20/11/26';
const SWAHILI_PAYBILL =
  'SJK7QWERTY Imethibitishwa. Ksh1,500.00 imetumwa kwa PESAPAL kwa nambari ya akaunti PP565691 tarehe 20/11/26';
const AIRTEL_UGANDA = 'SENT UGX 20,000 to JANE 0752123456. Fee UGX 500. TID: 12345678901. Bal UGX 4,000';
const AIRTEL_KENYA =
  'You have paid KES 500 to AIRTELKE Ref PP565691. Transaction ID MP241120.1415.A12345. Airtel Money balance is KES 20.';

describe('a pasted SMS', () => {
  test.each<[string, ReturnType<typeof readPastedSms>]>([
    [TILL, { code: 'SJK7QWERTY', account: undefined, paid: 'KES 1,500.00' }],
    [PAYBILL, { code: 'SJK7QWERTY', account: 'PP565691', paid: 'KES 1,500.00' }],
    [PAYBILL.toLowerCase(), { code: 'sjk7qwerty', account: 'pp565691', paid: 'KES 1,500.00' }],
    [SWAHILI, { code: 'SJK7QWERTY', account: undefined, paid: 'KES 1,500.00' }],
    [SWAHILI_PAYBILL, { code: 'SJK7QWERTY', account: 'PP565691', paid: 'KES 1,500.00' }],
    ['kwa akaunti nambari PP565691', { code: undefined, account: 'PP565691', paid: undefined }],
    [AIRTEL_UGANDA, { code: '12345678901', account: undefined, paid: 'UGX 20,000 0752123456' }],
    [AIRTEL_KENYA, { code: 'MP241120.1415.A12345', account: 'PP565691', paid: 'KES 500' }],
    [
      'Customer 0712 345 678 says she sent Ksh 1,500',
      { code: undefined, account: undefined, paid: 'KES 1,500 0712 345 678' },
    ],
    ['her code is SJK7QWERTY', { code: 'SJK7QWERTY', account: undefined, paid: undefined }],
    ['Has Jane paid?', { code: undefined, account: undefined, paid: undefined }],
    ['Please confirm the account balance', { code: undefined, account: undefined, paid: undefined }],
  ])('%s', (sms, words) => {
    expect(readPastedSms(sms)).toEqual(words);
  });

  test('an SMS at the end of the longest message is read like one alone', () => {
    for (const talk of ['Good morning, see what she sent. ', '345 ', 'account ', `${'x'.repeat(5_000)} `]) {
      const message = talk.repeat(39_000 / talk.length);
      expect(readPastedSms(`${message}${AIRTEL_UGANDA}`)).toEqual(readPastedSms(AIRTEL_UGANDA));
      expect(isPastedSms(`${message}${'words '.repeat(8)}${TILL}`)).toBe(true);
    }
  });

  test('behind thousands of figures that begin like a number and are none, no number is looked for', () => {
    const { code, paid } = readPastedSms(`${'0 '.repeat(19_000)}${AIRTEL_UGANDA}`);
    expect({ code, paid }).toEqual({ code: '12345678901', paid: 'UGX 20,000' });
    expect(readPastedSms(`${'0.50 '.repeat(800)}${AIRTEL_UGANDA}`).paid).toBe('UGX 20,000 0752123456');
  });

  test('a whole SMS is told from a code and from words', () => {
    for (const sms of [TILL, PAYBILL, SWAHILI, AIRTEL_UGANDA, AIRTEL_KENYA])
      expect(isPastedSms(sms)).toBe(true);
    for (const beginning of ['SJK7QWERTY Confirmed.', 'sjk7qwerty imethibitishwa. Ksh1,500.00'])
      expect(isPastedSms(beginning)).toBe(true);
    for (const words of [
      'payment confirmed',
      'SJK7QWERTY',
      'code SJK7QWERTY',
      'Jane 1500 yesterday',
      'has Jane paid for her two bags of flour',
    ])
      expect(isPastedSms(words)).toBe(false);
  });

  test('the code of an SMS is told from one that people, or Teller itself, write in other words', () => {
    const codes = [TILL, PAYBILL.toLowerCase(), SWAHILI, AIRTEL_UGANDA, AIRTEL_KENYA].map(smsCodeIn);
    expect(codes).toEqual(['SJK7QWERTY', 'sjk7qwerty', 'SJK7QWERTY', '12345678901', 'MP241120.1415.A12345']);
    for (const words of [
      'Paid twice: SJK7QWERTY here, SJK8QWERTY for INV-2041. Pay one of them back.',
      'Confirmation code SJK7QWERTY',
      '0712345678 confirmed that she has paid',
      '7K3M9-QX2ZD confirmed',
      'transaction id 6f1c2d3e-1111-4222-8333-444444444444',
      'transaction id INV2041-7',
    ])
      expect(smsCodeIn(words)).toBeUndefined();
  });
});

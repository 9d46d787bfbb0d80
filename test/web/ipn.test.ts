// The notification address over real HTTP: its key, its answers, and what happens when nothing can be saved.
import { describe, expect, test } from 'vitest';
import { KEY, startWeb } from './rig.ts';

const TRACKING = 'af2234da-03ee-4b60-b2dd-dd746bcda1bd';
const QUERY = `OrderTrackingId=${TRACKING}&OrderMerchantReference=INV-1&OrderNotificationType=IPNCHANGE`;
const ANSWER = (status: number) =>
  `{"orderNotificationType":"IPNCHANGE","orderTrackingId":"${TRACKING}","orderMerchantReference":"INV-1","status":${status}}`;
const NOTIFICATION = { trackingId: TRACKING, merchantReference: 'INV-1', type: 'IPNCHANGE' };

describe('the notification endpoint', () => {
  // SPEC.md: notification-endpoint-takes-get
  test('a notification by GET with all fields in the query is received', async () => {
    const web = await startWeb();
    const answer = await web.get(`/ipn/${KEY}?${QUERY}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.text()).toBe(ANSWER(200));
    expect(web.received).toEqual([NOTIFICATION]);
  });

  test.each([
    [
      'JSON',
      'application/json',
      JSON.stringify({ OrderTrackingId: TRACKING, OrderMerchantReference: 'INV-1' }),
    ],
    [
      'JSON sent as text',
      'text/plain',
      JSON.stringify({ orderTrackingId: TRACKING, orderMerchantReference: 'INV-1' }),
    ],
    ['a form', 'application/x-www-form-urlencoded', QUERY],
    ['a form sent as JSON', 'application/json', QUERY],
  ])('a notification by POST of %s is received', async (_, type, body) => {
    const web = await startWeb();
    const answer = await web.get(`/ipn/${KEY}`, { method: 'POST', body, headers: { 'content-type': type } });
    expect([answer.status, await answer.text()]).toEqual([200, ANSWER(200)]);
    expect(web.received).toEqual([NOTIFICATION]);
  });

  test('a notification is answered only after it was saved', async () => {
    let keep = () => {};
    const kept = new Promise<void>((resolve) => {
      keep = resolve;
    });
    const web = await startWeb({ receive: () => kept.then(() => 'recorded') });
    let answered = false;
    const answer = web.get(`/ipn/${KEY}?${QUERY}`).then(() => {
      answered = true;
    });
    await expect.poll(() => web.received).toHaveLength(1);
    // A whole other request goes through meanwhile, and this one still waits.
    await web.get('/healthz');
    expect(answered).toBe(false);
    keep();
    await answer;
    expect(answered).toBe(true);
  });

  test('a notification that cannot be saved is answered with 500, so that the service may send it again', async () => {
    const web = await startWeb({ receive: () => Promise.reject(new Error('the disk is full')) });
    const answer = await web.get(`/ipn/${KEY}?${QUERY}`);
    expect([answer.status, await answer.text()]).toEqual([500, ANSWER(500)]);
    expect(web.counted).toEqual(['not_kept']);
  });

  test.each(['recorded', 'not_ours'] as const)(
    'a notification that is %s is answered with 200',
    async (result) => {
      const web = await startWeb({ receive: async () => result });
      expect((await web.get(`/ipn/${KEY}?${QUERY}`)).status).toBe(200);
      expect(web.counted).toEqual([result]);
    },
  );

  test.each(['wrong', `${KEY}x`, KEY.slice(1), KEY.toUpperCase(), '%00', 'é'])(
    'the notification address does not exist under the key %s',
    async (key) => {
      const web = await startWeb();
      const answer = await web.get(`/ipn/${encodeURI(key)}?${QUERY}`);
      const elsewhere = await web.get(`/nowhere?${QUERY}`);
      expect([answer.status, await answer.text()]).toEqual([elsewhere.status, await elsewhere.text()]);
      expect(answer.status).toBe(404);
      expect(web.received).toEqual([]);
    },
  );

  test.each(['/ipn', '/ipn/', `/ipn/${KEY}//`, `/ipn/${KEY}/more`, `/IPN/${KEY}`])(
    'the notification address does not exist at %s',
    async (path) => {
      const web = await startWeb();
      expect((await web.get(`${path}?${QUERY}`)).status).toBe(404);
      expect(web.received).toEqual([]);
    },
  );

  test('a notification that names no order is answered with 400', async () => {
    const web = await startWeb();
    expect((await web.get(`/ipn/${KEY}`)).status).toBe(400);
    expect((await web.get(`/ipn/${KEY}`, { method: 'POST', body: '{' })).status).toBe(400);
    expect(web.counted).toEqual(['unreadable', 'unreadable']);
  });

  test('a notification with too long a body is answered with 413, however long it is', async () => {
    const web = await startWeb();
    const post = async (bytes: number) =>
      (await web.get(`/ipn/${KEY}?${QUERY}`, { method: 'POST', body: 'x'.repeat(bytes) })).status;
    expect(await post(64 * 1024 + 1)).toBe(413);
    for (let times = 0; times < 10; times += 1) expect(await post(4 * 1024 * 1024)).toBe(413);
    expect(web.received).toEqual([]);
    expect(await post(64 * 1024)).toBe(200);
  });

  test('the server goes on after a sender of a notification has hung up in the middle', async () => {
    const web = await startWeb();
    await web.hangUp(`POST /ipn/${KEY} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"OrderTrackingId"`);
    await expect.poll(() => web.reported).toMatchObject([{ route: '/ipn' }]);
    expect((await web.get(`/ipn/${KEY}?${QUERY}`)).status).toBe(200);
  });
});

describe('a key that is not the present one', () => {
  test('a notification under an earlier key is received, and the key is asked about once', async () => {
    const asked: string[] = [];
    const web = await startWeb({
      standingOfKey: async (key) => {
        asked.push(key);
        return key === 'an-earlier-key' ? 'accepted' : 'unknown';
      },
    });
    expect((await web.get(`/ipn/an-earlier-key?${QUERY}`)).status).toBe(200);
    expect((await web.get(`/ipn/a-made-up-key?${QUERY}`)).status).toBe(404);
    expect((await web.get(`/ipn/${KEY}?${QUERY}`)).status).toBe(200);
    expect([asked, web.received.length]).toEqual([['an-earlier-key', 'a-made-up-key'], 2]);
  });

  test('a notification under a former key is received when it is about an order, and else the address does not exist', async () => {
    const web = await startWeb({
      standingOfKey: async () => 'former',
      receive: async ({ merchantReference }) => (merchantReference === 'INV-1' ? 'recorded' : 'not_ours'),
    });
    const path = '/ipn/a-former-key';
    const ask = async (query: string) => (await web.get(`${path}?${query}`)).status;
    expect(await ask(QUERY)).toBe(200);
    expect([await ask(QUERY.replace('INV-1', 'INV-2')), await ask('')]).toEqual([404, 404]);
    expect(web.counted).toEqual(['recorded']);
  });

  test('while the store is down the sender is to try again, nothing is counted, and nobody can fill the log', async () => {
    const web = await startWeb({ standingOfKey: () => Promise.reject(new Error('the store is down')) });
    expect((await web.get(`/ipn/an-earlier-key?${QUERY}`)).status).toBe(500);
    expect([web.received, web.counted, web.reported]).toEqual([[], [], []]);
  });
});

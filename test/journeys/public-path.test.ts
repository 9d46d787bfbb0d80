// Proxies change addresses on their way: one leaves the path of PUBLIC_URL in front, another takes it off, a third adds a slash at
// the end. Everybody is answered as ever.
import { afterEach, describe, expect, it } from 'vitest';
import { customerUrls } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
afterEach(() => rig.stop());

const SHOP = '/shop/teller';

describe.each([
  ['leaves the path of PUBLIC_URL', SHOP, SHOP, ''],
  ['takes the path of PUBLIC_URL off', SHOP, '', ''],
  ['adds a slash', '', '', '/'],
  ['leaves the path and adds a slash', SHOP, SHOP, '/'],
])('a proxy that %s', (_, publicPath, path, slash) => {
  it('Proxy: Slack, notifications and customers get through', async () => {
    rig = await startRig({}, { socket: false });
    rig.clock.advance(9_000);
    await rig.restartWith({ PUBLIC_URL: `${rig.botUrl}${publicPath}` });
    await until(() => rig.provider.registrations().some(({ url }) => url === rig.ipnUrl));
    rig.slack.connect(`${rig.botUrl}${path}/slack/events${slash}`);
    const get = async (url: string) => {
      const asPassedOn = url.replace(rig.botUrl + publicPath, rig.botUrl + path).replace(/$|(?=\?)/, slash);
      const answer = await fetch(asPassedOn, { headers: { connection: 'close' } });
      return [answer.status, answer.headers.get('content-type')?.split(';')[0]];
    };

    const { reference, card } = await createLink(rig);
    const { callback_url, cancellation_url } = Object(rig.provider.requestsTo('submitOrder')[0]?.body);
    for (const url of [callback_url, cancellation_url]) expect(await get(url)).toEqual([200, 'text/html']);
    const { storeUrl, botUrl } = rig;
    const urls = await customerUrls({ storeUrl, publicUrl: botUrl + publicPath }, reference);
    expect(await get(urls.qr)).toEqual([200, 'image/png']);
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(reference);
    const query = `?OrderTrackingId=${rig.provider.find(reference)?.order_tracking_id}&OrderMerchantReference=${reference}`;
    expect(await get(rig.ipnUrl + query)).toEqual([200, 'application/json']);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(await get(urls.receipt)).toEqual([200, 'text/html']);
    for (const route of ['healthz', 'readyz'])
      expect(await get(`${rig.botUrl}${publicPath}/${route}`)).toEqual([200, 'application/json']);
  });
});

// From Slack's signed request to the answer that it waits for, beside a bare Bolt app and a bare server that only
// checks the signature. Rounds of all of them take turns, so that what else the machine does falls on each alike.
import { createHmac } from 'node:crypto';
import { type Figure, held, median, type Scale } from './figures.ts';
import type { LoadResult } from './load.ts';
import { load } from './processes.ts';
import {
  openStage,
  SECRET,
  type Server,
  settings,
  startServices,
  startTeller,
  startYardstick,
} from './stage.ts';

const CONNECTIONS = 16;

export async function measureAck({ rounds, requests }: Scale): Promise<Figure[]> {
  const stage = await openStage('SQLite');
  const services = await startServices();
  const hmac = await startYardstick('http_hmac');
  const bolt = await startYardstick('bolt');
  const teller = await startTeller('start', settings(services.port, stage.url));
  const respondUrl = `http://127.0.0.1:${services.port}/response/1`;
  const press = () => signed(pressBody(), requests);
  const command = () => signed(commandBody(respondUrl), Math.ceil(requests / 5));
  try {
    const contests: [what: string, server: Server, make: () => string[]][] = [
      ['node:http with the same HMAC: press', hmac, press],
      ['bare Bolt: press, ack', bolt, press],
      ['Teller: press, ack', teller, press],
      ['bare Bolt: /pay, ack and an answer', bolt, command],
      ['Teller: /pay help, ack and an answer', teller, command],
    ];
    const results = new Map<string, LoadResult[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const [what, { port }, make] of contests) {
        const result = await load({ port, requests: make(), connections: CONNECTIONS });
        if (result.refused > 0) throw new Error(`${what}: ${result.refused} answers other than 200`);
        if (round > 0) results.set(what, [...(results.get(what) ?? []), result]);
      }
    }
    return contests.map(([what], index) => {
      const own = results.get(what) ?? [];
      const beside = { 2: contests[1]?.[0], 4: contests[3]?.[0] }[index];
      const theirs = beside ? (results.get(beside) ?? []) : [];
      const ratio = median(own.map(({ perSecond }, at) => perSecond / (theirs[at]?.perSecond ?? Number.NaN)));
      return {
        part: 'ack' as const,
        what,
        unit: '/s',
        value: median(own.map(({ perSecond }) => perSecond)),
        rounds: own.map(({ perSecond }) => perSecond),
        p50Ms: median(own.map(({ p50Ms }) => p50Ms)),
        p99Ms: median(own.map(({ p99Ms }) => p99Ms)),
        ...(beside ? { beside, ...held(ratio, '≥', 0.95) } : {}),
      };
    });
  } finally {
    await Promise.all([teller, bolt, hmac, services].map((one) => one.stop()));
    await stage.remove();
  }
}

function signed(body: string, count: number): string[] {
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  const request = [
    'POST /slack/events HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Slack-Request-Timestamp: ${timestamp}`,
    `X-Slack-Signature: v0=${signature}`,
    '',
    body,
  ].join('\r\n');
  return Array.from({ length: count }, () => request);
}

/** A press of the button that opens the payment page: all that it wants is an ack. */
function pressBody(): string {
  const payload = {
    type: 'block_actions',
    team: { id: 'T1', domain: 'bench' },
    user: { id: 'U1', name: 'amina', team_id: 'T1' },
    api_app_id: 'A1',
    container: { type: 'message', message_ts: '1.1', channel_id: 'C1', is_ephemeral: false },
    trigger_id: '1.2.3',
    channel: { id: 'C1', name: 'sales' },
    actions: [{ type: 'button', action_id: 'open_payment_page', block_id: 'b', action_ts: '1.1' }],
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}

function commandBody(respondUrl: string): string {
  return new URLSearchParams({
    token: 'gone',
    team_id: 'T1',
    team_domain: 'bench',
    channel_id: 'C1',
    channel_name: 'sales',
    user_id: 'U1',
    user_name: 'amina',
    command: '/pay',
    text: 'help',
    api_app_id: 'A1',
    response_url: respondUrl,
    trigger_id: '1.2.3',
  }).toString();
}

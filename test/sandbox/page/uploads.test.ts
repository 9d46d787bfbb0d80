// The address to which the page sends a file that somebody has chosen for a form.
import { expect, it } from 'vitest';
import { openSession } from './session.ts';

const BYTES = { 'content-type': 'application/octet-stream' };

it('a file that is sent to the page is the person’s own upload', async () => {
  const { environment, url } = await openSession();
  const { slack } = environment;
  const address = `${url}uploads?name=customers%20of%20May.csv&as=${slack.users.secondAgent}`;
  const answer = await fetch(address, { method: 'POST', headers: BYTES, body: 'phone,amount\n' });
  const [file] = slack.files();
  expect(await answer.json()).toEqual({ id: file?.id });
  expect(file).toMatchObject({ name: 'customers of May.csv', user: slack.users.secondAgent, length: 13 });
});

it('what Slack would not take is refused with a sentence, and other sites are not let in', async () => {
  const { environment, url } = await openSession();
  const send = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}uploads?name=a.csv`, { method: 'POST', headers, body });
  expect(await (await send(BYTES, '')).json()).toEqual({
    note: 'a.csv is empty. Slack uploads no empty files.',
  });
  expect(await (await send(BYTES, new Uint8Array(10_500_000))).json()).toEqual({
    note: 'a.csv is larger than 10 MB.',
  });
  expect((await send(BYTES, new Uint8Array(11_000_001))).status).toBe(413);
  expect((await send({ 'content-type': 'text/plain' }, 'phone')).status).toBe(415);
  expect((await send({ ...BYTES, origin: 'https://evil.example' }, 'phone')).status).toBe(403);
  expect(environment.slack.files()).toEqual([]);
});

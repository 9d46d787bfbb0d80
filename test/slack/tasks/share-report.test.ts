// A report that somebody posts from the direct message in the channel where it was asked for.
import { describe, expect, test } from 'vitest';
import { startReportRig } from './report-rig.ts';

describe('Post to channel', () => {
  test('a report is computed anew, says as of when, and stands in the channel with its file', async () => {
    const { slack, answers, ask, share, keep, threadIn } = await startReportRig();
    await keep('A');
    await ask('week');
    await keep('B');
    await share();
    const [card, file] = threadIn(slack.channels.sales);
    expect(card).toContain('KES 200.00 in 2 payments · the week before, by this time');
    expect(card).toContain('As it was ');
    expect(card).toContain(`Asked by @${slack.users.secondAgent}`);
    expect(card).not.toContain('[Post to channel]');
    expect(file).toContain('[file: Payments, ');
    expect(answers().at(-1)).toContain('The report is posted in the channel');
  });

  test('a report of one person is that person’s in the channel too', async () => {
    const { slack, ask, share, keep, threadIn } = await startReportRig();
    await keep('A');
    await keep('B', { agent: slack.users.secondAgent });
    await ask('me');
    await share();
    expect(threadIn(slack.channels.sales)[0]).toContain('Payments of Amina Agent, ');
  });

  test('a report is not posted twice in the channel when Slack’s answer to the post is lost', async () => {
    const { slack, ask, share, keep, threadIn } = await startReportRig();
    await keep('A');
    await ask();
    slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await share();
    const roots = slack.messages(slack.channels.sales);
    expect(roots).toHaveLength(1);
    expect(threadIn(slack.channels.sales)).toHaveLength(2);
  });

  test('a report that two people post at once, or one person twice, stands in the channel once', async () => {
    const { slack, replies, answers, ask, share, keep, threadIn } = await startReportRig();
    await keep('A');
    await ask();
    const { agent, secondAgent } = slack.users;
    await Promise.all([share(undefined, agent), share(undefined, secondAgent)]);
    await share();
    const [root, ...others] = slack.messages(slack.channels.sales);
    expect(others).toEqual([]);
    expect(threadIn(slack.channels.sales)).toHaveLength(2);
    expect(answers().slice(1)).toEqual([
      expect.stringMatching(/report is posted|posted already/),
      expect.stringMatching(/report is posted|posted already/),
      expect.stringContaining('posted already'),
    ]);
    const url = `https://sandbox.slack.com/archives/${slack.channels.sales}/p${root?.ts.replace('.', '')}`;
    for (const { blocks } of replies.slice(1)) expect(JSON.stringify(blocks)).toContain(url);
  });

  test('a report is posted anew a minute later, and one of other days or of one person at once', async () => {
    const { slack, ask, share, shareValue, keep, clock } = await startReportRig();
    await keep('A');
    await ask();
    await share();
    await share(shareValue().replace(' - ', ` ${slack.users.agent} `));
    expect(slack.messages(slack.channels.sales)).toHaveLength(2);
    clock.advance(61_000);
    await share();
    expect(slack.messages(slack.channels.sales)).toHaveLength(3);
  });

  test('a report that Slack refused may be posted at once when it is pressed again', async () => {
    const { slack, answers, ask, share, keep } = await startReportRig();
    await keep('A');
    await ask();
    slack.faults.next('chat.postMessage', { kind: 'error', code: 'restricted_action' });
    await share();
    expect(answers().at(-1)).toContain('did not take the report');
    await share();
    expect(slack.messages(slack.channels.sales)).toHaveLength(1);
  });

  test('a report is not posted where Teller is not, where others read along, or from a button of long ago', async () => {
    const { slack, answers, ask, shareValue, share, keep } = await startReportRig();
    await keep('A');
    await ask();
    const value = shareValue();
    const days = value.split(' ').slice(1).join(' ');
    await share(`${slack.channels.finance} ${days}`);
    await share(`${slack.channels.partners} ${days}`);
    for (const old of ['', 'week', value.replace(' - ', ' ')]) await share(old);
    expect(answers().slice(1)).toEqual([
      expect.stringContaining('/invite'),
      expect.stringContaining('another workspace'),
      ...Array.from({ length: 3 }, () => expect.stringContaining('too old')),
    ]);
    for (const channel of [slack.channels.sales, slack.channels.finance, slack.channels.partners])
      expect(slack.messages(channel)).toEqual([]);
  });
});

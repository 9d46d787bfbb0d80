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

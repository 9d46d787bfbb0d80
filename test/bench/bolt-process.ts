// A bare Bolt app as a process: the least that starts, for the time until it answers.
import { App, HTTPReceiver } from '@slack/bolt';

const receiver = new HTTPReceiver({ signingSecret: 'a-signing-secret-of-the-bench' });
const app = new App({
  receiver,
  authorize: async () => ({ botToken: 'xoxb-bench', botUserId: 'UBOT', botId: 'B1' }),
});
app.command('/pay', async ({ ack }) => ack());
await receiver.start(Number(process.env['PORT']));

// Home's buttons are where a job begins for whoever types no commands.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.agent.openHome();
  await until(() => rig.slack.home(rig.agent.id));
});
afterEach(() => rig.agent.close());
afterAll(() => rig.stop());

it.each(['send_prompt', 'create_link', 'look_up'])('Home: %s opens its form', async (action) => {
  const home = rig.slack.home(rig.agent.id);
  if (!home) throw new Error('there is no Home');
  await rig.agent.click(home, action);
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === action);
  expect(rig.slack.modal(rig.agent.id)?.submit).toBeTruthy();
});

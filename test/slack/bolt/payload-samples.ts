// One payload of each kind that Slack sends to Teller, with nothing but what is read of it.
export const USER = { id: 'U1', team_id: 'T1' };
export const eventOf = (event: object) => ({ type: 'event_callback', team_id: 'T1', event });
export const interactionOf = (type: string, more: object) => ({
  type,
  user: USER,
  team: { id: 'T1' },
  ...more,
});
export const VIEW = {
  ...{ type: 'modal', id: 'V1', hash: '1.a', callback_id: 'form', blocks: [] },
  ...{ title: { type: 'plain_text', text: 'Form' } },
};
const PRESS = { type: 'button', action_id: 'press', value: 'x' };
export const EVENTS = {
  message: { type: 'message', channel: 'C1', channel_type: 'im', user: 'U1', text: 'help', ts: '1.2' },
  mention: { type: 'app_mention', channel: 'C1', user: 'U1', text: '<@U2> help', ts: '1.2' },
  home: { type: 'app_home_opened', user: 'U1', tab: 'home' },
  step: {
    type: 'function_executed',
    function_execution_id: 'Fx1',
    function: { callback_id: 'form' },
    inputs: {},
  },
};
export const COMMAND = { command: '/pay', text: 'help', user_id: 'U1', channel_id: 'C1', trigger_id: '1' };
export const INTERACTIONS = {
  press: interactionOf('block_actions', { actions: [PRESS] }),
  form: interactionOf('view_submission', { view: VIEW }),
  shortcut: interactionOf('shortcut', { callback_id: 'form', trigger_id: '1' }),
  onMessage: interactionOf('message_action', {
    ...{ callback_id: 'form', trigger_id: '1' },
    ...{ channel: { id: 'C1' }, message: { ts: '1.2' } },
  }),
  options: interactionOf('block_suggestion', { action_id: 'choice', value: 'x', view: VIEW }),
};

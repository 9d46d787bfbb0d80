// Which methods each token may call: the bot's own, one for each running custom step, and the app's for Socket Mode.

export type TokenCheck = {
  /** Slack's error code for a call with this token; undefined when the token is good. */
  problemOf(method: string, token: string): string | undefined;
};

/** The only method here that is the app's and not the bot's. */
const APP_LEVEL = ['apps.connections.open'];

export function createTokenCheck(deps: {
  botToken: string;
  appToken: string | undefined;
  /** Of a custom step's token: whether its run still goes on; undefined when it is no such token. */
  isRunning(token: string): boolean | undefined;
}): TokenCheck {
  return {
    problemOf(method, token) {
      if (token === '') return 'not_authed';
      const isRunning = deps.isRunning(token);
      const isApp = token === deps.appToken;
      if (token !== deps.botToken && !isApp && isRunning === undefined) return 'invalid_auth';
      if (isRunning === false) return 'token_revoked';
      return isApp === APP_LEVEL.includes(method) ? undefined : 'not_allowed_token_type';
    },
  };
}

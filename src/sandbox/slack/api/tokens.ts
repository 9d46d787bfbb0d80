// Which methods each token may call: the bot's own, one for each running custom step, and the app's for Socket Mode.

/** What the app must have. A test may put others in their place, as somebody does on the app's pages. */
export type Secrets = {
  signingSecret: string;
  botToken: string;
  /** `xapp-…`: the app may open sockets with it, and from its first connection on everything goes over them. */
  appToken?: string;
};

export type TokenCheck = {
  /** Slack's error code for a call with this token; undefined when the token is good. */
  problemOf(method: string, token: string): string | undefined;
};

/** The only method here that is the app's and not the bot's. */
const APP_LEVEL = ['apps.connections.open'];

export function createTokenCheck(deps: {
  secrets: Pick<Secrets, 'botToken' | 'appToken'>;
  /** Of a custom step's token: whether its run still goes on; undefined when it is no such token. */
  isRunning(token: string): boolean | undefined;
}): TokenCheck {
  return {
    problemOf(method, token) {
      if (token === '') return 'not_authed';
      const isRunning = deps.isRunning(token);
      const isApp = token === deps.secrets.appToken;
      if (token !== deps.secrets.botToken && !isApp && isRunning === undefined) return 'invalid_auth';
      if (isRunning === false) return 'token_revoked';
      return isApp === APP_LEVEL.includes(method) ? undefined : 'not_allowed_token_type';
    },
  };
}

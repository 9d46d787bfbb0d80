// A Slack logger that says nothing, for tests in which clients fail on purpose.
import { type Logger, LogLevel } from '@slack/web-api';

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

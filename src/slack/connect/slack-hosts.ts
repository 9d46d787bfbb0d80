// Which hosts are Slack's own.

/** slack.com, for governments slack-gov.com, and all below them, over HTTPS and on its usual port. */
export function isOfSlack({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && /(^|\.)slack(-gov)?\.com$/.test(hostname);
}

import { expect, it, onTestFinished } from 'vitest';
import { readManifest } from '#test/manifest.ts';
import { startTestEnvironment } from './test-environment.ts';

it('lets Teller do what its manifest asks for, and nothing else', async () => {
  const { slack, manifest, stop } = await startTestEnvironment();
  onTestFinished(stop);
  expect(manifest.oauth_config.scopes.bot).toEqual(readManifest().oauth_config.scopes.bot);
  const answer = await fetch(`${slack.apiUrl}auth.test`, {
    headers: { authorization: 'Bearer xoxb-sandbox-token' },
  });
  expect(await answer.json()).toMatchObject({ ok: true });
  expect(answer.headers.get('x-oauth-scopes')).toBe(manifest.oauth_config.scopes.bot.join(','));
});

// compose.yaml compared with the program: what must be shared is, what must be kept is, and nothing is killed too early.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config.ts';
import { freePort } from '#sandbox/environment/free-port.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { documentAt, file } from './docs/documents.ts';
import { until } from './journeys/rig.ts';
import { readYaml } from './manifest.ts';
import { LEFT_OUT, NO_REDIS } from './store/redis-server.ts';

type Service = {
  image?: string;
  build?: string;
  command?: string;
  env_file?: string;
  environment?: Record<string, string>;
  deploy?: { replicas: string };
  stop_grace_period?: string;
  user?: string;
  healthcheck?: { test: string };
  cap_drop: string[];
  cap_add?: string[];
  security_opt: string[];
  read_only: boolean;
  tmpfs: string[];
  mem_limit: string;
  pids_limit: string;
  logging: unknown;
  volumes?: string[];
  ports?: string[];
  configs?: { source: string; target: string }[];
  depends_on?: unknown;
};

const text = file('compose.yaml');
// The reader takes no numbers and no texts of several lines, which are read here.
const [plain = '', caddyfile = ''] = text.split(/^configs:\n {2}caddyfile:\n {4}content: \|\n/m);
const { services, volumes } = readYaml(plain.replace(/: (\d+)$/gm, ': "$1"')) as unknown as {
  services: { teller: Service; redis: Service; proxy: Service };
  volumes: Record<string, unknown>;
};
const { teller, redis, proxy } = services;

const ENOUGH = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'shh',
  PROVIDER_BASE_URL: 'https://pay.test/api',
  PROVIDER_CONSUMER_KEY: 'key',
  PROVIDER_CONSUMER_SECRET: 'secret',
  PUBLIC_URL: 'https://teller.test',
};

const PASSWORD = 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4';

/** As compose does it with REDIS_PASSWORD in .env. */
function filledIn(environment: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{REDIS_PASSWORD:\?[^}]*\}/, PASSWORD),
    ]),
  );
}

describe('compose.yaml', () => {
  it('compose runs two Tellers of this folder’s image on the one Redis, with the settings of .env', () => {
    expect(Object.keys(services)).toEqual(['teller', 'redis', 'proxy']);
    expect([teller.build, teller.env_file, teller.deploy]).toEqual(['.', '.env', { replicas: '2' }]);
    const { storeUrl, port } = readConfig({ ...ENOUGH, ...filledIn(teller.environment) });
    expect([storeUrl, port]).toEqual([`redis://:${PASSWORD}@redis:6379/0`, 3000]);
    expect(readRedisAddress(storeUrl)).toMatchObject({ host: 'redis', port: 6379, password: PASSWORD });
  });

  it('compose.yaml has no password, token or key in it', () => {
    expect(Object.keys(teller.environment ?? {})).toEqual(['STORE_URL', 'PORT']);
    expect(text).not.toMatch(/xox|xapp|SECRET|CONSUMER/);
  });

  it('compose gives Redis a disk and every setting without which orders are lost', () => {
    const settings =
      /```\n(appendonly [\s\S]*?)```/.exec(documentAt('docs/operations.md').section('Scaling out'))?.[1] ??
      '';
    const wanted = settings.trim().split('\n').sort();
    expect(wanted).toHaveLength(3);
    const [program, ...given] = (/^sh -c '(.*)'$/.exec(redis.command ?? '')?.[1] ?? '').split(/ --/);
    // `exec`: SIGTERM must reach Redis, not the shell.
    expect(program).toBe('exec redis-server');
    expect(given.map((setting) => setting.trim()).sort()).toEqual(
      [...wanted, 'requirepass "$$REDISCLI_AUTH"', 'maxmemory 1gb'].sort(),
    );
    expect(redis.image).toMatch(/^redis:7/);
    expect(redis.volumes).toEqual(['orders:/data']);
    expect(volumes).toHaveProperty('orders');
  });

  it('compose refuses to begin without the password of Redis, which is written nowhere but in .env', () => {
    const variables = [...plain.matchAll(/(?<!\$)\$\{(\w+)(:[?-])?[^}]*\}/g)];
    expect(variables.map(([, name, otherwise]) => [name, otherwise])).toEqual([
      ['REDIS_PASSWORD', ':?'],
      ['REDIS_PASSWORD', ':?'],
      ['SITE', ':-'],
    ]);
    expect(file('.env.example')).toContain('REDIS_PASSWORD');
  });

  it.skipIf(NO_REDIS)(
    `the Redis of compose answers nobody without the password, and its health check has it${LEFT_OUT}`,
    async () => {
      const port = await freePort();
      const folder = await mkdtemp(join(tmpdir(), 'teller-compose-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const asStarted = (command: string) => command.replaceAll('$$', '$').replace(/^sh -c '(.*)'$/, '$1');
      const env = { PATH: process.env.PATH, ...filledIn(redis.environment) };
      const server = spawn(
        '/bin/sh',
        ['-c', `${asStarted(redis.command ?? '')} --port ${port} --dir ${folder}`],
        { env, stdio: 'ignore' },
      );
      onTestFinished(() => void server.kill('SIGKILL'));
      const ask = async (command: string, password?: string) => {
        const own = { ...env, REDISCLI_AUTH: password };
        const client = spawn('/bin/sh', ['-c', command.replace('redis-cli', `redis-cli -p ${port}`)], {
          env: own,
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        const [said, [code]] = await Promise.all([streamText(client.stdout), once(client, 'close')]);
        return { said, code };
      };
      const check = asStarted(redis.healthcheck?.test ?? '');
      await until(async () => (await ask(check, PASSWORD)).code === 0);
      expect((await ask('redis-cli ping')).said).toContain('NOAUTH');
      expect((await ask(check)).code).not.toBe(0);
      expect((await ask('redis-cli config get appendfsync', PASSWORD)).said).toContain('always');
    },
  );

  it('every image in compose.yaml and the Dockerfile is named by its digest', () => {
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    expect(images).toHaveLength(2);
    for (const image of [...images, ...(/^FROM (\S+)/m.exec(file('Dockerfile'))?.slice(1) ?? [])])
      expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  });

  it('compose gives no service a right that it does not need, and lets none gain one', () => {
    for (const service of Object.values(services)) {
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
    }
    expect([teller.cap_add, redis.cap_add, proxy.cap_add]).toEqual([
      undefined,
      undefined,
      ['NET_BIND_SERVICE'],
    ]);
    // As root the image's own start would need rights to change owners and users.
    expect(redis.user).toBe('redis');
    expect(file('Dockerfile')).toContain('\nUSER 1000\n');
    expect(text).not.toMatch(/privileged: true|docker\.sock|network_mode|pid: |ipc: /);
  });

  it('Compose: every service has limits for memory, processes and logs', () => {
    const options = { 'max-size': '10m', 'max-file': '5' };
    for (const service of Object.values(services)) {
      expect(service.logging).toEqual({ driver: 'json-file', options });
      expect(Number(service.pids_limit)).toBeGreaterThanOrEqual(100);
    }
    expect([teller.mem_limit, redis.mem_limit, proxy.mem_limit]).toEqual(['1g', '2g', '256m']);
  });

  it('compose lets each Teller end what it has in hand before it is killed', () => {
    const [, drainMs = ''] = /const DRAIN_MS = ([\d_]+);/.exec(file('src/main.ts')) ?? [];
    const graceMs = Number.parseInt(teller.stop_grace_period ?? '', 10) * 1_000;
    expect(graceMs).toBeGreaterThan(Number(drainMs.replaceAll('_', '')));
  });

  it('compose keeps the file systems read-only, but for what each service must write', () => {
    for (const service of Object.values(services)) expect(service.read_only).toBe(true);
    expect(teller.tmpfs).toEqual(['/tmp', '/app/data']);
    expect(teller.volumes).toBeUndefined();
    expect(file('Dockerfile')).toContain('VOLUME /app/data');
  });

  it('compose lets only the proxy be reached from outside, and hides the metrics', () => {
    expect([teller.ports, redis.ports, proxy.ports]).toEqual([undefined, undefined, ['80:80', '443:443']]);
    expect(proxy.configs).toEqual([{ source: 'caddyfile', target: '/etc/caddy/Caddyfile' }]);
    expect(caddyfile).toContain('respond /metrics* 404');
    expect(caddyfile).toContain(`dynamic a teller ${teller.environment?.['PORT']} {`);
  });

  it('the proxy file in compose.yaml has balanced braces, and its variables reach the proxy', () => {
    expect(caddyfile.match(/\{/g)).toHaveLength(caddyfile.match(/\}/g)?.length ?? 0);
    // Compose takes a single dollar for itself.
    expect(caddyfile.replaceAll('$$', '')).not.toContain('$');
    expect(caddyfile).toContain('{$$SITE} {');
    expect(proxy.environment).toEqual({ SITE: `${'$'}{SITE:-:80}` });
  });
});

// compose.yaml compared with the program: what must be shared is, what must be kept is, and nothing is killed too early.
import { describe, expect, it } from 'vitest';
import { readConfig } from '#config.ts';
import { documentAt, file } from './docs/documents.ts';
import { readYaml } from './manifest.ts';

type Service = {
  image?: string;
  build?: string;
  command?: string;
  env_file?: string;
  environment?: Record<string, string>;
  deploy?: { replicas: string };
  stop_grace_period?: string;
  read_only: boolean;
  tmpfs: string[];
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

describe('compose.yaml', () => {
  it('compose runs two Tellers of this folder’s image on the one Redis, with the settings of .env', () => {
    expect(Object.keys(services)).toEqual(['teller', 'redis', 'proxy']);
    expect([teller.build, teller.env_file, teller.deploy]).toEqual(['.', '.env', { replicas: '2' }]);
    const { storeUrl, port } = readConfig({ ...ENOUGH, ...teller.environment });
    expect([storeUrl, port]).toEqual(['redis://redis:6379/0', 3000]);
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
    const [program, ...given] = (redis.command ?? '').split(/ --/);
    expect([program, given.map((setting) => setting.trim()).sort()]).toEqual(['redis-server', wanted]);
    expect(redis.image).toMatch(/^redis:7/);
    expect(redis.volumes).toEqual(['orders:/data']);
    expect(volumes).toHaveProperty('orders');
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
    expect(caddyfile).toContain('respond /metrics 404');
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

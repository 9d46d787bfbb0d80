// Reads redis:// and rediss:// addresses. Node's own errors about addresses carry the whole text, password included, so
// everything that can be wrong is found here and told without it.
import { WrongAddress } from '#store/store-state.ts';

export type RedisAddress = ReturnType<typeof readRedisAddress>;

const FORM =
  'Write redis://user:password@host:6379/0, or rediss:// for TLS. At the end you can add ?cluster=true for a Redis ' +
  'Cluster, ?namespace=<letters and digits> if other Tellers use the same Redis, or ?replicas=<number> to wait until that ' +
  'many replicas have each write. Percent-encode / # ? % in the password';

const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['cluster', /^(true|false)$/],
  ['namespace', /^[A-Za-z0-9_-]{1,40}$/],
  ['replicas', /^\d$/],
]);

/** Throws WrongAddress. */
export function readRedisAddress(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.hostname === '') throw refusal('isn’t a Redis address or has no host');
  const [, database] = /^\/?(\d{0,9})$/.exec(url.pathname) ?? [];
  if (database === undefined) throw refusal('has more than a database number after the host');
  const options = [...url.searchParams];
  if (url.hash !== '' || !options.every(([name, value]) => OPTIONS.get(name)?.test(value)))
    throw refusal('has an unknown option after ? or #');
  const cluster = url.searchParams.get('cluster') === 'true';
  if (cluster && Number(database) !== 0) throw refusal('names a database, but a cluster only has database 0');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 6379 : Number(url.port),
    tls: url.protocol === 'rediss:',
    username: decoded(url.username),
    password: decoded(url.password),
    database: Number(database),
    /** True for a Redis Cluster; `host` is then any one of its nodes. */
    cluster,
    /** Keeps several Tellers on one Redis apart; undefined for the usual one. */
    namespace: url.searchParams.get('namespace') ?? undefined,
    /** What is written counts only once so many replicas have it; 0: once the one server has it. */
    replicas: Number(url.searchParams.get('replicas') ?? 0),
  };
}

/** Without user and password, for people. */
export function addressText({ tls, host, port, database, cluster, namespace }: RedisAddress): string {
  const options = [...(cluster ? ['cluster=true'] : []), ...(namespace ? [`namespace=${namespace}`] : [])];
  const name = host.includes(':') ? `[${host}]` : host;
  const query = options.length > 0 ? `?${options.join('&')}` : '';
  return `${tls ? 'rediss' : 'redis'}://${name}:${port}/${database}${query}`;
}

/**
 * What all keys of one Teller begin with. The part in braces decides in which slot of a cluster a key lies, so that one script
 * changes orders and their sets together. On a cluster one merchant lives on one node; namespaces spread over the nodes.
 */
export function buildPrefix({ namespace }: Pick<RedisAddress, 'namespace'>): string {
  return namespace === undefined ? '{teller}:' : `{teller:${namespace}}:`;
}

function decoded(part: string): string | undefined {
  try {
    return part === '' ? undefined : decodeURIComponent(part);
  } catch {
    throw refusal('has a % in its user or password that encodes nothing');
  }
}

function refusal(fault: string): WrongAddress {
  return new WrongAddress(`${fault}. ${FORM}`);
}

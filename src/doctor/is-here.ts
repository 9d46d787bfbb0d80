// Which host names mean this machine or the network that it is in: nobody outside can reach those.
import { BlockList, isIP } from 'node:net';

const NEAR = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  NEAR.addSubnet(net, bits, 'ipv4');
NEAR.addSubnet('::1', 128, 'ipv6');
NEAR.addSubnet('fc00::', 7, 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

/** `hostname` as in URL. */
export function isHere(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version !== 0) return NEAR.check(address, version === 6 ? 'ipv6' : 'ipv4');
  // A name without a dot is one of a container's or an office's network.
  return !address.includes('.') || /\.(local|localhost|internal|lan)$/.test(address);
}

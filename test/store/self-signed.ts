// A certificate for 127.0.0.1 and its key, made on the spot: X.509 in its plainest form (RFC 5280), signed by itself.
import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OID = 0x06;
const TEXT = 0x0c;
const TIME = 0x17;

/** Both as PEM, good for a day. */
export function makeCertificate(): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(SEQUENCE, der(OID, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(SEQUENCE, der(OID, Buffer.from('550403', 'hex')), der(TEXT, Buffer.from('Redis')));
  const name = der(SEQUENCE, der(SET, commonName));
  const hour = 60 * 60_000;
  const validity = der(SEQUENCE, time(Date.now() - hour), time(Date.now() + 24 * hour));
  const address = der(SEQUENCE, der(0x87, Buffer.from([127, 0, 0, 1])));
  const alternative = der(SEQUENCE, der(OID, Buffer.from('551d11', 'hex')), der(OCTET_STRING, address));
  const toBeSigned = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, alternative)),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  const body = der(SEQUENCE, toBeSigned, ecdsaWithSha256, signature).toString('base64');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(TIME, Buffer.from(`${digits}Z`));
}

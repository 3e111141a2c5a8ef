import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate for it, both PEM. */
export interface Identity {
  key: string;
  cert: string;
}

const HOUR_MS = 3_600_000;

/** 1.2.840.10045.4.3.2, 2.5.4.3 and 2.5.29.17, encoded. */
const ECDSA_WITH_SHA256 = tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex'));
const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'));
const SUBJECT_ALT_NAME = tlv(0x06, Buffer.from('551d11', 'hex'));

/**
 * A new identity for 127.0.0.1 and localhost, valid for an hour each way, signed by itself. Node
 * makes keys and signatures but no certificates; these few fields of X.509 (RFC 5280, section 4.1)
 * cost less than a dependency, and no secret has to be kept in the repository.
 */
export function createIdentity(): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from('localhost')))));
  const validity = sequence(utcTime(Date.now() - HOUR_MS), utcTime(Date.now() + HOUR_MS));
  const names = sequence(
    tlv(0x82, Buffer.from('localhost')),
    tlv(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const toBeSigned = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(SUBJECT_ALT_NAME, tlv(0x04, names)))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(toBeSigned, algorithm, tlv(0x03, signature))),
  };
}

/** One DER value: tag, length, content. */
function tlv(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const long = bytes.length > 0xff ? [0x82, bytes.length >> 8, bytes.length & 0xff] : undefined;
  const length = bytes.length < 0x80 ? [bytes.length] : (long ?? [0x81, bytes.length]);
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

function sequence(...content: Buffer[]): Buffer {
  return tlv(0x30, ...content);
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().slice(2, 19).replaceAll(/[-T:]/g, '');
  return tlv(0x17, Buffer.from(`${digits}Z`));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

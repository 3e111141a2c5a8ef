import { networkInterfaces } from 'node:os';

/** Addresses that stand for all that a machine has. Nobody can go to them from elsewhere. */
const ALL = ['0.0.0.0', '::'];

/**
 * Where a server can be reached that listens on `host`: there, or, where that stands for all of the
 * machine's addresses, on the machine itself and in each of its networks.
 */
export function hostsOf(host: string, interfaces = networkInterfaces()): [string, ...string[]] {
  if (!ALL.includes(host)) return [host];
  const addresses = Object.values(interfaces).flatMap((list) => list ?? []);
  const inNetworks = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  return ['127.0.0.1', ...inNetworks.map(({ address }) => address)];
}

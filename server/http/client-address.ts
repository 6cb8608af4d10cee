import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { copyText } from '../text/normalize';

/** The prefix of an IPv6 address that a provider assigns to one customer, in bits. */
const IPV6_CUSTOMER_PREFIX = 56;

/** The client's IP address without a port, derived according to `TRUST_PROXY`; 'unknown' if it is not an IP address. */
export function clientAddress({ ip = '' }: Pick<Request, 'ip'>): string {
  // Some proxies append the port to the address in X-Forwarded-For.
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
  // A copy: a part of X-Forwarded-For as a key would keep the whole header in memory (T37).
  return isIP(bare) === 0 ? 'unknown' : copyText(bare);
}

/** The key under which limits count a client: its IPv4 address, or the /56 network of its IPv6 address. */
export function clientNetwork(request: Pick<Request, 'ip'>): string {
  const address = clientAddress(request);
  if (address === 'unknown') return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_CUSTOMER_PREFIX}`).toString();
}

import { isIP } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** The part of an IPv6 address that providers assign to one customer, in bits. */
const IPV6_CUSTOMER_PREFIX = 56;

/** Returns the client's IP address without a port, as far as `TRUST_PROXY` lets it be known; 'unknown' for anything else. */
export function clientAddress({ ip = '' }: Pick<Request, 'ip'>): string {
  // Some proxies append the port to what they put into X-Forwarded-For.
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
  return isIP(bare) === 0 ? 'unknown' : bare;
}

/** Returns the key under which limits count a client: its IPv4 address, or the /56 network of its IPv6 address. */
export function clientNetwork(request: Pick<Request, 'ip'>): string {
  return ipKeyGenerator(clientAddress(request), IPV6_CUSTOMER_PREFIX);
}

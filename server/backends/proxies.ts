import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config';

export type Proxies = Config['proxies'];

/** The URL of the proxy through which a URL is called; undefined if it is called directly. */
export function proxyFor(url: string, { http, https, except }: Proxies): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: port || (isSecure ? '443' : '80') };
  if (except.some(entry => isFor(entry, address))) return undefined;
  return isSecure ? https : http;
}

/** Whether an entry of NO_PROXY is for an address. A host stands for its subdomains, too. */
function isFor(entry: string, { host, port }: { readonly host: string; readonly port: string }): boolean {
  const [, name = entry, entryPort = port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  const named = name.toLowerCase().replace(/^\*?\.|[[\]]/g, '');
  if (port !== entryPort) return false;
  return name === '*' || `.${host}`.endsWith(`.${named}`) || isInRange(host, named);
}

function isInRange(host: string, range: string): boolean {
  if (!ipaddr.isValid(host) || !ipaddr.isValidCIDR(range)) return false;
  return ipaddr.subnetMatch(ipaddr.parse(host), { in: [ipaddr.parseCIDR(range)] }, 'out') === 'in';
}

/** A proxy's host and port, without credentials. */
export const nameOf = (proxy: string): string => new URL(proxy).host;

/**
 * An agent that calls a URL through its proxy, for packages that use Node's `http` and `https`; undefined for a direct call.
 */
export function agentFor(url: string, proxies: Proxies | undefined, timeout: number): HttpAgent | undefined {
  const proxy = proxies && proxyFor(url, proxies);
  if (proxy === undefined) return undefined;
  const options = { keepAlive: true, timeout, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
}

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config';

export type Proxies = Config['proxies'];

const DIRECT: Proxies = { http: undefined, https: undefined, except: [] };

/** The URL of the proxy through which a URL is called; undefined if it is called directly. */
export function proxyFor(url: string, { http, https, except } = DIRECT): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isException = except.some(entry => isFor(entry, host, port || (isSecure ? '443' : '80')));
  return isException ? undefined : isSecure ? https : http;
}

/** Whether an entry of NO_PROXY is for a host and port. A host stands for its subdomains, too. */
function isFor(entry: string, host: string, port: string): boolean {
  const [, name = entry, entryPort = port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  const named = name.toLowerCase().replace(/^\*?\.|[[\]]/g, '');
  const isInRange = () =>
    ipaddr.isValid(host) &&
    ipaddr.isValidCIDR(named) &&
    ipaddr.subnetMatch(ipaddr.parse(host), { in: [ipaddr.parseCIDR(named)] }, 'out') === 'in';
  return port === entryPort && (name === '*' || `.${host}`.endsWith(`.${named}`) || isInRange());
}

/** The host and port of the proxy for a URL, without credentials; or `direct`. */
export function routeTo(url: string, proxies: Proxies): string {
  const proxy = proxyFor(url, proxies);
  return proxy === undefined ? 'direct' : new URL(proxy).host;
}

/** An agent that calls a URL through its proxy, for packages that use Node's `http` and `https`; undefined for a direct call. */
export function agentFor(url: string, proxies: Proxies | undefined, timeout: number): HttpAgent | undefined {
  const proxy = proxyFor(url, proxies);
  if (proxy === undefined) return undefined;
  const Agent = url.startsWith('https:') ? HttpsAgent : HttpAgent;
  return new Agent({ keepAlive: true, timeout, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } });
}

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { processEnvironment, readConfig } from '../../../server/config';
import { DRAIN_DELAY_MS, DRAIN_LIMIT_MS } from '../../../server/http/server';
import { STORE_LIMIT_BYTES } from '../../../server/records/store';
import { createPrometheusMetrics } from '../../../server/telemetry/prometheus';
import { productTerms } from '../../../shared/products';
import { MEBIBYTE } from '../../../shared/units';
import { anchors } from './markdown';

const read = (file: string) => readFileSync(file, 'utf8');

/** The portal's environment on each platform, with test values for secrets. */
const environments: Record<string, () => Record<string, string>> = {
  Kubernetes: () => ({ ...parse(read('deploy/kubernetes/config.yaml')).data, ...secrets }),
  Compose: () => composeEnvironment(composeSecrets),
  'Compose with the production hosts': () =>
    composeEnvironment({
      ...composeSecrets,
      PORTAL_ENV: 'production',
      SCANNER_API_PRODUCTION_URL: 'https://scanner.example.com',
      ECARD_API_PRODUCTION_URL: 'https://cards.example.com',
    }),
  'Cloud Run': () => {
    const [container] = parse(read('deploy/cloud-run.yaml')).spec.template.spec.containers;
    const entries: { name: string; value?: string; valueFrom?: object }[] = container.env;
    return Object.fromEntries(entries.map(({ name, value }) => [name, value ?? secrets[name] ?? '']));
  },
};

const secrets: Readonly<Record<string, string>> = {
  SESSION_KEYS: 'only-for-this-test-0123456789-0123456789',
  FIREBASE_API_KEY: 'only-for-this-test',
};

const composeSecrets = { ...secrets, VALKEY_PASSWORD: 'only-for-this-test' };

/** Interpolates the environment like Compose: `${NAME:-default}`, and `${NAME:?message}` for required values. */
function composeEnvironment(given: Readonly<Record<string, string>>): Record<string, string> {
  const { environment } = parse(read('compose.yaml')).services.portal;
  const interpolate = (value: string) =>
    value.replace(
      /\$\{(\w+):([-?])([^}]*)\}/g,
      (_, name, kind, text) => given[name] ?? (kind === '-' ? text : ''),
    );
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolate(String(value))]),
  );
}

test.each(Object.keys(environments))('the portal starts with the environment for %s', platform => {
  const environment = environments[platform]?.() ?? {};
  const config = readConfig(processEnvironment({ ...environment }));
  expect(config).toMatchObject({ secure: true, trustProxy: 1, port: 3000 });

  // Every name must occur in the source of readConfig, to detect misspelled ones.
  const known: string[] = read('server/config.ts').match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];
  for (const { settings } of Object.values(productTerms))
    known.push(`${settings.api}_PRODUCTION_URL`, `${settings.api}_DEMO_URL`, `${settings.app}_URL`);
  expect(Object.keys(environment).filter(name => !known.includes(name))).toEqual([]);
});

test('T76: a platform with several replicas has a Redis for them, and all others have one replica', () => {
  const example = read('deploy/kubernetes/secret.example.md');
  const [valkey, service] = parseAllDocuments(read('deploy/kubernetes/valkey.yaml')).map(each =>
    each.toJSON(),
  );
  expect(valkey.spec.replicas).toBe(1);
  const [name, port] = [service.metadata.name, service.spec.ports[0].port];
  expect(example).toContain(`--from-literal=REDIS_URL="redis://default:$VALKEY_PASSWORD@${name}:${port}"`);
  expect(environments.Compose?.().REDIS_URL).toContain('@valkey:6379');
  const { metadata } = parse(read('deploy/cloud-run.yaml')).spec.template;
  expect(environments['Cloud Run']?.()).not.toHaveProperty('REDIS_URL');
  expect(metadata.annotations['autoscaling.knative.dev/maxScale']).toBe('1');
});

test('T76: records leave two thirds of a Redis to counts and logouts', () => {
  for (const file of ['compose.yaml', 'deploy/kubernetes/valkey.yaml']) {
    const [, megabytes] = /maxmemory (\d+)mb/.exec(read(file)) ?? [];
    expect(Number(megabytes) * MEBIBYTE).toBeGreaterThanOrEqual(3 * STORE_LIMIT_BYTES);
  }
});

test('a removal goes on in Cloud Run when its browser has left, and an upload may take as long as the server lets it', () => {
  const { metadata, spec } = parse(read('deploy/cloud-run.yaml')).spec.template;
  expect(metadata.annotations['run.googleapis.com/cpu-throttling']).toBe('false');
  expect(spec.timeoutSeconds).toBeGreaterThan(300);
});

test('no deployment file contains a secret', () => {
  const files = ['compose.yaml', 'Dockerfile', '.github/workflows/ci.yml', ...globSync('deploy/**/*.*')];
  const given = files.flatMap(file =>
    [...read(file).matchAll(/(?:SESSION_KEYS|FIREBASE_API_KEY)["']?\s*[:=]\s*(\S.*)/g)].map(
      ([, value]) => value,
    ),
  );
  // Each value comes from Compose's environment or from the command that creates the Secret.
  expect(given.filter(value => !/^("?\$[({]|…)|^"?\$FIREBASE_API_KEY/.test(value ?? ''))).toEqual([]);
});

test('the grace periods of Kubernetes and Compose are longer than the server’s shutdown', () => {
  const shutdownSeconds = (DRAIN_DELAY_MS + DRAIN_LIMIT_MS) / 1000;
  expect(shutdownSeconds).toBeGreaterThan(10);
  const { spec } = parse(read('deploy/kubernetes/deployment.yaml')).spec.template;
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(shutdownSeconds);
  const { stop_grace_period } = parse(read('compose.yaml')).services.portal;
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(shutdownSeconds);
});

test('platforms drop the portal’s privileges and use its health checks', () => {
  const { spec } = parse(read('deploy/kubernetes/deployment.yaml')).spec.template;
  const [container] = spec.containers;
  const user = /^USER (.*)$/m.exec(read('Dockerfile'))?.[1];
  expect(`${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}`).toBe(user);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  expect(parse(read('compose.yaml')).services.portal).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    deploy: { replicas: 2 },
  });
});

test('Prometheus reaches the metrics inside the cluster, and no route from outside does', () => {
  const config = parse(read('deploy/kubernetes/config.yaml')).data;
  const metricsPort = Number(config.METRICS_PORT);
  expect(metricsPort).toBeGreaterThan(0);

  const { metadata, spec: pod } = parse(read('deploy/kubernetes/deployment.yaml')).spec.template;
  expect(pod.containers[0].ports).toContainEqual({ name: 'metrics', containerPort: metricsPort });
  expect(metadata.annotations).toEqual({
    'prometheus.io/scrape': 'true',
    'prometheus.io/port': config.METRICS_PORT,
    'prometheus.io/path': '/metrics',
  });
  const { ports } = parse(read('deploy/kubernetes/service.yaml')).spec;
  expect(ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(['http']);

  // Every port names its peers, and only one of them reaches the metrics.
  const { ingress } = parse(read('deploy/kubernetes/network-policy.yaml')).spec;
  const allowed = ingress.map(
    (rule: { from: { namespaceSelector: { matchLabels: object } }[]; ports: object }) => [
      ...rule.from.flatMap(({ namespaceSelector }) => Object.values(namespaceSelector.matchLabels)),
      rule.ports,
    ],
  );
  expect(allowed).toEqual([
    ['ingress-nginx', [{ protocol: 'TCP', port: 3000 }]],
    ['monitoring', [{ protocol: 'TCP', port: metricsPort }]],
  ]);

  const { portal, proxy } = parse(read('compose.yaml')).services;
  expect(portal.environment.METRICS_PORT).toBe(config.METRICS_PORT);
  expect(portal.expose).toEqual([config.METRICS_PORT]);
  expect(portal).not.toHaveProperty('ports');
  expect(portal).not.toHaveProperty('network_mode');
  expect(proxy.ports).toEqual(['80:80', '443:443']);
  const upstreams = [
    ...read('deploy/compose/Caddyfile').matchAll(/^\s*(?:dynamic a|to|reverse_proxy) (.*\d.*?) \{/gm),
  ];
  expect(upstreams.map(([, upstream]) => upstream)).toEqual(['portal 3000']);
});

test('workflows pin actions by commit, and jobs have minimal permissions', () => {
  const jobs = Object.fromEntries(
    globSync('.github/workflows/*.yml').flatMap(file => {
      const { permissions, jobs: found } = parse(read(file));
      expect(permissions).toEqual({});
      return Object.entries<{ permissions?: object; steps: { uses?: string; run?: string }[] }>(found).map(
        ([name, job]) => [`${basename(file, '.yml')} ${name}`, job],
      );
    }),
  );
  const writing = Object.entries(jobs).flatMap(([name, { permissions = {} }]) =>
    Object.entries(permissions).flatMap(([scope, access]) => (access === 'read' ? [] : `${name}: ${scope}`)),
  );
  expect(writing.toSorted()).toEqual([
    ...['attestations', 'id-token', 'packages'].map(scope => `release image: ${scope}`),
    'security codeql: security-events',
    ...['id-token', 'security-events'].map(scope => `security scorecard: ${scope}`),
  ]);
  const steps = Object.values(jobs).flatMap(job => job.steps);
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(8);
  // Tags can be moved; commits cannot.
  for (const action of used) expect(action).toMatch(/^[\w-]+(\/[\w-]+)+@[0-9a-f]{40}$/);
  // Expressions are interpolated before the shell runs: a branch name could inject commands.
  for (const { run } of steps) expect(run ?? '').not.toContain('${{');
});

test('inside the cluster, the portal reaches only its own services and DNS', () => {
  const { egress } = parse(read('deploy/kubernetes/network-policy.yaml')).spec;
  const blocks = egress.flatMap((rule: { to: { ipBlock?: { cidr: string; except: string[] } }[] }) =>
    rule.to.flatMap(({ ipBlock }) => ipBlock ?? []),
  );
  expect(blocks.map(({ cidr }: { cidr: string }) => cidr)).toEqual(['169.254.20.10/32', '0.0.0.0/0', '::/0']);
  expect(blocks[1].except).toEqual(
    expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
  );
  expect(blocks[2].except).toEqual(['fc00::/7', 'fe80::/10']);
  // Every other rule selects pods, one of them the DNS of the cluster.
  const peers = egress.flatMap(({ to }: { to: object[] }) => to);
  for (const peer of peers) expect(peer.ipBlock ?? peer.podSelector?.matchLabels).toBeDefined();
  expect(peers).toContainEqual(
    expect.objectContaining({ podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }),
  );
});

test('in Compose, every service has limits, and only the portal reaches Valkey, with a password', () => {
  const { services, networks } = parse(read('compose.yaml'));
  for (const { deploy } of Object.values<{ deploy: { resources: object } }>(services)) {
    expect(deploy.resources).toEqual({
      limits: { memory: expect.stringMatching(/^\d+M$/), pids: expect.any(Number) },
    });
  }
  expect(networks).toEqual({ front: null, data: { internal: true } });
  expect(services.proxy.networks).toEqual(['front']);
  expect(services.portal.networks).toEqual(['front', 'data']);
  expect(services.valkey.networks).toEqual(['data']);
  expect(services.portal.environment.REDIS_URL).toMatch(
    /^redis:\/\/default:\$\{VALKEY_PASSWORD:\?[^}]+\}@valkey:6379$/,
  );
  expect(services.valkey.command.join(' ')).toContain('requirepass $$VALKEY_PASSWORD');
});

test('T48: the proxy sets the request ID, and drops trace headers of browsers', () => {
  const proxied = /reverse_proxy \{([\s\S]*)\n\t\}/.exec(read('deploy/compose/Caddyfile'))?.[1] ?? '';
  const headers = [...proxied.matchAll(/^\t\theader_up (.*)$/gm)].map(([, line]) => line);
  expect(headers).toEqual(['X-Request-Id {http.request.uuid}', '-traceparent', '-tracestate']);
});

test('secrets in the working directory are excluded from the image build', () => {
  const rules = read('.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
  // The last matching rule applies: exclude everything, include some paths, then exclude secrets.
  expect(rules[0]).toBe('*');
  const lastIncluded = rules.findLastIndex(rule => rule.startsWith('!'));
  expect(rules.slice(1, lastIncluded + 1).every(rule => /^![\w.-]+$/.test(rule))).toBe(true);
  expect(rules.slice(lastIncluded + 1)).toEqual(
    expect.arrayContaining(['**/.env*', '**/*.key', '**/*.pem', '**/node_modules']),
  );
});

/** Returns the names of all metrics, and the labels of the portal's own metrics. */
async function knownMetrics() {
  const metrics = createPrometheusMetrics();
  metrics.request({ method: 'GET', route: '/', status: 200, seconds: 0 });
  metrics.backendCall({ name: 'call', outcome: 'ok', milliseconds: 0 });
  metrics.error('Error');
  metrics.exported('list', 1);
  metrics.watchRedis(() => true);
  const { port, close } = await metrics.listen({ metricsPort: 0, metricsHost: '127.0.0.1' });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await close();
  const families = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({
    name,
    type,
  }));
  const names = families.flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map(part => name + part) : [name],
  );
  const labels = [...text.matchAll(/^portal_.*\{(.*)\}/gm)].flatMap(([, pairs = '']) =>
    [...pairs.matchAll(/(\w+)="/g)].map(([, label]) => label),
  );
  return { families: families.map(({ name }) => name), names, labels: [...labels, 'job', 'instance'] };
}

test('every alert links to its section in the operations manual', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yaml'));
  const rules: { alert: string; annotations: { runbook_url: string } }[] = groups[0].rules;
  const sections = anchors(read('docs/operations.md'));
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toMatch(new RegExp(`/docs/operations\\.md#${alert.toLowerCase()}$`));
    expect(sections).toContain(alert.toLowerCase());
  }
});

test('the portal and its Valkey run as an arbitrary user: neither needs the one of its image', () => {
  for (const file of ['deployment', 'valkey']) {
    const text = read(`deploy/kubernetes/${file}.yaml`).replace(/^ +runAs(User|Group): .*\n/gm, '');
    const { spec } = parseAllDocuments(text)[0]?.toJSON().spec.template ?? {};
    expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    // No file of the container needs to be written, or to be read by one user.
    expect(spec).not.toHaveProperty('volumes');
    expect(spec.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
  }
});

const namedMetrics = (text: string) => [...new Set(text.match(/\b(portal|nodejs|process)_\w+/g))];

test.each(['deploy/prometheus/alerts.yaml', 'deploy/grafana/dashboard.json'])(
  '%s uses only existing metrics and labels',
  async file => {
    const expressions: string[] = [];
    JSON.stringify(parse(read(file)), (key, value) => {
      if (key === 'expr') expressions.push(value);
      return value;
    });
    expect(expressions.length).toBeGreaterThan(8);
    const { names, labels } = await knownMetrics();
    const all = expressions.join('\n');
    expect(namedMetrics(all).filter(name => !names.includes(name))).toEqual([]);
    const usedLabels = [
      ...[...all.matchAll(/(\w+)\s*(?:=~?|!=|!~)\s*"/g)].map(([, label = '']) => label),
      ...[...all.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
    ];
    expect(usedLabels.filter(label => !labels.includes(label))).toEqual([]);
  },
);

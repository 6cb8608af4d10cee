import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { parse } from 'yaml';
import { temporaryFolder } from '../../support/programs/project';
import { cloudRun, compose, dependabot } from './platform-schemas';

/** Returns descriptions of the problems in a file's text. */
type Validator = (text: string) => Promise<readonly string[]>;

const run = promisify(execFile);
const read = (file: string) => readFileSync(file, 'utf8');

function matchesSchema(schema: v.GenericSchema): Validator {
  return async text => {
    const { issues = [] } = v.safeParse(schema, parse(text));
    return issues.map(issue => `${v.getDotPath(issue)}: ${issue.message}`);
  };
}

/** An object of Kubernetes or Knative. */
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Validates a file by the published definition of its apiVersion and kind, which are the names of a module. Its
 * validator checks values but accepts unknown fields, so the TypeScript compiler checks the object against its type.
 */
const matchesDefinition: Validator = async text => {
  const resource: Resource = parse(text);
  const { apiVersion, kind } = resource;
  const published = apiVersion.startsWith('serving.') ? '@kubernetes-models/knative' : 'kubernetes-models';
  const definition = resolve('node_modules', published, apiVersion, kind);
  if (!existsSync(`${definition}.d.ts`)) return [`${apiVersion} ${kind} is unknown`];
  return [...(await validationErrors(definition, resource)), ...(await typeErrors(definition, resource))];
};

async function validationErrors(definition: string, resource: Resource): Promise<string[]> {
  const { [resource.kind]: Model } = await import(definition);
  try {
    new Model(resource).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

async function typeErrors(definition: string, resource: Resource): Promise<string[]> {
  const file = join(await temporaryFolder(), 'manifest.ts');
  await writeFile(
    file,
    `import type { I${resource.kind} } from ${JSON.stringify(`${definition}.d.ts`)};\n` +
      `export const manifest: I${resource.kind} = ${JSON.stringify(resource, null, 1)};\n`,
  );
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--types',
    '',
  ];
  const compiler = resolve('node_modules/typescript/bin/tsc');
  return run(process.execPath, [compiler, ...options, '--moduleResolution', 'bundler', file]).then(
    () => [],
    ({ stdout }: { stdout: string }) => [stdout],
  );
}

/** Validates a workflow with GitHub's own parser. */
const matchesWorkflowSyntax: Validator = async content => {
  const { context, value } = parseWorkflow({ name: 'ci.yml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
};

/** Validates a file by the published definition, and by the subset that Cloud Run supports. */
const matchesCloudRun: Validator = async text =>
  (await Promise.all([matchesDefinition, matchesSchema(cloudRun)].map(validate => validate(text)))).flat();

const kubernetes = globSync('deploy/kubernetes/*.yaml').sort();
const workflows = globSync('.github/workflows/*.yml').sort();

/** The validators of all files, by path. */
const validators: Readonly<Record<string, Validator>> = {
  ...Object.fromEntries(kubernetes.map(file => [file, matchesDefinition])),
  ...Object.fromEntries(workflows.map(file => [file, matchesWorkflowSyntax])),
  'compose.yaml': matchesSchema(compose),
  'deploy/cloud-run.yaml': matchesCloudRun,
  '.github/dependabot.yml': matchesSchema(dependabot),
};

test.each(Object.entries(validators))('%s matches its schema', async (file, validate) => {
  expect(await validate(read(file))).toEqual([]);
});

test.each([
  ['deploy/kubernetes/deployment.yaml', 'readOnlyRoot', 'readonlyRoot', 'ISecurityContext'],
  ['deploy/kubernetes/deployment.yaml', 'memory: 512Mi', 'memory: much', 'limits/memory'],
  ['deploy/kubernetes/deployment.yaml', 'apps/v1', 'apps/v2', 'apps/v2 Deployment'],
  ['deploy/kubernetes/network-policy.yaml', '- Ingress', '- ingress', 'policyTypes/0'],
  ['deploy/kubernetes/disruption-budget.yaml', 'maxUnavail', 'maxAvail', 'maxAvailable'],
  ['deploy/kubernetes/autoscaler.yaml', 'minReplicas: 2', 'minReplicas: two', 'minReplicas'],
  ['deploy/kubernetes/config.yaml', 'PORT: "3000"', 'PORT: 3000', 'data/PORT'],
  ['deploy/kubernetes/service.yaml', 'targetPort', 'portTarget', 'portTarget'],
  ['deploy/cloud-run.yaml', 'name: PORTAL_ENV', 'name: PORT', 'env.0.name'],
  ['deploy/cloud-run.yaml', 'containerConc', 'containersConc', 'containersConcurrency'],
  ['deploy/cloud-run.yaml', 'maxScale', 'maximumScale', 'annotations.autoscaling.knative.dev/maximumScale'],
  ['compose.yaml', 'read_only', 'readonly', 'services.proxy.readonly'],
  ['compose.yaml', 'internal: true', 'internal: yes please', 'networks.data.internal'],
  ['compose.yaml', 'pids: 100', 'processes: 100', 'deploy.resources.limits.processes'],
  ['.github/workflows/ci.yml', 'timeout-minutes', 'time-out', "Unexpected value 'time-out'"],
  ['.github/workflows/ci.yml', '17 5 * * 1', '77 5 * * 1', 'cron'],
  ['.github/workflows/ci.yml', 'github.ref', 'github.ref(', 'Unexpected symbol'],
  ['.github/workflows/release.yml', 'id-token: write', 'id-token: all', "Unexpected value 'all'"],
  ['.github/workflows/release.yml', 'steps.push', 'step.push', 'step'],
  ['.github/workflows/security.yml', 'security-events', 'security-event', 'security-event'],
  ['.github/dependabot.yml', 'default-days: 7', 'default-days: never', 'cooldown.default-days'],
  ['.github/dependabot.yml', 'weekly', 'sometimes', 'schedule.interval'],
])('%s with %j replaced by %j is invalid', async (file, valid, invalid, message) => {
  expect(read(file)).toContain(valid);
  const problems = await validators[file]?.(read(file).replace(valid, invalid));
  expect(problems?.join('\n')).toContain(message);
});

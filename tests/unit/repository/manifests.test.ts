import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { expect, test } from '@jest/globals';
import { Service as CloudRunService } from '@kubernetes-models/knative/serving.knative.dev/v1/Service';
import Ajv from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';
import cloudRun from '../../schemas/cloud-run.json';
import compose from '../../schemas/compose.json';
import dependabot from '../../schemas/dependabot.json';
import { temporaryFolder } from '../../support/project';

/** Returns descriptions of the problems in a file's text. */
type Validator = (text: string) => Promise<readonly string[]>;

const run = promisify(execFile);
const read = (file: string) => readFileSync(file, 'utf8');

const ajv = new Ajv({ strict: false, allErrors: true });
// Go's format, which differs from JSON Schema's format of this name.
ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);

/** Returns a validator for a JSON Schema. */
function matchesSchema(schema: object): Validator {
  const validate = ajv.compile(schema);
  return async text => {
    if (validate(parse(text))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** A published definition of an object: its validator, and the module of its type. */
interface Definition {
  readonly Model: new (data: never) => { readonly validate: () => void };
  readonly type: string;
}

const definitions: Readonly<Record<string, Definition>> = {
  'apps/v1 Deployment': { Model: Deployment, type: 'kubernetes-models/apps/v1/Deployment' },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    Model: HorizontalPodAutoscaler,
    type: 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler',
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    Model: NetworkPolicy,
    type: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
  },
  'policy/v1 PodDisruptionBudget': {
    Model: PodDisruptionBudget,
    type: 'kubernetes-models/policy/v1/PodDisruptionBudget',
  },
  'serving.knative.dev/v1 Service': {
    Model: CloudRunService,
    type: '@kubernetes-models/knative/serving.knative.dev/v1/Service',
  },
  'v1 ConfigMap': { Model: ConfigMap, type: 'kubernetes-models/v1/ConfigMap' },
  'v1 Service': { Model: Service, type: 'kubernetes-models/v1/Service' },
};

/**
 * Validates a file by the published definition of its apiVersion and kind. The definition's validator checks values but
 * accepts unknown fields, so the TypeScript compiler checks the object against the definition's type.
 */
const matchesDefinition: Validator = async text => {
  const object = parse(text);
  const definition = definitions[`${object.apiVersion} ${object.kind}`];
  if (!definition) return [`${object.apiVersion} ${object.kind} is unknown`];
  return [...validationErrors(definition, object), ...(await typeErrors(definition, object))];
};

function validationErrors({ Model }: Definition, object: object): string[] {
  try {
    new Model(object as never).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

async function typeErrors({ type }: Definition, object: { kind: string }): Promise<string[]> {
  const file = join(await temporaryFolder(), 'manifest.ts');
  await writeFile(
    file,
    `import type { I${object.kind} } from ${JSON.stringify(resolve('node_modules', `${type}.d.ts`))};\n` +
      `export const manifest: I${object.kind} = ${JSON.stringify(object, null, 1)};\n`,
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
  ['deploy/cloud-run.yaml', 'name: PORTAL_ENV', 'name: PORT', '/env/0/name'],
  ['deploy/cloud-run.yaml', 'containerConc', 'containersConc', 'containersConcurrency'],
  ['deploy/cloud-run.yaml', 'maxScale', 'maximumScale', '/annotations'],
  ['compose.yaml', 'read_only', 'readonly', '/services/proxy'],
  ['compose.yaml', 'internal: true', 'internal: yes please', '/networks/data/internal'],
  ['compose.yaml', 'pids: 100', 'processes: 100', '/deploy/resources/limits'],
  ['.github/workflows/ci.yml', 'timeout-minutes', 'time-out', "Unexpected value 'time-out'"],
  ['.github/workflows/ci.yml', '17 5 * * 1', '77 5 * * 1', 'cron'],
  ['.github/workflows/ci.yml', 'github.ref', 'github.ref(', 'Unexpected symbol'],
  ['.github/workflows/release.yml', 'id-token: write', 'id-token: all', "Unexpected value 'all'"],
  ['.github/workflows/release.yml', 'steps.push', 'step.push', 'step'],
  ['.github/workflows/security.yml', 'security-events', 'security-event', 'security-event'],
  ['.github/dependabot.yml', 'default-days: 7', 'default-days: never', '/cooldown/default-days'],
  ['.github/dependabot.yml', 'weekly', 'sometimes', '/schedule/interval'],
])('%s with %j replaced by %j is invalid', async (file, valid, invalid, message) => {
  expect(read(file)).toContain(valid);
  const problems = await validators[file]?.(read(file).replace(valid, invalid));
  expect(problems?.join('\n')).toContain(message);
});

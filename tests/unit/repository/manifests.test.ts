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

/** Returns the problems of a file's text, in words. */
type Problems = (text: string) => Promise<readonly string[]>;

const run = promisify(execFile);
const read = (file: string) => readFileSync(file, 'utf8');

const ajv = new Ajv({ strict: false, allErrors: true });
// As Go writes them, which is not the format that JSON Schema has under this name.
ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);

/** By a JSON Schema. */
function fits(schema: object): Problems {
  const validate = ajv.compile(schema);
  return async text => {
    if (validate(parse(text))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** An object as the published definitions have it: its validator, and where its type stands. */
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
 * By the published definition of the object that the file says it is. The validator knows which values are good and
 * lets unknown fields pass; those are refused by the compiler, for the object is none of its type.
 */
const fitsItsDefinition: Problems = async text => {
  const object = parse(text);
  const definition = definitions[`${object.apiVersion} ${object.kind}`];
  if (!definition) return [`${object.apiVersion} ${object.kind} is not known`];
  return [...invalid(definition, object), ...(await compiled(definition, object))];
};

function invalid({ Model }: Definition, object: object): string[] {
  try {
    new Model(object as never).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

async function compiled({ type }: Definition, object: { kind: string }): Promise<string[]> {
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

/** By GitHub's own parser. */
const fitsGitHub: Problems = async content => {
  const { context, value } = parseWorkflow({ name: 'ci.yml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
};

/** By the published definition, and by what Cloud Run takes of it. */
const fitsCloudRun: Problems = async text =>
  (await Promise.all([fitsItsDefinition, fits(cloudRun)].map(problems => problems(text)))).flat();

const kubernetes = globSync('deploy/kubernetes/*.yaml').sort();

test.each<[string, Problems]>([
  ...kubernetes.map((file): [string, Problems] => [file, fitsItsDefinition]),
  ['compose.yaml', fits(compose)],
  ['deploy/cloud-run.yaml', fitsCloudRun],
  ...globSync('.github/workflows/*.yml')
    .sort()
    .map((file): [string, Problems] => [file, fitsGitHub]),
  ['.github/dependabot.yml', fits(dependabot)],
])('%s has what its schema wants, and nothing that it does not know', async (file, problems) => {
  expect(await problems(read(file))).toEqual([]);
});

test.each<[string, Problems, string, string, string]>([
  [
    'deploy/kubernetes/deployment.yaml',
    fitsItsDefinition,
    'readOnlyRoot',
    'readonlyRoot',
    'ISecurityContext',
  ],
  ['deploy/kubernetes/deployment.yaml', fitsItsDefinition, 'memory: 512Mi', 'memory: much', 'limits/memory'],
  ['deploy/kubernetes/deployment.yaml', fitsItsDefinition, 'apps/v1', 'apps/v2', 'apps/v2 Deployment'],
  ['deploy/kubernetes/network-policy.yaml', fitsItsDefinition, '- Ingress', '- ingress', 'policyTypes/0'],
  ['deploy/kubernetes/disruption-budget.yaml', fitsItsDefinition, 'maxUnavail', 'maxAvail', 'maxAvailable'],
  [
    'deploy/kubernetes/autoscaler.yaml',
    fitsItsDefinition,
    'minReplicas: 2',
    'minReplicas: two',
    'minReplicas',
  ],
  ['deploy/kubernetes/config.yaml', fitsItsDefinition, 'PORT: "3000"', 'PORT: 3000', 'data/PORT'],
  ['deploy/kubernetes/service.yaml', fitsItsDefinition, 'targetPort', 'portTarget', 'portTarget'],
  ['compose.yaml', fits(compose), 'read_only', 'readonly', '/services/proxy'],
  ['deploy/cloud-run.yaml', fitsCloudRun, 'name: PORTAL_ENV', 'name: PORT', '/env/0/name'],
  ['deploy/cloud-run.yaml', fitsCloudRun, 'containerConc', 'containersConc', 'containersConcurrency'],
  ['deploy/cloud-run.yaml', fitsCloudRun, 'maxScale', 'maximumScale', '/annotations'],
  ['.github/workflows/ci.yml', fitsGitHub, 'timeout-minutes', 'time-out', "Unexpected value 'time-out'"],
  ['.github/workflows/ci.yml', fitsGitHub, '17 5 * * 1', '77 5 * * 1', 'cron'],
  ['.github/workflows/ci.yml', fitsGitHub, 'github.ref', 'github.ref(', 'Unexpected symbol'],
  ['.github/workflows/release.yml', fitsGitHub, 'id-token: write', 'id-token: all', "Unexpected value 'all'"],
  ['.github/workflows/release.yml', fitsGitHub, 'steps.push', 'step.push', 'step'],
  ['.github/workflows/security.yml', fitsGitHub, 'security-events', 'security-event', 'security-event'],
  ['compose.yaml', fits(compose), 'internal: true', 'internal: yes please', '/networks/data/internal'],
  ['compose.yaml', fits(compose), 'pids: 100', 'processes: 100', '/deploy/resources/limits'],
  [
    '.github/dependabot.yml',
    fits(dependabot),
    'default-days: 7',
    'default-days: never',
    '/cooldown/default-days',
  ],
  ['.github/dependabot.yml', fits(dependabot), 'weekly', 'sometimes', '/schedule/interval'],
])('in %s this would be found: %#', async (file, problems, right, wrong, found) => {
  expect(read(file)).toContain(right);
  expect((await problems(read(file).replace(right, wrong))).join('\n')).toContain(found);
});

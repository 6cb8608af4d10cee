import * as v from 'valibot';

// For files whose platforms publish no package with a schema. Each has only the fields that our files use, so that a
// misspelled one is an error.

const uniqueTexts = v.pipe(
  v.array(v.string()),
  v.check(texts => new Set(texts).size === texts.length, 'The texts must be unique'),
);
const named = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z0-9._-]+$/)), schema);
/** In Go's format. */
const duration = v.pipe(v.string(), v.regex(/^(\d+(us|ms|s|m|h))+$/));
const integer = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));

/** After https://github.com/compose-spec/compose-spec/blob/main/schema/compose-spec.json */
export const compose = v.strictObject({
  name: v.string(),
  services: named(
    v.partial(
      v.strictObject({
        build: v.string(),
        cap_add: uniqueTexts,
        cap_drop: uniqueTexts,
        command: v.array(v.string()),
        depends_on: named(
          v.strictObject({
            condition: v.picklist(['service_started', 'service_healthy', 'service_completed_successfully']),
          }),
        ),
        deploy: v.partial(
          v.strictObject({
            replicas: integer(0),
            resources: v.strictObject({
              limits: v.partial(v.strictObject({ memory: v.string(), pids: integer(1) })),
            }),
          }),
        ),
        environment: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
        expose: uniqueTexts,
        healthcheck: v.partial(
          v.strictObject({
            test: v.array(v.string()),
            interval: duration,
            timeout: duration,
            retries: v.number(),
          }),
        ),
        image: v.string(),
        networks: uniqueTexts,
        ports: uniqueTexts,
        read_only: v.boolean(),
        restart: v.string(),
        security_opt: uniqueTexts,
        stop_grace_period: duration,
        tmpfs: uniqueTexts,
        user: v.string(),
        volumes: uniqueTexts,
      }),
    ),
  ),
  networks: named(v.nullable(v.strictObject({ internal: v.boolean() }))),
  volumes: named(v.null()),
});

const probe = v.partial(
  v.object({
    initialDelaySeconds: integer(0, 240),
    periodSeconds: integer(1, 240),
    timeoutSeconds: integer(1, 240),
    failureThreshold: integer(1),
  }),
);
const count = v.pipe(v.string(), v.digits());

/** The values that Cloud Run allows, in addition to Knative's definition: https://cloud.google.com/run/docs/reference/yaml/v1 */
export const cloudRun = v.object({
  metadata: v.object({
    name: v.pipe(v.string(), v.regex(/^[a-z]([-a-z0-9]*[a-z0-9])?$/), v.maxLength(49)),
    annotations: v.strictObject({
      'run.googleapis.com/ingress': v.picklist(['all', 'internal', 'internal-and-cloud-load-balancing']),
    }),
  }),
  spec: v.object({
    template: v.object({
      metadata: v.object({
        annotations: v.partial(
          v.strictObject({
            'autoscaling.knative.dev/minScale': count,
            'autoscaling.knative.dev/maxScale': count,
            'run.googleapis.com/startup-cpu-boost': v.picklist(['true', 'false']),
          }),
        ),
      }),
      spec: v.object({
        containerConcurrency: integer(0, 1000),
        timeoutSeconds: integer(1, 3600),
        containers: v.pipe(
          v.array(
            v.object({
              ports: v.pipe(v.array(v.object({ name: v.picklist(['http1', 'h2c']) })), v.maxLength(1)),
              env: v.array(
                v.object({
                  name: v.pipe(v.string(), v.notValues(['PORT', 'K_SERVICE', 'K_REVISION'])),
                  valueFrom: v.optional(v.strictObject({ secretKeyRef: v.unknown() })),
                }),
              ),
              startupProbe: probe,
              livenessProbe: probe,
            }),
          ),
          v.minLength(1),
        ),
      }),
    }),
  }),
});

/** After https://docs.github.com/code-security/dependabot/working-with-dependabot/dependabot-options-reference */
export const dependabot = v.strictObject({
  version: v.literal(2),
  updates: v.pipe(
    v.array(
      v.strictObject({
        'package-ecosystem': v.picklist(['npm', 'docker', 'docker-compose', 'github-actions']),
        directory: v.pipe(v.string(), v.startsWith('/')),
        schedule: v.strictObject({ interval: v.picklist(['daily', 'weekly', 'monthly']) }),
        cooldown: v.optional(v.strictObject({ 'default-days': integer(1, 90) })),
        groups: v.optional(
          v.record(
            v.string(),
            v.strictObject({ 'update-types': v.array(v.picklist(['major', 'minor', 'patch'])) }),
          ),
        ),
        ignore: v.optional(v.array(v.strictObject({ 'dependency-name': v.string() }))),
      }),
    ),
    v.minLength(1),
  ),
});

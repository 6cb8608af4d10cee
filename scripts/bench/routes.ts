import type { Config } from '../../server/config';
import { createDependencies } from '../../server/dependencies';
import { routes } from '../../server/routes';
import { createLogger } from '../../server/telemetry/logger';
import { noMetrics } from '../../server/telemetry/metrics';

export interface RouteName {
  readonly method: 'get' | 'post';
  readonly path: string;
}

export function listRoutes(config: Config): RouteName[] {
  const dependencies = createDependencies(config, {
    logger: createLogger(config),
    assets: { stylesheet: '', lists: '', tools: '', script: '', icon: '' },
    publicFolder: '',
    workerFile: '',
    metrics: noMetrics,
  });
  const found = routes(dependencies).stack.flatMap(({ route }) =>
    (['get', 'post'] as const).flatMap(method =>
      typeof route?.path === 'string' && route.stack.some(layer => layer.method === method)
        ? [{ method, path: route.path }]
        : [],
    ),
  );
  void dependencies.close();
  return found;
}

import type { AppDependencies } from '../../../server/dependencies';
import { routes } from '../../../server/routes';

export function formPaths(dependencies: AppDependencies): string[] {
  const paths = routes(dependencies).stack.flatMap(({ route }) =>
    route?.stack.some(({ method }) => method === 'post') ? [String(route.path)] : [],
  );
  return [...new Set(paths)];
}

import type { Dependencies } from '../../../server/dependencies';
import { routes } from '../../../server/routes';

export function formPaths(dependencies: Dependencies): string[] {
  const paths = routes(dependencies).stack.flatMap(({ route }) =>
    route?.stack.some(({ method }) => method === 'post') ? [String(route.path)] : [],
  );
  return [...new Set(paths)];
}

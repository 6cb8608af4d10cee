// The published schemas are packages that only ES modules may import; Jest asks for everything as CommonJS.
const modulesOnly = /^(kubernetes-models|@kubernetes-models|@actions)\//;

export const sync = (path, { defaultResolver, ...options }) =>
  defaultResolver(
    path,
    modulesOnly.test(path) ? { ...options, conditions: [...options.conditions, 'import'] } : options,
  );

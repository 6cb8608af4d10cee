const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves with the first SIGINT, SIGTERM or SIGHUP. Later signals are ignored: a terminal sends Ctrl-C to the whole
 * process group, and npm forwards it once more.
 */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal));
  });
}

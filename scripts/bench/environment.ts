import { join } from 'node:path';
import { readConfig } from '../../server/config';
import { paths } from '../../shared/paths';
import { findFreePort, freePort } from '../ports';
import { startDependencies } from './dependencies';
import { canPin, runProgram, script } from './processes';

/** A measured portal. */
export type MeasuredPortal = Awaited<ReturnType<BenchEnvironment['startPortal']>>;

/** Settings of a portal whose limits do not shorten what is measured. */
export const HIGH_LIMITS = Object.fromEntries(
  [
    'LOGIN_LIMIT_PER_EMAIL',
    'LOGIN_LIMIT_PER_IP',
    'FINISH_LIMIT_PER_IP',
    'REQUEST_LIMIT_PER_HOUR',
    'REMOVAL_LIMIT_PER_HOUR',
  ].map(name => [name, '1000000']),
);

export const adminOf = (licenses: number) => `acme-${licenses}@bench.example`;

/** The administrator of an account with a tenth as many cards as licenses. */
export const peopleAdminOf = (licenses: number) => `people-${licenses}@bench.example`;

export type BenchEnvironment = Awaited<ReturnType<typeof createBenchEnvironment>>;

/** Starts the identity provider and backends of a benchmark, each in its own process. */
export async function createBenchEnvironment(root: string, folder: string) {
  const dependencies = await startDependencies(root, folder);

  /** Starts the built server with everything on: sealed sessions, security headers, a log at `info` in a file. */
  async function startPortal(settings: Readonly<Record<string, string>> = {}) {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const measured = await runProgram(dependencies.server, {
      port,
      env: {
        ...dependencies.environment(origin),
        METRICS_PORT: String(await findFreePort(port + 1)),
        // A slow machine gets low figures rather than errors.
        EVENT_LOOP_DELAY_LIMIT_MS: '60000',
        UPSTREAM_TIMEOUT_MS: '60000',
        ...settings,
      },
      path: paths.readyz,
      log: join(folder, 'portal.log'),
      isPinned: true,
    });
    /** Signs an administrator in and returns the Cookie header. */
    const signIn = (email: string) => dependencies.signIn(origin, email);
    return { ...measured, signIn };
  }

  return {
    /** The temporary folder of the benchmark. */
    folder,
    /** The settings of a measured portal. */
    config: readConfig(dependencies.environment('http://localhost')),
    async backendStats(email: string): Promise<unknown> {
      const headers = { authorization: `Bearer tenant:${email}` };
      return (await fetch(`${dependencies.backendUrl}/portal/scanneraccount/a/stats`, { headers })).json();
    },
    startPortal,
    /** Starts the floor, with a Lead Capture page of the portal. */
    startFloor: (page: string) =>
      runProgram(script('bench/floor.ts'), {
        env: { BACKEND: dependencies.backendUrl, PAGE: page },
        headers: { cookie: 'token=tenant:acme-100' },
        isPinned: true,
      }),
    /** Starts a portal. Returns its URL and the cookies to measure it with. */
    async describe() {
      const portal = await startPortal();
      const cookies = await Promise.all(
        [100, 10_000, 100_000].map(
          async count => `--cookie '${count}:${await portal.signIn(adminOf(count))}'`,
        ),
      );
      return `--target 'portal=${portal.origin}/leads-capture?page=2' ${cookies.join(' ')}`;
    },
    close: dependencies.close,
  };
}

/** Describes the machine, for the tables. */
export function conditions(): string {
  return canPin() ? 'measured alone on core 1' : 'sharing all cores with the load generator';
}

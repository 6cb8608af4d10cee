import type { Logger } from 'pino';
import { createRenderCache, type RenderCache } from '../views/rendering';
import { cachePortalUsers, cacheStats } from './backends/cached';
import { type CallOutcome, createCaller } from './backends/call';
import { createEcard, type Ecard } from './backends/ecard';
import { createIdentity, type Identity } from './backends/identity';
import { createLoadBudget } from './backends/load-budget';
import { createPools } from './backends/pools';
import { createPortalUsers, type PortalUsers } from './backends/portal-users';
import { createScanner, type Scanner } from './backends/scanner';
import { createStatsCache, type StatsCache } from './backends/stats-cache';
import type { Config } from './config';
import { type ActionLimits, createActionLimits } from './http/action-limits';
import type { Assets } from './http/assets';
import { createFormDeduplicator, type FormDeduplicator } from './http/forms';
import { type Load, watchLoad } from './http/load-shedding';
import type { Lifecycle } from './http/operations';
import { createSignInLimits, type SignInLimits } from './http/sign-in-limits';
import { createRemovalRuns, type RemovalRuns } from './removals/runs';
import type { Shared } from './replicas/redis-shared';
import { createEndedSessions, type EndedSessions } from './session/ended-sessions';
import { type BackendCalls, createBackendCalls } from './telemetry/backend-calls';
import type { Metrics } from './telemetry/metrics';
import type { Tracing } from './telemetry/tracing';
import { createWorkers, type Workers } from './workers/workers';

/** How long a bulk removal continues after its last follower disconnects, in milliseconds (P249). */
const ABANDON_REMOVALS_AFTER_MS = 10_000;

/** All dependencies of the app. Tests can replace each of them. */
export interface Dependencies {
  readonly config: Config;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly assets: Assets;
  /** The folder with the built assets. */
  readonly publicFolder: string;
  readonly identity: Identity;
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  readonly ecard: Ecard;
  readonly statsCache: StatsCache;
  readonly workers: Workers;
  readonly signInLimits: SignInLimits;
  readonly formDeduplicator: FormDeduplicator;
  readonly endedSessions: EndedSessions;
  readonly actionLimits: ActionLimits;
  readonly removalRuns: RemovalRuns;
  readonly lifecycle: Lifecycle;
  readonly load: Load;
  /** The cache of rendered parts of pages. */
  readonly renderCache: RenderCache;
  readonly metrics: Metrics;
  /** Undefined if no traces are collected. */
  readonly tracing: Tracing | undefined;
  readonly backendCalls: BackendCalls;
  /** Closes connections and stops worker threads. */
  readonly close: () => Promise<void>;
}

interface DependencyOptions extends Pick<Dependencies, 'logger' | 'assets' | 'publicFolder' | 'metrics'> {
  /** The script of the worker threads (see `workers/worker.ts`). */
  readonly workerFile: string;
  /** The state that replicas share; undefined for a single replica. */
  readonly shared?: Shared | undefined;
  readonly tracing?: Tracing | undefined;
  readonly now?: () => number;
}

/** Returns the dependencies for a configuration. */
export function createDependencies(
  config: Config,
  { workerFile, metrics, shared, tracing, now = Date.now, ...given }: DependencyOptions,
): Dependencies {
  const { upstreamTimeout: timeout, firebase } = config;
  const pools = createPools(timeout);
  const budget = createLoadBudget();
  const backendCalls = createBackendCalls();
  const observe = (call: CallOutcome) => {
    backendCalls.record(call);
    metrics.backendCall(call);
  };
  const callerOf = (url: string) =>
    createCaller(url, { pool: pools.at(url), timeout, budget, observe, trace: tracing?.callsTo(url) });
  const workers = createWorkers(workerFile, error =>
    given.logger.error({ err: error }, 'Worker thread exited'),
  );
  const statsCache = createStatsCache({ bytes: config.statsCacheSize, now });
  const identity = createIdentity({ ...firebase, timeout });
  const load = watchLoad(config.eventLoopDelayLimit);
  const lifecycle = { draining: false };
  const removalRuns = createRemovalRuns({
    shared: shared?.removalRuns,
    now,
    isDraining: () => lifecycle.draining,
    abandonAfterMs: ABANDON_REMOVALS_AFTER_MS,
  });
  return {
    ...given,
    config,
    now,
    identity,
    portalUsers: cachePortalUsers(createPortalUsers(callerOf(config.portalApiUrl)), statsCache),
    scanner: cacheStats(createScanner(callerOf(config.scannerApiUrl), workers), statsCache, {
      kind: 'scanner stats',
      listsOf: ({ licenses }) => [licenses?.activated, licenses?.nonActivated],
    }),
    ecard: cacheStats(createEcard(callerOf(config.ecardApiUrl), workers), statsCache, {
      kind: 'ecard stats',
      listsOf: ({ cards }) => [cards?.claimed, cards?.nonClaimed],
    }),
    statsCache,
    workers,
    signInLimits: createSignInLimits(config, shared?.rateLimitStore),
    formDeduplicator: createFormDeduplicator(shared?.formDeduplicator),
    endedSessions: createEndedSessions(shared?.endedSessions),
    actionLimits: createActionLimits(config, { now, shared: shared?.actionCounter }),
    removalRuns,
    lifecycle,
    load,
    renderCache: createRenderCache(),
    metrics,
    tracing,
    backendCalls,
    async close() {
      load.close();
      await removalRuns.close();
      await Promise.all([pools.close(), workers.close(), identity.close(), shared?.close()]);
      await tracing?.close();
    },
  };
}

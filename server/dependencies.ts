import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { HOUR_MS, SECOND_MS } from '../shared/units';
import { createRenderCache } from '../views/rendering';
import { cachePortalUsers } from './backends/cached';
import { type CallOutcome, createCaller, type TimeoutOf } from './backends/call';
import { createFetchBudget } from './backends/fetch-budget';
import { createIdentity } from './backends/identity';
import { createPools } from './backends/pools';
import { createPortalUsers } from './backends/portal-users';
import { createProductBackends } from './backends/products';
import { createStatsCache } from './backends/stats-cache';
import { storedListSchema } from './compare/stored-list';
import type { Config } from './config';
import type { Assets } from './http/assets';
import { createForms } from './http/forms';
import { watchEventLoop } from './http/load-shedding';
import { createRateLimit } from './http/rate-limit';
import { createSignInLimits } from './http/sign-in-limits';
import { createCompanyPeople } from './people/company-people';
import { createComparedPeople } from './people/compared-people';
import { createRecords } from './records/records';
import { createRemovals } from './removals/jobs';
import type { SharedState } from './replicas/redis-shared';
import { createEndedSessions } from './session/ended-sessions';
import type { Metrics } from './telemetry/metrics';
import type { BackendCalls } from './telemetry/request-log';
import type { Tracing } from './telemetry/tracing';
import type { Workers } from './workers/workers';

/** What the middleware and the handlers depend on. Tests can replace each of them. */
export type Dependencies = ReturnType<typeof createDependencies>;

/** What a process, or a test, has before its dependencies are created. */
interface Given {
  readonly logger: Logger;
  readonly assets: Assets;
  /** The folder with the built assets. */
  readonly publicFolder: string;
  readonly metrics: Metrics;
  readonly workers: Workers;
  /** The state that replicas share; undefined for a single replica. */
  readonly shared?: SharedState | undefined;
  /** Present when traces are collected. */
  readonly tracing?: Tracing | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** By default, the timeout of the settings. */
  readonly timeoutOf?: TimeoutOf;
}

export function createDependencies(
  config: Config,
  {
    workers,
    metrics,
    shared,
    tracing,
    now = Date.now,
    timeoutOf = () => config.upstreamTimeout,
    ...given
  }: Given,
) {
  const { upstreamTimeout: timeout, firebase, proxies } = config;
  const pools = createPools(timeout, proxies);
  const budget = createFetchBudget();
  const backendCalls: BackendCalls = new AsyncLocalStorage();
  const observe = (call: CallOutcome) => {
    backendCalls.getStore()?.push(call);
    metrics.backendCall(call);
  };
  const callerOf = (url: string) =>
    createCaller(url, { pool: pools.open(url), timeoutOf, budget, observe, trace: tracing?.callsTo(url) });
  const statsCache = createStatsCache({ bytes: config.statsCacheSize, now });
  const identity = createIdentity({ ...firebase, timeout, proxies, observe });
  const eventLoop = watchEventLoop(config.eventLoopDelayLimit);
  /** Draining starts with SIGTERM, SIGINT or an uncaught error. */
  const lifecycle = { draining: false };
  const records = createRecords(config, { now, shared: shared?.records });
  const removals = createRemovals(records, { now, isDraining: () => lifecycle.draining });
  const perHour = (name: string, limit: number) =>
    createRateLimit({ name, limit, seconds: HOUR_MS / SECOND_MS }, shared?.counts);
  return {
    ...given,
    config,
    now,
    identity,
    backends: {
      portalUsers: cachePortalUsers(createPortalUsers(callerOf(config.portalApiUrl)), statsCache),
      products: createProductBackends(config.apiUrls, { callerOf, workers, statsCache, now }),
    },
    companyPeople: createCompanyPeople(statsCache, workers),
    comparePeople: createComparedPeople(statsCache, workers),
    workers,
    forms: createForms(shared?.forms),
    limits: {
      signIn: createSignInLimits(config, shared?.counts),
      /** Of each administrator, by user ID (T51). */
      actions: {
        requests: perHour('requests', config.requestLimitPerHour),
        removals: perHour('removals', config.removalLimitPerHour),
      },
    },
    endedSessions: createEndedSessions(shared?.endedSessions),
    removals,
    /** The records other than reviews and jobs. */
    records: { lists: records.of({ name: 'list', schema: storedListSchema, ttlMs: HOUR_MS }) },
    lifecycle,
    eventLoop,
    renderCache: createRenderCache(),
    metrics,
    tracing,
    /** The calls of the current request, for its log line. */
    backendCalls,
    /** Closes connections and stops worker threads. */
    async close() {
      eventLoop.close();
      await removals.close();
      await Promise.all([pools.close(), workers.close(), identity.close(), shared?.close()]);
      await tracing?.close();
    },
  };
}

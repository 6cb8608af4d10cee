import type { Logger } from 'pino';
import { createCaller } from './backends/call';
import { createEcard, type Ecard } from './backends/ecard';
import { createIdentity, type Identity } from './backends/identity';
import { createPortalUsers, type PortalUsers } from './backends/portal-users';
import { createScanner, type Scanner } from './backends/scanner';
import type { Config } from './config';
import type { Assets } from './http/assets';
import { createOnce, type Once } from './http/forms';
import { createMagicLinkLimits, type MagicLinkLimits } from './http/magic-link-limits';
import type { Lifecycle } from './http/operations';

/** Everything that the app works with and that a test may replace. */
export interface Dependencies {
  readonly config: Config;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly assets: Assets;
  /** The folder that the build wrote for browsers. */
  readonly publicFolder: string;
  readonly identity: Identity;
  readonly portalUsers: PortalUsers;
  readonly scanner: Scanner;
  readonly ecard: Ecard;
  readonly magicLinkLimits: MagicLinkLimits;
  readonly once: Once;
  /** How long a page's data may take before its skeleton is sent ahead, in milliseconds. */
  readonly skeletonAfter: number;
  readonly lifecycle: Lifecycle;
  /** Closes the connections to backends. */
  readonly close: () => Promise<void>;
}

/** The real clients for a configuration. */
export function createDependencies(
  config: Config,
  { logger, assets, publicFolder }: Pick<Dependencies, 'logger' | 'assets' | 'publicFolder'>,
): Dependencies {
  const { upstreamTimeout, firebase } = config;
  const portalApi = createCaller(config.portalApiUrl, upstreamTimeout);
  const scannerApi = createCaller(config.scannerApiUrl, upstreamTimeout);
  const ecardApi = createCaller(config.ecardApiUrl, upstreamTimeout);
  const identity = createIdentity({ ...firebase, timeout: upstreamTimeout });
  return {
    config,
    logger,
    now: Date.now,
    assets,
    publicFolder,
    identity,
    portalUsers: createPortalUsers(portalApi),
    scanner: createScanner(scannerApi),
    ecard: createEcard(ecardApi, Date.now),
    magicLinkLimits: createMagicLinkLimits(config),
    once: createOnce(),
    skeletonAfter: 30,
    lifecycle: { draining: false },
    async close() {
      await Promise.all([portalApi.close(), scannerApi.close(), ecardApi.close(), identity.close()]);
    },
  };
}

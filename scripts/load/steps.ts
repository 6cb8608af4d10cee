import { setTimeout as wait } from 'node:timers/promises';
import {
  type Sample,
  SLOW_READERS,
  SMALL_TENANTS,
  type StepName,
  type StepResult,
  type Tally,
} from './figures';
import type { Site } from './site';
import type { Tenant } from './tenants';
import { type Browsers, readSlowly } from './traffic';

export interface StepOptions {
  readonly site: Site;
  readonly browsers: Browsers;
  readonly others: readonly Tenant[];
  readonly large: Tenant;
  /** Requests a second that the site can answer at most. */
  readonly saturation: number;
  /** How long the soak takes, in seconds. */
  readonly soak: number;
}

/** What traffic is like most of the time, as a part of the saturation. */
const USUAL = 0.4;
const BESIDE = 0.2;
const SPIKE = 3;

const SAMPLE_INTERVAL = 1000;
const READERS = 24;
const ROUNDS_OF_RESTARTS = 2;

/** Takes one step, watching the replicas all the while. */
export async function takeStep(name: StepName, options: StepOptions): Promise<StepResult> {
  const samples: Sample[][] = options.site.replicas.map(() => []);
  const finished = Promise.withResolvers<void>();
  let done = false;
  async function watch(): Promise<void> {
    while (!done) {
      await takeSamples();
      await Promise.race([wait(SAMPLE_INTERVAL), finished.promise]);
    }
    await takeSamples();
  }
  async function takeSamples(): Promise<void> {
    await Promise.all(
      options.site.replicas.map(async (replica, index) => {
        const sample = await replica.sample();
        if (sample) samples[index]?.push(sample);
      }),
    );
  }
  const watching = watch();
  const tallies = await steps[name](options);
  done = true;
  finished.resolve();
  await watching;
  return { name, tallies, samples };
}

const steps: Readonly<Record<StepName, (options: StepOptions) => Promise<Tally[]>>> = {
  async steady({ browsers, others, saturation }) {
    const usual = browsers.arrive('everybody', others, saturation * USUAL);
    await wait(30_000);
    return [await usual.end()];
  },

  async spike({ browsers, others, saturation }) {
    const spike = browsers.arrive('during the spike', others, saturation * SPIKE);
    await wait(20_000);
    const during = await spike.end();
    const usual = browsers.arrive('after it', others, saturation * USUAL);
    await wait(15_000);
    return [during, await usual.end()];
  },

  async large({ browsers, others, large, saturation }) {
    const busy = browsers.follow('the large tenant', [large], 2);
    const beside = browsers.arrive(SMALL_TENANTS, others, saturation * BESIDE);
    await wait(40_000);
    return [await busy.end(), await beside.end()];
  },

  async exports({ site, browsers, others, large, saturation }) {
    const beside = browsers.arrive('everybody else', others, saturation * BESIDE);
    const readers = await readSlowly(SLOW_READERS, site.portal, large, READERS);
    return [readers, await beside.end()];
  },

  async restart({ site, browsers, others, saturation }) {
    const usual = browsers.arrive('everybody', others, saturation * USUAL);
    await wait(3000);
    for (let round = 0; round < ROUNDS_OF_RESTARTS; round++) {
      for (const replica of site.replicas) {
        await replica.restart();
        // As platforms do: the next one goes when this one has taken traffic for a while.
        await wait(3000);
      }
    }
    return [await usual.end()];
  },

  async soak({ browsers, others, saturation, soak }) {
    const usual = browsers.arrive('everybody', others, saturation * USUAL);
    await wait(soak * 1000);
    return [await usual.end()];
  },
};

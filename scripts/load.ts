import { fileURLToPath } from 'node:url';
import { build } from './bundle';
import { readWishes, type StepResult, stepTables, verdicts, verdictTable } from './load/figures';
import { openSite } from './load/site';
import { takeStep } from './load/steps';
import { signInTenants } from './load/tenants';
import { createBrowsers, findSaturation } from './load/traffic';
import { untilSignaled } from './signals';

// Load on two replicas of the built server behind a balancer, and what becomes of it:
// npm run load -- --soak 60 --steps steady,restart
const root = fileURLToPath(new URL('..', import.meta.url));
const wishes = readWishes(process.argv.slice(2));

console.log('Building the portal and starting two replicas with all that they need …');
await build(root);
const site = await openSite(root);
const browsers = createBrowsers(site.portal);
void untilSignaled().then(() => end(1));

const tenants = await signInTenants(site);
// What is slow only once is not what is looked for here.
await findSaturation(site.portal, tenants.others, 10);
const saturation = await findSaturation(site.portal, tenants.others, 10);
console.log(`Saturation: ${saturation.toFixed(0)} requests a second`);

const results: StepResult[] = [];
for (const name of wishes.steps) {
  const result = await takeStep(name, { site, browsers, saturation, soak: wishes.soak, ...tenants });
  results.push(result);
  console.log(`\n${name}\n\n${stepTables(result)}`);
}

const found = verdicts(results);
console.log(`\n${verdictTable(found)}\n`);
if (found.every(({ kept }) => kept)) await end(0);
for (const [index, replica] of site.replicas.entries()) {
  console.log(`The last words of replica ${index + 1}:\n${replica.output()}`);
}
await end(1);

async function end(code: number): Promise<never> {
  await site.close();
  process.exit(code);
}

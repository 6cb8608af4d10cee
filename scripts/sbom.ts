import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../package.json';
import { build } from './build/bundle';
import { bundledPackages } from './build/notice';

// Writes a CycloneDX bill of materials of the bundles to dist/sbom.cdx.json. `npm sbom` lists installed packages instead:
// some of them are not in the bundles, and some that are in the bundles are missing.
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { server, client } = await build(root, dist);
const packages = await bundledPackages(root, [...server, ...client]);
const file = join(dist, 'sbom.cdx.json');
await writeFile(file, `${JSON.stringify(bill(), null, 2)}\n`);
console.log(`${packages.length} packages are in ${file}`);

function bill() {
  const { name, version, license } = manifest;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: component('application', { name, version, license: license }),
    },
    components: packages.map(found => component('library', found)),
  };
}

function component(
  type: 'application' | 'library',
  { name, version, license }: { name: string; version: string; license: string },
) {
  // A package URL (https://github.com/package-url/purl-spec) encodes the @ of a scope.
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type, 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: license } }] };
}

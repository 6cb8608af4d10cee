import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paths } from '../shared/paths';
import { openTemporarySandbox } from './sandbox/run';
import { ensureChromium } from './system/programs';

// Prints Lighthouse scores of the main pages with its mobile settings, which simulate a slow phone and network.

// Downloaded when needed: as a development dependency, it would be a fifth of the files that `npm ci` unpacks.
const LIGHTHOUSE = 'lighthouse@13.5.0';

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
}

const root = join(import.meta.dirname, '..');
const pages = [paths.login, paths.dashboard, paths.leadCapture, paths.cards];
const categories = ['performance', 'accessibility', 'best-practices'] as const;

const executablePath = ensureChromium(root);
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const sandbox = await openTemporarySandbox(root);
const cookie = await sandbox.signIn('dana@northwind.example');

const table: Record<string, Record<string, string>> = {};
for (const page of pages) {
  const { categories: scores, audits } = await audit(sandbox.origin + page);
  table[page] = Object.fromEntries(
    categories.map(name => [name, String(Math.round((scores[name]?.score ?? 0) * 100))]),
  );
  for (const [name, { title, score, displayValue = '' }] of Object.entries(audits)) {
    if (score !== null && score < 0.9) console.log(`${page}: ${name}: ${title} ${displayValue}`);
  }
}
console.table(table);

await sandbox.close();
process.exit(0);

/** @throws {Error} Thrown when Lighthouse writes no report. */
async function audit(address: string): Promise<Report> {
  const options = [
    '--quiet',
    '--output=json',
    `--only-categories=${categories}`,
    `--chrome-flags=${flags.join(' ')}`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
  ];
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address, ...options];
  const { stdout } = await promisify(execFile)('npm', command, {
    cwd: root,
    env: { ...process.env, CHROME_PATH: executablePath },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return JSON.parse(stdout);
}

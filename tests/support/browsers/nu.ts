import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { requireProgram } from '../../../scripts/system/programs';
import { temporaryFolder } from '../programs/project';

// Redundant by the standard, but some browsers drop a table's semantics when CSS displays it as blocks.
const EXPLICIT_TABLE_ROLES = '.*attribute must not be used on a .* element which has a “table” ancestor.*';

// C1 only: in a run of a few seconds, C2 costs more than it saves. C1 frames need a larger stack.
const JAVA_OPTIONS = ['-Dfile.encoding=UTF-8', '-XX:TieredStopAtLevel=1', '-Xss4m'];

/** Returns the messages of the Nu checker for pages, by their names. */
export async function checkHtml(pages: ReadonlyMap<string, string>): Promise<string> {
  const java = requireProgram('java');
  const folder = await temporaryFolder();
  for (const [name, html] of pages) await writeFile(join(folder, `${encodeURIComponent(name)}.html`), html);
  const jar = resolve('node_modules/vnu-jar/build/dist/vnu.jar');
  const options = ['--errors-only', '--skip-non-html', '--filterpattern', EXPLICIT_TABLE_ROLES];
  const args = [...JAVA_OPTIONS, '-jar', jar, ...options, folder];
  return spawnSync(java, args, { encoding: 'utf8' }).stderr;
}

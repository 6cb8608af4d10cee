import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

// Redundant in theory; some browsers take the roles away from tables that narrow windows lay out as blocks.
const EXPLICIT_TABLE_ROLES = '.*attribute must not be used on a .* element which has a “table” ancestor.*';

// The first compiler only: for a run of seconds, the second costs more than it saves. Its frames need a larger stack.
const JAVA_OPTIONS = ['-Dfile.encoding=UTF-8', '-XX:TieredStopAtLevel=1', '-Xss4m'];

/** Returns the messages of the Nu checker for the pages in a folder. */
export function checkHtml(folder: string): string {
  const jar = resolve('node_modules/vnu-jar/build/dist/vnu.jar');
  const options = ['--errors-only', '--skip-non-html', '--filterpattern', EXPLICIT_TABLE_ROLES];
  const { error, stderr } = spawnSync('java', [...JAVA_OPTIONS, '-jar', jar, ...options, folder], {
    encoding: 'utf8',
  });
  if (error) {
    throw new Error(
      "W3C's HTML checker needs Java 17 or newer. On Debian: apt-get install default-jre-headless; elsewhere see adoptium.net.",
    );
  }
  return stderr;
}

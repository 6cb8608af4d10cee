// The file that Node runs, `dist/server.js`. It loads the rest only after the check, because an older Node cannot.
import { engines } from '../../package.json';

const needed = Number.parseInt(engines.node.replace('>=', ''), 10);
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `The portal needs Node ${needed} or newer, and this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}
const { run } = await import('../main');
await run();

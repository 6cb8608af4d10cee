import { startAuthEmulator } from '../../../scripts/sandbox/auth-emulator';

// A separate process that a test kills: node emulator-parent.ts port hubPort loggingPort folder command
const [port, hubPort, loggingPort, folder, firebaseCommand] = process.argv.slice(2);
if (folder === undefined || firebaseCommand === undefined) throw new Error('arguments are missing');
void startAuthEmulator({
  port: Number(port),
  hubPort: Number(hubPort),
  loggingPort: Number(loggingPort),
  folder,
  firebaseCommand,
}).then(() => process.stdout.write('ready'));

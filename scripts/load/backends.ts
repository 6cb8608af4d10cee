import { createServer } from 'node:http';
import { SANDBOX_PROJECT } from '../sandbox/auth-emulator';
import { createSandbox } from '../sandbox/host';
import { createEmulatorIdentity } from '../sandbox/identity';
import { openStore } from '../sandbox/store';
import { seedTenants } from './tenants';

// The backends' stand-ins as a program of their own: their work must not slow down what is measured.
const identity = createEmulatorIdentity({
  emulatorHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '',
  publicUrl: process.env.PUBLIC_URL ?? '',
  projectId: SANDBOX_PROJECT,
});
const store = openStore(':memory:', { seed: false });
store.replaceAccounts(seedTenants());

// firebase-admin asks the emulator about every token, each time.
const verified = new Map<string, ReturnType<typeof identity.verifyToken>>();
const verifyToken: typeof identity.verifyToken = token => {
  const known = verified.get(token);
  if (known) return known;
  const holder = identity.verifyToken(token);
  verified.set(token, holder);
  holder.catch(() => verified.delete(token));
  return holder;
};

const server = createServer(createSandbox({ store, ...identity, verifyToken }));
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));

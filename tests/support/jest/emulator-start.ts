export { startSharedEmulator as default } from '../programs/emulator';

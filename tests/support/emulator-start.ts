export { startSharedEmulator as default } from './emulator';

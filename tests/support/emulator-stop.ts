export { stopSharedEmulator as default } from './emulator';

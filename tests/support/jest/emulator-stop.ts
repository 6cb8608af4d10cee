export { stopSharedEmulator as default } from '../programs/emulator';

// biome-ignore lint/style/noDefaultExport: Jest's globalTeardown is a default export
export { stopSharedEmulator as default } from './emulator';

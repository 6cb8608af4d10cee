// biome-ignore lint/style/noDefaultExport: Jest's globalSetup is a default export
export { startSharedEmulator as default } from './emulator';

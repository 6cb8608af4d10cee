export { startBrowserServices as default } from './browser-services';

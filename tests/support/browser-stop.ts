export { stopBrowserServices as default } from './browser-services';

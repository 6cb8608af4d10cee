export { stopBrowserServices as default } from '../browsers/browser-services';

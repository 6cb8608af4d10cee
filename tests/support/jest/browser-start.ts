export { startBrowserServices as default } from '../browsers/browser-services';

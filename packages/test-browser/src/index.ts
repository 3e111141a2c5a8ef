export { launchBrowser } from './chromium.js';
export { testBrowser, type TestBrowser } from './test-browser.js';

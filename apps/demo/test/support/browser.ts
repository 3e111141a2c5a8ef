export { testBrowser, type TestBrowser } from '@loop/test-browser';

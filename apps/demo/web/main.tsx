// Placeholder until the page lands.
import { render } from 'preact';

const app = document.getElementById('app');
if (app) render(<p>Loop events</p>, app);

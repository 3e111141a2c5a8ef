import './styles/tokens.css';
import './styles/base.css';
import './styles/sidebar.css';
import './styles/layout.css';
import './styles/inspector-pane.css';
import './styles/lists.css';
import './styles/conversation.css';
import './styles/tools.css';
import './styles/code.css';
import './styles/approvals.css';
import './styles/composer.css';
import './styles/status-line.css';
import './styles/markdown.css';
import { render } from 'preact';
import { App } from './app.js';

const root = document.getElementById('app');
if (root) render(<App />, root);

/** A route as people are told of it: `:id` stands for whatever the path names. */
export interface KnownRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Bodies that it refuses although they are objects; none for a route without a body. */
  wrong?: object[];
}

const ENDPOINT = { name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', models: [] };

/** Written out here, so that a route that gets lost is missed. */
export const allRoutes: readonly KnownRoute[] = [
  { method: 'GET', path: '/api/workspaces' },
  {
    method: 'POST',
    path: '/api/workspaces',
    wrong: [{}, { path: 3 }, { path: '/tmp', name: '\n' }, { path: '/no/such/folder' }],
  },
  { method: 'GET', path: '/api/workspaces/events' },
  {
    method: 'PATCH',
    path: '/api/workspaces/:id',
    wrong: [{}, { name: '' }, { name: ['x'] }, { name: 'x'.repeat(101) }],
  },
  { method: 'DELETE', path: '/api/workspaces/:id' },
  { method: 'GET', path: '/api/workspaces/:id/sessions' },
  {
    method: 'POST',
    path: '/api/workspaces/:id/sessions',
    wrong: [{ permission: 'root' }, { permission: null }, { model: 'gpt-0' }],
  },
  { method: 'GET', path: '/api/settings' },
  {
    method: 'POST',
    path: '/api/settings/endpoints',
    wrong: [
      {},
      { ...ENDPOINT, name: ' ' },
      { ...ENDPOINT, baseUrl: 'file:///etc/passwd' },
      { ...ENDPOINT, baseUrl: 'http://me:word@127.0.0.1/v1' },
      { ...ENDPOINT, baseUrl: 'http://127.0.0.1/v1?key=1' },
      { ...ENDPOINT, models: 'tiny' },
      { ...ENDPOINT, models: ['tiny'] },
      { ...ENDPOINT, models: [{ name: 'tiny' }, { name: 'tiny' }] },
      { ...ENDPOINT, models: [{ name: 'tiny', contextWindow: 0 }] },
      { ...ENDPOINT, apiKey: 'short' },
      { ...ENDPOINT, apiKey: 'two words, more' },
      { ...ENDPOINT, apiKey: 'two\nlines' },
      { ...ENDPOINT, keyFromEnv: 'NO_SUCH_VARIABLE' },
    ],
  },
  {
    method: 'PATCH',
    path: '/api/settings/endpoints/:id',
    wrong: [{ name: '' }, { baseUrl: 'nowhere' }, { models: {} }, { apiKey: 7 }],
  },
  { method: 'DELETE', path: '/api/settings/endpoints/:id' },
  { method: 'POST', path: '/api/settings/endpoints/:id/test' },
  { method: 'GET', path: '/api/models' },
  { method: 'GET', path: '/api/permissions' },
  { method: 'GET', path: '/api/sessions/:id' },
  {
    method: 'PATCH',
    path: '/api/sessions/:id',
    wrong: [{}, { title: ' ' }, { title: '\u202e' }, { title: null }, { title: 'x'.repeat(201) }],
  },
  { method: 'DELETE', path: '/api/sessions/:id' },
  { method: 'GET', path: '/api/sessions/:id/events' },
  { method: 'GET', path: '/api/sessions/:id/history' },
  {
    method: 'POST',
    path: '/api/sessions/:id/prompt',
    wrong: [
      { requestId: 'r' },
      { text: 'Look' },
      { requestId: 'r', text: ' \n' },
      { requestId: 'r', text: ['Look'] },
      { requestId: 'r'.repeat(300), text: 'Look' },
      { requestId: 'r', text: 'Look', mode: 'shout' },
    ],
  },
  { method: 'POST', path: '/api/sessions/:id/cancel' },
  { method: 'POST', path: '/api/sessions/:id/compact' },
  { method: 'DELETE', path: '/api/sessions/:id/queue/x' },
  {
    method: 'POST',
    path: '/api/sessions/:id/approvals/x',
    wrong: [
      {},
      { decision: 'maybe' },
      { decision: true },
      { decision: 'allow', scope: 'ever' },
      { decision: 'deny', note: 7 },
    ],
  },
  {
    method: 'POST',
    path: '/api/sessions/:id/permission',
    wrong: [{}, { preset: 'root' }, { preset: '__proto__' }, { preset: 0 }],
  },
  {
    method: 'POST',
    path: '/api/sessions/:id/model',
    wrong: [{}, { model: 'gpt-0' }, { model: '' }, { model: {} }],
  },
  { method: 'POST', path: '/api/sessions/:id/archive' },
  { method: 'POST', path: '/api/sessions/:id/restore' },
  { method: 'POST', path: '/api/sessions/:id/read' },
  { method: 'GET', path: '/api/sessions/:id/inspect' },
  { method: 'POST', path: '/api/sessions/:id/inspect/drop' },
  { method: 'POST', path: '/api/sessions/:id/inspect/evict' },
  { method: 'POST', path: '/api/sessions/:id/inspect/restart' },
  { method: 'GET', path: '/api/sessions/:id/trace' },
  { method: 'GET', path: '/api/sessions/:id/trace/export' },
];

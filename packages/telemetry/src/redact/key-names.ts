/**
 * How names of credentials end, in small words joined by dashes, by kind. The longest ending of a
 * name decides, so that a harmless one can take an exception from a shorter one. What ends in
 * `tokens`, `count`, `id`, `name` and the like ends in none of these.
 */
export const SECRET_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  password: [
    ...['password', 'passwords', 'passwd', 'pwd', 'pass', 'db-pw', 'passphrase', 'passcode'],
    ...['pass-phrase', 'seed-phrase', 'recovery-phrase', 'mnemonic'],
  ],
  secret: ['secret', 'secrets', 'secret-key', 'secretkey', 'client-secret', 'clientsecret'],
  token: [
    ...['token', 'jwt', 'bearer', 'authtoken', 'accesstoken', 'refreshtoken', 'idtoken'],
    ...['sessiontoken', 'csrftoken', 'xsrftoken', 'bearertoken', 'apitoken', 'bottoken'],
    ...['github-pat', 'gitlab-pat', 'gh-pat', 'ext-pat', 'access-pat', 'azure-pat', 'devops-pat'],
    ...['docker-pat', 'code-verifier', 'client-assertion'],
  ],
  authorization: ['authorization', 'auth-header'],
  cookie: ['cookie', 'cookies'],
  credentials: ['credential', 'credentials', 'creds'],
  'private-key': [
    ...['private-key', 'privatekey', 'client-key-data', 'preshared-key', 'ssh-private'],
  ],
  'api-key': [
    'apikey',
    'apikeys',
    'api-keys',
    'accesskey',
    'authkey',
    'azure-storage-key',
    'service-role-key',
  ],
};

/** What makes a `…-key` one of credentials: what it opens, or whose it is. */
export const KEY_OWNERS: readonly string[] = [
  ...['api', 'access', 'account', 'admin', 'app', 'application', 'auth', 'deploy', 'encryption'],
  ...['functions', 'hmac', 'ingest', 'ingestion', 'integration', 'license', 'master', 'secret'],
  ...['service', 'shared', 'sharedaccess', 'signing', 'subscription', 'webhook', 'write', 'jwt'],
  ...['cipher', 'decryption', 'aes', 'root'],
  ...['algolia', 'anthropic', 'aws', 'azure', 'cohere', 'datadog', 'deepgram', 'deepseek'],
  ...['elevenlabs', 'gemini', 'github', 'gitlab', 'google', 'groq', 'mailgun', 'maps', 'mistral'],
  ...['openai', 'openrouter', 'paypal', 'paystack', 'perplexity', 'pinecone', 'replicate'],
  ...['sendgrid', 'square', 'stripe', 'supabase', 'together', 'twilio', 'xai'],
];

/**
 * Tokens that open nothing: positions in a listing (worth little without the credential that goes
 * with them, and wanted when a trace is read), and the vocabulary of language models.
 */
const TOKEN_NEIGHBOURS: readonly string[] = [
  ...['page', 'next', 'prev', 'previous', 'cursor', 'sync', 'continuation', 'continue', 'resume'],
  ...['cancel', 'cancellation', 'pagination', 'paging', 'start', 'end', 'stop', 'eos', 'bos'],
  ...[
    'pad',
    'unk',
    'sep',
    'cls',
    'mask',
    'special',
    'first',
    'last',
    'current',
    'per',
    'syntax',
    'design',
  ],
];

/** Endings that look like those of credentials and are not. */
export const HARMLESS_ENDINGS: readonly string[] = [
  ...TOKEN_NEIGHBOURS.map((neighbour) => `${neighbour}-token`),
  ...['public-access-key', 'public-api-key', 'public-app-key'],
];

/** A name that begins so asks about a credential, or counts. */
export const NEVER_FIRST: ReadonlySet<string> = new Set(
  'has is max min num total input output'.split(' '),
);

/** Words behind the ending that say where it is used or how it is written; not what it is. */
export const SUFFIXES: ReadonlySet<string> = new Set([
  ...['prod', 'production', 'staging', 'stage', 'dev', 'development', 'test', 'live', 'old', 'new'],
  ...['current', 'backup', 'primary', 'secondary', 'value', 'plain', 'plaintext', 'raw', 'base'],
  ...['json', 'pem', 'string', 'local', 'default'],
]);

/** Every name of a credential holds one of these. */
export const STEMS: readonly string[] = [
  ...['pass', 'pwd', 'secret', 'token', 'key', 'auth', 'cookie', 'cred', 'bearer', 'jwt'],
  ...['phrase', 'mnemonic', 'assertion', 'verifier', 'private', '_pat', '-pat', '_pw', '-pw'],
];

import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';

const redactor = createRedactor();
const { keyKind } = redactor;

describe('names whose value is a credential', () => {
  it.each<[kind: string, names: string[]]>([
    [
      'api-key',
      [
        ...['B2_APPLICATION_KEY', 'TS_AUTH_KEY', 'CONVEX_DEPLOY_KEY', 'x-functions-key'],
        ...['LOGDNA_INGEST_KEY', 'MEZMO_INGESTION_KEY', 'PAGERDUTY_INTEGRATION_KEY'],
        ...['SUPABASE_SERVICE_KEY', 'WG_SHARED_KEY', 'sharedaccess-key', 'STRIPE_WEBHOOK_KEY'],
        ...['SEGMENT_WRITE_KEY', 'JWTKey', 'PUBNUB_CIPHER_KEY', 'decryptionKey', 'AESKey'],
        ...['UNKEY_ROOT_KEY', 'ALGOLIA_KEY', 'anthropicKey', 'AWS_KEY', 'azure.key', 'cohere-key'],
        ...['DATADOG_KEY', 'DEEPGRAM_KEY', 'DEEPSEEK_KEY', 'ELEVENLABS_KEY', 'GEMINI_KEY'],
        ...['GITHUB_KEY', 'GITLAB_KEY', 'GOOGLE_KEY', 'GROQ_KEY', 'MAILGUN_KEY', 'GOOGLE_MAPS_KEY'],
        ...['MISTRAL_KEY', 'OPENROUTER_KEY', 'PAYPAL_KEY', 'PAYSTACK_KEY', 'PERPLEXITY_KEY'],
        ...['PINECONE_KEY', 'REPLICATE_KEY', 'SENDGRID_KEY', 'SQUARE_KEY', 'SUPABASE_KEY'],
        ...['TOGETHER_KEY', 'TWILIO_KEY', 'XAIKey', 'myapikey', 'mysecretkey', 'API_KEY_12'],
      ],
    ],
    [
      'token',
      [
        ...['sessiontoken', 'csrftoken', 'xsrftoken', 'bearertoken', 'apitoken', 'bottoken'],
        ...['authtoken', 'accesstoken', 'refreshtoken', 'idtoken', 'DOCKER_PAT', 'codeVerifier'],
        ...['client_assertion', 'GITLAB_PAT', 'gh-pat', 'AZURE_DEVOPS_EXT_PAT', 'ACCESS_PAT'],
        ...['AZURE_PAT', 'DEVOPS_PAT', 'X-Bearer'],
      ],
    ],
    [
      'password',
      [
        ...['passwords', 'db_pw', 'passcode', 'pass_phrase', 'seedPhrase', 'recovery-phrase'],
        ...['WALLET_MNEMONIC', 'rootpasswd', 'sshpassphrase', 'password12', 'PWD'],
      ],
    ],
    ['secret', ['secretkey', 'clientsecret', 'appSecrets', 'SECRET_KEY']],
    ['authorization', ['auth-header', 'X-Authorization']],
    ['cookie', ['sessionCookies', 'Cookie2']],
    ['credentials', ['credential', 'AWS_CREDS']],
    [
      'private-key',
      ['privatekey', 'client-key-data', 'preshared_key', 'SSH_PRIVATE', 'signingPrivateKey'],
    ],
    [
      'api-key',
      ['apikeys', 'apiKeys', 'accesskey', 'authkey', 'azureStorageKey', 'serviceRoleKey'],
    ],
  ])('%s: %j', (kind, names) => {
    expect(names.filter((name) => keyKind(name) !== kind)).toEqual([]);
  });

  it('say where it is used, or in which form, behind the name proper', () => {
    const suffixes = [
      ...['prod', 'PRODUCTION', 'staging', 'stage', 'dev', 'development', 'test', 'live', 'old'],
      ...['new', 'current', 'backup', 'primary', 'secondary', 'value', 'plain', 'plaintext', 'raw'],
      ...['base', 'json', 'pem', 'string', 'local', 'default', '2', '42', 'test_2'],
    ];
    const names = suffixes.map((suffix) => `STRIPE_KEY_${suffix}`);
    expect(names.filter((name) => keyKind(name) !== 'api-key')).toEqual([]);
  });
});

describe('names of something else', () => {
  it.each([
    ...['prevToken', 'previous_token', 'cursorToken', 'continue_token', 'resumeToken'],
    ...['cancelToken', 'paginationToken', 'paging_token', 'startToken', 'END_TOKEN', 'bosToken'],
    ...['unk_token', 'sep_token', 'clsToken', 'MASK_TOKEN', 'special_token', 'firstToken'],
    ...['lastToken', 'currentToken', 'costPerToken', 'syntaxToken', 'design-token'],
    ...['publicAccessKey', 'PUBLIC_API_KEY', 'public-app-key'],
    ...['passwordless', 'apikeyring', 'passwords_2fa_hint'],
  ])('%s', (name) => expect(keyKind(name)).toBeUndefined());

  it('are told apart by the words before them, also of those that end alike', () => {
    const text = 'API key: a1b2c3d4e5f6, sort key: a1b2c3d4e5f6, API key: f6e5d4c3b2a1';
    expect(redactor.text(text).text).toBe(
      'API key: [redacted:api-key], sort key: a1b2c3d4e5f6, API key: [redacted:api-key]',
    );
    expect(keyKind('key')).toBeUndefined();
  });
});

describe('names of the host', () => {
  it('may be one word, or three', () => {
    const own = createRedactor({ keys: ['flurb', 'front gate code'] });
    expect(own.text('FLURB=abcdefg frontGateCode: "12 34"').text).toBe(
      'FLURB=[redacted:secret] frontGateCode: "[redacted:secret]"',
    );
  });

  it('are refused with a code, and with what was expected', () => {
    expect(() => createRedactor({ keys: ['a b c d'] })).toThrow(
      expect.objectContaining({
        code: 'invalid-option',
        message: 'keys: expected names of one to 3 words of letters and digits, got "a b c d".',
      }),
    );
  });
});

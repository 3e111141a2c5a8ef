import { describe, expect, it } from 'vitest';
import { LoopTelemetryError } from '../../src/errors.js';
import { KEY_OWNERS, SECRET_ENDINGS, STEMS } from '../../src/redact/key-names.js';
import { createRedactor } from '../../src/redact/redactor.js';

const { keyKind } = createRedactor();

describe('names of credentials', () => {
  it.each([
    ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'api-key'],
    ...['client-secret', 'secret', 'password', 'passwd', 'passphrase', 'private-key', 'token'],
    ...['access-token', 'refresh-token', 'id-token', 'auth-token', 'session-token', 'bearer-token'],
    ...['credentials', 'AUTHORIZATION', 'Set-Cookie', 'API-KEY', 'api_key', 'ApiKey', 'X-Api-Key'],
    ...['authToken', 'accessToken', 'refresh_token', 'clientSecret', 'Proxy-Authorization'],
    ...[
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
      'DATABASE_PASSWORD',
      'MY_API_KEY',
      'githubToken',
    ],
    ...[
      'apikey',
      'APIKey',
      'openai.api.key',
      'OPENAI_API_KEY',
      'STRIPE_KEY',
      'dbPassword',
      'dbpassword',
    ],
    ...[
      'SECRET_KEY_BASE',
      'API_KEY_2',
      'TOKEN_PROD',
      'password1',
      'GITHUB_PAT',
      'jwt',
      'csrfToken',
    ],
    ...[
      'Ocp-Apim-Subscription-Key',
      'AccountKey',
      'SharedAccessKey',
      'signing_key',
      'npm_config__authToken',
    ],
    ...['SUPABASE_SERVICE_ROLE_KEY', 'smtp_pass', 'X-Vault-Token', 'PRIVATE-TOKEN', 'API Key'],
  ])('%s is one', (name) => {
    expect(keyKind(name)).toMatch(/^[a-z-]+$/);
  });

  it.each([
    ...[
      'inputTokens',
      'output_tokens',
      'maxTokens',
      'tokens',
      'tokenCount',
      'token_type',
      'tokenizer',
    ],
    ...[
      'cacheKey',
      'keyboard',
      'author',
      'authority',
      'publicKey',
      'public_key',
      'primaryKey',
      'key',
    ],
    ...['sessionId', 'operationId', 'toolCallId', 'accessKeyId', 'clientId', 'passwordLength'],
    ...[
      'hasPassword',
      'isSecret',
      'max_token',
      'minPassword',
      'num_token',
      'totalToken',
      'inputToken',
    ],
    ...[
      'output_password',
      'API_KEY_ENV',
      'secretName',
      'tokenEndpoint',
      'token_url',
      'passwordField',
    ],
    ...[
      'nextPageToken',
      'page_token',
      'NextToken',
      'continuationToken',
      'cancellationToken',
      'syncToken',
    ],
    ...[
      'eos_token',
      'pad_token',
      'stopToken',
      'compass',
      'bypass',
      'passed',
      'secretary',
      'cookieConsent',
    ],
    ...[
      'signature',
      'sessionKey',
      'storageKey',
      'constructor',
      '__proto__',
      'toString',
      '',
      '-',
      '日本語',
    ],
  ])('%s is none', (name) => {
    expect(keyKind(name)).toBeUndefined();
  });

  it('says the kind', () => {
    expect(keyKind('Set-Cookie')).toBe('cookie');
    expect(keyKind('DB_PASSWORD')).toBe('password');
    expect(keyKind('x-api-key')).toBe('api-key');
  });

  it('is quick with names that are none', () => {
    expect(keyKind('A'.repeat(1_000_000))).toBeUndefined();
    expect(keyKind('aB'.repeat(500_000))).toBeUndefined();
  });

  it('finds in texts what it knows by name', () => {
    const owned = KEY_OWNERS.map((owner) => `${owner}-key`);
    for (const ending of [...Object.values(SECRET_ENDINGS).flat(), ...owned]) {
      expect(
        STEMS.some((stem) => ending.includes(stem)),
        ending,
      ).toBe(true);
    }
  });
});

describe('names of the host', () => {
  const redactor = createRedactor({ keys: ['deploy code', 'pinNumber'] });

  it('are known however they are written', () => {
    for (const name of ['deployCode', 'DEPLOY_CODE', 'x-deploy-code', 'pin_number', 'PinNumber']) {
      expect(redactor.keyKind(name), name).toBe('secret');
    }
    expect(redactor.keyKind('code')).toBeUndefined();
    expect(redactor.text('DEPLOY_CODE=abcdefg').text).toBe('DEPLOY_CODE=[redacted:secret]');
    expect(redactor.text('{"pinNumber":"12 34 56"}').text).toBe(
      '{"pinNumber":"[redacted:secret]"}',
    );
  });

  it.each([[''], ['--'], ['one two three four']])('%j is refused', (name) => {
    expect(() => createRedactor({ keys: [name] })).toThrow(LoopTelemetryError);
  });
});

import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { createRandom } from './random.js';

const redactor = createRedactor();
const random = createRandom(3);

/** `§` stands for the credential. */
function expectGone(way: string, secret: string, kind: string): void {
  const { text } = redactor.text(way.replaceAll('§', secret));
  expect(text).toBe(way.replaceAll('§', `[redacted:${kind}]`));
}

/** Letters and digits, so that nothing else would know it. */
const word = (length: number): string => random.alnum(length);

describe('credentials that are known by what is around them', () => {
  it.each([
    ['password', 'postgres://ann:§@db.example.com:5432/shop', 'p4ss'],
    ['password', 'redis://:§@cache', 'p4ss'],
    ['password', 'https:\\/\\/ann:§@h.example\\/x', 'p4ss'],
    ['token', 'https://§@git.example.com/a.git', `${word(20)}7${word(10)}`],
    ['password', 'jdbc:oracle:thin:scott/§@db.example.com:1521/x', 'tiger'],
    ['signature', 'https://h.example/?sig=§&x=1', word(16)],
    ['signature', '/?sig=§', word(16)],
    ['signature', 'https://h.example/?x=1&signature=§#top', word(16)],
    ['signature', 'https://h.example/?x=1;Signature=§', word(16)],
    ['signature', 'https://h.example/?x=1&amp;code=§', word(16)],
    ['signature', 'https://h.example/?x=1\\u0026key=§', word(16)],
    ['signature', 'https://h.example/?auth=§', word(16)],
    ['signature', 'https://h.example/?assertion=§', word(16)],
    ['signature', 'https://h.example/?X-Amz-Date=1&X-Amz-Signature=§', random.hex(64)],
    ['signature', 'https://h.example/?X-Goog-Signature=§', random.hex(64)],
    ['webhook', 'https://hooks.slack.com/services/§', 'T0A1B2C3D/B0A1B2C3D/abcdefghijkl'],
    ['webhook', 'https://hooks.slack.com/workflows/§', 'T0A1B2C3D/A0A1B2C3D/4/abcdefghij'],
    ['webhook', 'https://hooks.slack.com/triggers/§', 'T0A1B2C3D/40123/abcdefghijklmnop'],
    ['webhook', 'https://discord.com/api/webhooks/123456789012345678/§', random.base64url(68)],
    ['webhook', 'https://discordapp.com/api/v10/webhooks/123456789012345678/§', word(68)],
    [
      'webhook',
      'https://acme.webhook.office.com/webhookb2/§',
      `${word(36)}@${word(36)}/In/${word(9)}`,
    ],
    ['webhook', 'https://outlook.office.com/webhook/§', `${word(36)}@${word(36)}/In/${word(9)}`],
    ['webhook', 'https://hooks.zapier.com/hooks/catch/§', '1234567/abcdefg/'],
    ['api-key', 'https://mainnet.infura.io/v3/§', random.hex(32)],
    ['api-key', 'wss://mainnet.infura.io/ws/v3/§', random.hex(32)],
    ['api-key', 'https://eth-mainnet.g.alchemy.com/v2/§', random.base64url(32)],
    ['api-key', 'https://eth-mainnet.alchemyapi.io/v2/§', random.base64url(32)],
    ['api-key', 'https://a-b.quiknode.pro/§/', random.hex(40)],
    [
      'telegram-token',
      'https://api.telegram.org/bot123456789:§/getMe',
      `AA${random.base64url(33)}`,
    ],
    ['telegram-token', 'bot12345678:§', `AA${random.base64url(33)}`],
    ['telegram-token', '1234567890:§', `AA${random.base64url(33)}`],
    ['token', 'FlyV1 §', `x_${word(60)}`],
    ['token', 'SSWS §', `00${random.base64url(40)}`],
    ['signature', 'SignedHeaders=host;x-amz-date, Signature=§', random.hex(64)],
    ['signature', 'Digest username="ann", response="§"', random.hex(32)],
    ['authorization', '"auth": "§"', btoa('ann:swordfish')],
    ['authorization', "auth = '§'", btoa('ann:swordfish')],
    ['authorization', '"auth":"§"', btoa('ann:swordfish')],
    ['authorization', 'auth: §', btoa('ann:swordfish')],
    ['authorization', 'Basic  §', btoa('ann:swordfish')],
    ['authorization', 'Basic §', btoa('ann:swordfish')],
    ['authorization', 'basic §', btoa('a:b!')],
    ['token', 'Bearer §', 'abc123de'],
    ['token', 'bearer+§', 'abc123de'],
    ['token', 'Bearer  §', 'abc123de'],
    ['token', 'Bearer §', 'abc123de.'],
    ['token', 'SSWS  §', `00${random.base64url(40)}`],
    ['password', "CREATE USER a IDENTIFIED BY '§'", 'sunshine'],
    ['password', 'CREATE USER a IDENTIFIED BY § ACCOUNT LOCK', 'sunshine'],
    ['password', 'create user a identified by "§"', 'sunshine'],
    ['password', 'create user a identified by § account lock', 'tiger42'],
    ['password', 'db.example.com:5432:shop:ann:§', 'sunshine'],
    ['secret', '::add-mask::§', 'sunshine'],
    ['password', 'curl -sS -u ann:§ https://h.example', 'sunshine'],
    ['password', 'curl -sS \\\n  -H a:b \\\n  -u ann:§ https://h.example', 'sunshine'],
    ['password', 'curl -sS \\\r\n  -u ann:§ https://h.example', 'sunshine'],
    ['password', 'curl --user=ann:§ https://h.example', 'sunshine'],
    ['password', 'curl --proxy-user "ann:§" https://h.example', 'sunshine'],
    ['password', 'curl -U ann:§ https://h.example', 'sunshine'],
    ['password', 'curl -u :§ https://h.example', 'sunshine'],
    ['password', 'http -a ann:§ h.example', 'sunshine'],
    ['password', 'http --follow POST h.example -a ann:§', 'sunshine'],
    ['password', 'https --auth ann:§ h.example', 'sunshine'],
    ['password', 'xh -a ann:§ h.example', 'sunshine'],
    ['password', 'wget --user ann:§ h.example', 'sunshine'],
    ['cookie', "curl -b '§' https://h.example", 'sid=abc; theme=dark'],
    ['cookie', 'curl https://h.example --cookie=§', 'sid=abc'],
    ['password', 'sshpass -p § ssh host', 'sunshine'],
    ['password', 'sshpass -p§ ssh host', 'sunshine'],
    ['password', 'redis-cli -h cache -a § ping', 'sunshine'],
    ['password', 'docker login -u ann -p § registry', 'sunshine'],
    ['password', 'mysql -u root -p§ shop', 'sunshine'],
    ['password', 'mariadb -u root -p"§" shop', 'sunshine'],
    ['password', 'ldapsearch -x -D cn=a -w § -b dc=b', 'sunshine'],
    ['password', 'ldapmodify -w § -f x', 'sunshine'],
    ['password', 'smbclient //h/share -U ann%§', 'sunshine'],
    ['password', 'openssl rsa -passin pass:§ -in x', 'sunshine'],
    ['password', 'openssl rsa -passout pass:§ -in x', 'sunshine'],
    ['password', 'openssl enc -pass pass:§', 'sunshine'],
    // Without a blank, in other quotes, with the sign that ends what is before it, twice in a line.
    ['password', 'curl -uann:§ https://h.example', 'sunshine'],
    ['password', 'curl -u ann:§ https://h.example', 'sun:shine'],
    ['password', 'curl -u ann:§ https://a.example; curl -u ann:§ https://b.example', 'sunshine'],
    ['cookie', 'curl -b§ https://h.example', 'my-sid.x=abc'],
    ['cookie', "curl -b '§' https://h.example", 'sid=abc'],
    ['cookie', 'curl -b "§" https://h.example', 'sid=abc; theme=dark'],
    ['password', "create user a identified by '§'", 'sunshine'],
    ['password', 'redis-cli -a§ ping', 'sunshine'],
    ['password', 'docker login -u ann -p§ registry', 'sunshine'],
    ['password', 'ldapsearch -x -w§ -b dc=b', 'sunshine'],
    ['password', 'smbclient //h/share -Uann%§', 'sun%shine'],
  ])('%s: %s', (kind, way, secret) => {
    expectGone(`${way}\n`, secret, kind);
    expectGone(JSON.stringify({ note: way }), secret, kind);
  });

  it('a token that is the user of an address goes, whatever its password is', () => {
    const token = `${word(20)}7${word(10)}`;
    for (const password of ['', ':', ':x-oauth-basic', ':x']) {
      const { text } = redactor.text(`https://${token}${password}@git.example.com/a.git`);
      expect(text).toMatch(
        /^https:\/\/\[redacted:(?:token|password)\].*@git\.example\.com\/a\.git$/,
      );
      expect(text).not.toContain(token.slice(-6));
    }
  });

  it.each([', ', ',', ': ', '\t', '","', "': '", '; '])(
    'aws-secret-key behind its id and %j',
    (sign) => {
      const [id, secret] = [`AK${'IA'}${random.upper(16)}`, random.base64(40)];
      expect(redactor.text(`id ${id}${sign}${secret} end`).text).toBe(
        `id [redacted:aws-key-id]${sign}[redacted:aws-secret-key] end`,
      );
    },
  );
});

describe('what stands around something else', () => {
  it.each([
    ...[
      'http://localhost:3000/a@b',
      'https://ann@git.example.com/a.git',
      'jdbc:oracle:thin:@db:1521',
    ],
    ...[
      'https://my-organisation-of-old@dev.example.com/x',
      'https://h.example/?sig=abc123def456ghi',
    ],
    ...['mysig=a1b2c3d4e5f6g7h8i9', 'so? The key=a1b2c3d4e5f6g7h8i9', 'md-navigationdrawerheader'],
    ...[
      'https://myorganisationofoldtimes@dev.example.com/x',
      '123456789012:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp',
    ],
    ...['com-example-application.module.AuthenticationProviderBeans'],
    ...['class sk-spinner-box2', 'pa-3f1c9a52-8d1e-4b7a-9c55-0f6a2b7d1e43'],
    ...['as-AuthenticationProvider', 'as-4f9a0c1d2e3b4a5f6e7d8c'],
    ...['design=a1b2c3d4e5f6g7h8i9', 'https://h.example/?code=abcdefghijklmnopqrs'],
    ...[
      'https://hooks.slack.com/docs/x1',
      'https://discord.com/api/v10/channels/12345678901234567',
    ],
    ...['https://docs.infura.io/networks/ethereum', '12345:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQrr'],
    ...[
      '"auth": "oauth2client"',
      'auth = c29tZXRoaW5n',
      'Basic understanding1',
      'basic c29tZXRoaW5n',
    ],
    ...['Basic auth', 'Basic understanding', 'Basic set-up of it', 'Basic YTpi'],
    ...[`Basic ${btoa('\u00FFan:b')}`, `Basic ${btoa('an:b\u00FF')}`],
    ...[`"note": "${btoa('ann:swordfish')}"`, 'Bearer config.token2...'],
    ...['curl localhost:3000/x', 'curl -H Accept:text/plain https://h'],
    ...['Bearer abc12d', 'Bearer realm="x1"', 'forbearer abc123def456', 'Bearer authentication...'],
    ...['identified by the team', 'curl -u $USER:$PASS https://h', 'curl -u ann:${PASS} https://h'],
    ...['curl https://h/x | grep -u ann:sunshine', 'curl x\n -u ann:sunshine', 'curl -uproxy x'],
    ...['mysql shop-prod', 'mysql -p{{password}} x', 'mysql -p[password] x', 'curl -u ann:*** h'],
    ...['redis-cli -h cache-a ping', 'docker login my-p registry', 'sshpass -e ssh my-p host'],
    ...['ldapsearch x-w y', 'smbclient x-Uann%b', 'smbclient -U ann at 50%off', 'curl x-b sid=abc'],
    ...['openssl x-pass pass:y', 'curl x-u ann:sunshine', 'curl -u ann h:sunshine'],
    ...['IDENTIFIED-BY them all', 'IDENTIFIED BY-LAW', 'identified by the team of 2024'],
    ...['identified-by them2', 'identified by-law2'],
    ...[
      'curl -b cookies.txt https://h',
      'docker run -p 8080:80 x',
      'redis-cli ping',
      'mysql -P 3306',
    ],
    ...['sshpass -e ssh host', 'openssl enc -pass env:PASS', 'a:5432:b', 'my-Signature=abc'],
    ...['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'Public-Lines: 6'],
  ])('%j stays', (text) => expect(redactor.text(text)).toEqual({ text, count: 0 }));
});

describe('keys in PEM', () => {
  const [begin, end] = ['BEGIN', 'END'].map((mark) => `-----${mark} RSA PRIVATE KEY-----`);
  const body = Array.from({ length: 4 }, () => random.base64(64)).join('\n');

  it.each([
    ['see §, then', `${begin}\n${body}\n${end}`],
    ['see §\nthen', `${begin}\n${body}\n-----END RSA PRIVATE KEY`],
    ['see §§.', `${begin}\n${body}\n${end}`],
    ['{"key":"§","n":1}', `${begin}\\n${body.replaceAll('\n', '\\n')}`],
    ['"{\\"key\\":\\"§\\",\\"n\\":1}"', `${begin}\\\\n${body.replaceAll('\n', '\\\\n')}`],
    ['["§","of it"]', begin!],
  ])('go up to their end, and not farther: %s', (way, key) => expectGone(way, key, 'private-key'));
});

describe('keys of PuTTY', () => {
  const lines = Array.from({ length: 14 }, () => random.base64(64)).join('\n');
  const head = 'PuTTY-User-Key-File-3: ssh-rsa\nPublic-Lines: 1\nAAAAB3NzaC1yc2E\n';

  it.each([
    [`${head}Private-Lines: 14\n${lines}\nPrivate-MAC: ${random.hex(64)}\nThe end`, '\nThe end'],
    [`${head}Private-Lines: 14\n${lines}\nPrivate-MAC:${random.hex(40)} The end`, ' The end'],
    [`${head}Private-Lines: 14\n${lines}`, ''],
  ])('lose their private part, %#', (text, end) => {
    expect(redactor.text(text).text).toBe(`${head}[redacted:private-key]${end}`);
    const inJson = JSON.stringify({ key: text, n: 1 });
    const expected = `${head}[redacted:private-key]`;
    expect(JSON.parse(redactor.text(inJson).text)).toEqual({ key: expected + end, n: 1 });
  });
});

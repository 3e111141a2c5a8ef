import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';

const redactor = createRedactor();

/** `§` stands for the value. */
function expectGone(way: string, value: string, kind: string): void {
  const { text } = redactor.text(way.replaceAll('§', value));
  expect(text).toBe(way.replaceAll('§', `[redacted:${kind}]`));
}

function expectKept(text: string): void {
  expect(redactor.text(text)).toEqual({ text, count: 0 });
}

describe('where only a value can stand, a plain word is one', () => {
  it.each([
    ['password', 'DB_PASSWORD=§'],
    ['password', 'https://h.example/?password=§&x=1'],
    ['password', 'https://h.example/?x=1&amp;password=§'],
    ['password', 'Server=db;Password=§;Encrypt=true'],
    ['password', 'run --password=§ now'],
    ['password', '<add key="DbPassword" value="§" />'],
    ['password', 'machine h login ann password §'],
    ['password', '{"password":"§"}'],
    ['secret', '{"clientSecret":"§"}'],
    ['credentials', '{"credentials":"§"}'],
    ['password', '<password>§</password>'],
    ['password', '<s:password xml:lang="en">§</s:password>'],
    ['password', '<string name="db_password">§</string>'],
    ['password', '<key>password</key>\n  <string>§</string>'],
    ['password', '<string name="db_password" translatable="false">§</string>'],
    ['password', '<add key = "DbPassword" value = "§" />'],
    ['password', '{"name": "DB_PASSWORD", "value": "§"}'],
    ['password', '<soap:password>§</soap:password>'],
    ['password', '<add key="DbPassword" value=§ />'],
    ['password', 'machine  h  login  ann  password  §'],
    ['password', 'passwords: ["§", "§"]'],
    ['password', '`password`: `§`'],
    ['password', "mysql --user=root --password='§'"],
    ['password', 'postgres://ann:§@db.example.com/shop'],
    ['password', 'curl -u ann:§ https://api.example.com'],
  ])('%s in %s', (kind, way) => expectGone(way, 'sunshine', kind));
});

describe('where code and prose look the same, what no word is', () => {
  it.each([
    ['six characters', 'abc12d'],
    ['signs', 'correct!horse'],
    ['twenty letters', 'qwertzuiopasdfghjkly'],
    ['capitals at random', 'aBcDeFgHiJkL'],
    ['what holds an address', 'ann@mail.example!9'],
    ['what holds a version', 'abc1.2.3def'],
    ['what holds members of objects', '9!this.token.value'],
    ['what goes on behind members', 'this.token.value9!x'],
    ['what holds words with dashes', 'Xk29sL-my-words'],
    ['what goes on behind words with dashes', 'my-words-Xk29sL'],
    ['what looks like a path and is none', 'abc/def!9'],
    ['what ends like an address', 'x!ann@mail.example.com'],
  ])('goes: %s', (_, value) => {
    expectGone('token: §', value, 'token');
    expectGone('api_key = "§"', value, 'api-key');
  });

  it.each([
    ['five characters', 'ab12d'],
    ['words', 'expected'],
    ['few capitals', 'getAccessTokenNow'],
    ['nothing but capitals', 'REFRESHTOKENLIFE'],
    ['a number', '1234567'],
    ['an address', 'ann@mail.example.com'],
    ['a few letters in any case', 'aBcDeFgH'],
    ['many letters behind others', 'a-qwertzuiopasdfghjkly'],
    ['many letters before others', 'qwertzuiopasdfghjkly-a'],
    ['a version without a letter', '10.20.3-beta1'],
    ['members of what is numbered', 'token2.value?.text1'],
    ['a version', 'v10.20.3-beta1'],
    ['members', 'this.token2.value?.text1'],
    ['a path', '/srv/app1/token2.txt'],
    ['a path from here', '../keys/token2.txt'],
    ['where it is kept', 'vault://kv/app1#token'],
  ])('stays: %s', (_, value) => expectKept(`token: ${value}`));

  it.each([
    ...['the token  § then', 'the token is  § then', 'the token is: § then', 'the token -- § then'],
    ...['| token | § |', 'it <<< token <<< § then', 'token: |\n  §\n', 'token =\n  `§`'],
  ])('goes, joined by blanks and few signs: %s', (way) => expectGone(way, 'a1b2c3d4', 'token'));

  it('goes behind an option from six characters on', () => {
    expectGone('{"run":"x --token § now"}', 'abc12d', 'token');
  });

  it.each([
    ...['did it work? token=expected', 'token=expected', 'authTOKEN=expected', 'Token=expected'],
    ...['TOKEN: expected', 'TOKEN = expected', 'the token abc12345=x', 'the token abc12345: x'],
    ...['login ann and the password reset', 'token:\n  "abc12d"'],
  ])('stays: %s', (text) => expectKept(text));

  it('goes behind nothing but a space from eight characters on, where it is no name', () => {
    expectGone('the token § is valid', 'abc123de', 'token');
    expectGone('the token § is valid', 'Xk29sL-my-words', 'token');
    expectGone('the token § is valid', 'my-words-Xk29sL', 'token');
    expectKept('the token abc123d is valid');
    expectKept('the token my-words-29 is valid');
  });
});

describe('what stands for a value', () => {
  it.each([
    ...['null', 'nil', 'none', 'undefined', 'true', 'false', 'yes', 'no', 'on', 'off', 'empty'],
    ...['string', 'str', 'text', 'number', 'int', 'integer', 'bool', 'boolean', 'bytes', 'object'],
    ...['any', 'unknown', 'never', 'void', 'optional', 'required', 'default', 'NaN', 'nullable'],
    ...['Uint8Array', 'base64', 'oauth2', 'sha256', 'SHA512', 'ed25519', 'ES256', 'rs256', 'HS256'],
    ...['include', 'omit', 'same-origin', 'await', 'this', 'self', 'SecretString', 'UTF-8', 'utf8'],
    ...['argon2', 'argon2id', 'bcrypt', 'scrypt', 'oauth1', 'http2', 'x509'],
    ...['0', '42', '127', '****', 'xxxxxxxx', '...'],
    ...['your', 'yourToken', 'YOUR_TOKEN_HERE', 'insert-your-token', 'paste_it_here', 'my-token'],
    ...['the_secret', 'some-value', 'an-api-key', 'example-token', 'change-me', 'changeit'],
    ...['example', 'dummy', 'placeholder', 'redacted', 'hidden', 'TODO'],
    ...['$TOKEN', '${TOKEN}', '$(cat', '<token>', '{{token}}', '[token]', '%TOKEN%', '%s', '!Ref'],
    ...['access_token', 'clientSecret', 'API_KEY', 'config.token', '~/token1', './token1'],
    ...['', '$PW9', 'yourPhrase', 'insert-it-here-now', 'my-own-one', '../x9'],
    ...['https://h.example/x1'],
    ...['/srv/keys/token1', 'op://vault/item1', 'arn:aws:x1', 'file:x1', 'env:X1', 'ENC[x1'],
  ])('TOKEN=%s stays', (value) => expectKept(`TOKEN=${value}`));

  it.each([
    ...['password1', '1234password', '9!password', 'example7', 'changeme9', 'todo-9f3k', 'xx9xx'],
    ...['my-words-9f', 'your token!9', '9example', 'nullable7', 'a${b', '%d9', 'ab%s', '9!Ref'],
    ...['%a%b9', '!Ref9x', '/srv/app1/x!9y'],
    ...['1234', '42a', 'x/srv/keys/token1', '9~/token', 'x-env:9', '(null)', 'sha256-of-it'],
  ])('DB_PASSWORD="%s" goes', (value) => expectGone('DB_PASSWORD="§"', value, 'password'));
});

describe('all of a value goes, and nothing behind it', () => {
  const endings = ['TOKEN=§ then', 'https://h.example/?token=§&x=1', 'token = § then'];

  it.each(endings)('backslashes are part of one: %s', (way) => {
    expectGone(way, 'a1b2\\c3d4', 'token');
    expectGone(way, 'a1b2\\\\c3d4', 'token');
  });

  it.each(endings.map((way) => way.replace(/(?<=§).*/, '')))('escapes are not: %s', (way) => {
    for (const escape of ['\\n', '\\r\\n', '\\t', '\\u001b[0m', '\\u001B[1;31m']) {
      expectGone(`${way}${escape} then`, 'a1b2c3d4', 'token');
    }
  });

  it('nor are marks of the sentence around it', () => {
    for (const mark of ['.', ',', ';', ':', '!', '?', ')', ']', '}', '>', '*', '|', ').', '!!']) {
      expectGone(`TOKEN=§${mark} then`, 'a1b2c3d4', 'token');
    }
  });

  it.each(['b', 'B', 'r', 'R', 'f', 'F', 'u', 'U', '@', '$'])(
    'a string may begin with %s',
    (sign) => expectGone(`token = ${sign}"§"`, 'a1b2c3!', 'token'),
  );

  it.each([
    ['{"token":"§"}', 'a1b2\\"c3d4'],
    ['{"token":"§"}', 'a1b2c3\\\\'],
    ['"{\\"token\\":\\"§\\"}"', 'a1b2\\\\\\"c3d4'],
    ['"{\\"token\\":\\"§\\"}"', 'a1b2c3\\\\\\\\'],
    // What the string around it ends, and what a line does.
    ['"{\\"token\\":\\"§", 1', 'a1b2c3'],
    ['"[\\"{\\\\\\"token\\\\\\":\\\\\\"§\\"]"', 'a1b2c3'],
    ['token = "§\nthen"', 'a1b2c3'],
  ])('a string ends with the quote that it began with: %s of %s', (way, value) =>
    expectGone(way, value, 'token'),
  );

  it.each([
    ['{"token":"§"}', '7.9kQx2LmN8pR4sT6v'],
    ['{"access_token":"§"}', `1000.${'8cb99d1e'.repeat(4)}.${'9a8b7c6d'.repeat(4)}`],
    ['API_KEYS=["§"]', 'a1b2c3d4e5f6g7h8'],
    ["API_KEYS=['x1y2z3a4', '§']", 'a1b2c3d4e5f6g7h8'],
    ['--token=["§"]', 'a1b2c3d4e5f6g7h8'],
  ])(
    'a number before a dot makes no version, and a list may stand anywhere: %s of %s',
    (way, value) => {
      const { text } = redactor.text(way.replace('§', value));
      expect(text).not.toContain(value.slice(2, 9));
    },
  );

  it.each([
    ['Cookie: §\nthen', 'sid=a1b2\\c3d4; x=1'],
    ['Cookie: §\nthen', 'sid=a1b2\\\\c3d4; x=1'],
    ['"Cookie: §\\n"', 'sid=a1b2; x=1'],
    ['Cookie: §', 'a=b'],
    // One real value is enough.
    ['Cookie: §\nthen', 'theme=${T}; sid=a1b2c3'],
    ['Cookie: §\nthen', 'sid=a1b2c3; theme=${T}; Path=/'],
    ['Cookie: §\nthen', 'theme=[redacted:token]; sid=a1b2c3'],
    ['Cookie: §\nthen', 'theme=<theme>;sid=a1b2c3; Path=/'],
  ])('cookies are pairs up to the end of their line: %s of %s', (way, value) =>
    expectGone(way, value, 'cookie'),
  );

  it.each(['{"password":"sunshine', "password: 'sunshine\nthen'", 'PUT /v1/<token>/rooms2\nthen'])(
    'a word without an end is none: %j',
    (text) => expectKept(text),
  );
});

describe('where the name of a value begins', () => {
  it.each([
    '\\n',
    '\\r',
    '\\t',
    '\\b',
    '\\f',
    '\\u0026',
    '\\u000A',
    '\\x26',
    '%26',
    '%2526',
    '%252526',
  ])('behind the escape %s', (escape) =>
    expectGone(`see it there${escape}token="§"`, 'a1b2c3', 'token'),
  );

  it.each(['\\q', '\\u00', '\\x2', '%2', 'x'])('not behind %s', (before) =>
    expectKept(`see ${before}token="a1b2c3"`),
  );

  it.each([
    ['api-key', 'the API Key: §'],
    ['api-key', 'an "API Key": "§"'],
    ['token', 'Access Token: §'],
    ['api-key', 'AWS Secret Access Key [None]: §'],
    ['private-key', 'the Private Key: §'],
    ['api-key', 'api.key = "§"'],
    ['token', '[token="§"]'],
  ])('at words before it: %s in %s', (kind, way) => expectGone(way, 'a1b2c3d4', kind));

  it.each([
    'key: a1b2c3d4',
    'primary key: a1b2c3d4',
    'token.hint = abc12d9',
    'API (key: a1b2c3d4)',
  ])('only there: %s', (text) => expectKept(text));
});

describe('a name that is the user of an address', () => {
  it.each([
    ...['https://token:§@git.example.com/x', 'https:\\/\\/token:§@git.example.com\\/x'],
    ...['https://ann.secret:§@h.example:8080/x', 'redis://password:§@h.example'],
  ])('leaves its host: %s', (way) => expectGone(way, 'aB3x9Qz1', 'password'));

  it.each(['my token:§ then', 'see https://h.example/ token:§ then'])(
    'is told from any other: %s',
    (way) => expectGone(way, 'a1b2c3@x', 'token'),
  );
});

describe('code that looks like a name and its value', () => {
  it.each([
    '{"token": "text22" : 1}',
    'Your password: here<br>',
    '["password", "username"]',
    'token = "x9-${TOKEN}"',
    'Cookie: sid=${SID}; theme=<theme>',
    'Cookie: sid=[redacted:token]; theme=[redacted:token]',
    'cookie: "yes please"',
    'cookie: "the one, a=b"',
    'token = getToken2(name)',
    'token = tokens2[0]',
    'const secret = await load2()',
    'label="Your password:" id="p2"',
    '{"password": "text2": 1}',
    'Authorization: Digest username="ann2", realm="x1"',
  ])('%s stays', (text) => expectKept(text));

  it.each([
    ['{"token":"§","b":"c"}', 'a1b2c3'],
    ['token = §[redacted:other] then', 'a1b2c3'],
    ['token = §"x"', 'a1b2c3'],
    ['token = §"x"', 'A1-bc='],
    ['token = §"x"', 'ab=c1d2'],
    ['MY_TOKEN=§', 'MY'],
  ])('is told from %s of %s', (way, value) => expectGone(way, value, 'token'));

  it('may hold a value with a name of its own', () => {
    expectGone('token: "see api_key=§ there"', 'a1b2c3', 'api-key');
  });

  it.each(['Token §', 'Token  §', '"Token §"', '\\"Token §\\"'])(
    'names a scheme before its value: %s',
    (way) => expectGone(`Authorization: ${way}`, 'a1b2c3d4', 'authorization'),
  );

  it('is told from a value with brackets behind it', () => {
    expectGone('token = §(x', 'a1-b2c3', 'token');
    expectGone('token = §[0]', 'a1-b2c3', 'token');
  });
});

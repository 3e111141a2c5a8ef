import { createRandom, type Random } from './random.js';

/** One kind of credential, invented anew for every seed. */
export interface Shape {
  readonly label: string;
  /** How much of the beginning says nothing but what it is. */
  readonly publicPrefix: string;
  /** The credential, and the text by which it is known to be one: itself, or a name before it. */
  make(random: Random): { secret: string; text: string };
}

/** Says itself what it is. Prefixes are joined here, so that no file holds the beginning of a key. */
function bare(label: string, prefix: readonly string[], rest: (random: Random) => string): Shape {
  const publicPrefix = prefix.join('');
  return {
    label,
    publicPrefix,
    make(random) {
      const secret = publicPrefix + rest(random);
      return { secret, text: secret };
    },
  };
}

/** Known by what is around it. `§` stands for the credential. */
function around(label: string, template: string, secretOf: (random: Random) => string): Shape {
  return {
    label,
    publicPrefix: '',
    make(random) {
      const secret = secretOf(random);
      return { secret, text: template.replaceAll('§', () => secret) };
    },
  };
}

const jwt = (random: Random): string => {
  const part = (value: object): string =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const header = part({ alg: 'HS256', typ: 'JWT' });
  return `${header}.${part({ sub: random.alnum(12), iat: random.below(1e9) })}.${random.base64url(43)}`;
};

const uuid = (random: Random): string =>
  [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');

const lines = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.base64(64)).join('\n');

const keyBody = (random: Random): string => `${lines(random, 4)}\n${random.base64(22)}==`;

const pem = (label: string): string => `-----BEGIN ${label}-----\n§\n-----END ${label}-----`;

/** As people make them up: letters, digits and a sign. */
const password = (random: Random): string =>
  `${random.of('bcdfgh', 1)}${random.alnum(9)}${random.of('!#*^~', 1)}${random.digits(2)}`;

/** A user and a password, encoded: the password can be read from either half. */
const pair = (random: Random): string => btoa(`robot:${random.alnum(18)}`);

export const BARE: readonly Shape[] = [
  bare('OpenAI project key', ['sk', '-proj-'], (r) => r.base64url(120)),
  bare('OpenAI key', ['sk', '-'], (r) => `${r.alnum(20)}T3Bl${r.alnum(24)}`),
  bare('OpenAI service account', ['sk', '-svcacct-'], (r) => r.base64url(80)),
  bare('Anthropic key', ['sk', '-ant-api03-'], (r) => `${r.base64url(93)}AA`),
  bare('Anthropic OAuth token', ['sk', '-ant-oat01-'], (r) => r.base64url(90)),
  bare('OpenRouter key', ['sk', '-or-v1-'], (r) => r.hex(64)),
  bare('DeepSeek key', ['sk', '-'], (r) => r.hex(32)),
  bare('Groq key', ['gs', 'k_'], (r) => r.alnum(52)),
  bare('xAI key', ['xa', 'i-'], (r) => r.alnum(80)),
  bare('Hugging Face token', ['h', 'f_'], (r) => r.alnum(34)),
  bare('Replicate token', ['r', '8_'], (r) => r.alnum(37)),
  bare('Perplexity key', ['pp', 'lx-'], (r) => r.alnum(48)),
  bare('NVIDIA key', ['nv', 'api-'], (r) => r.base64url(64)),
  bare('ElevenLabs key', ['s', 'k_'], (r) => r.hex(48)),
  bare('LangSmith key', ['ls', 'v2_pt_'], (r) => `${r.hex(32)}_${r.hex(10)}`),
  bare('Tavily key', ['tv', 'ly-'], (r) => r.alnum(32)),
  bare('Pinecone key', ['pc', 'sk_'], (r) => `${r.alnum(6)}_${r.alnum(56)}`),
  bare('Google API key', ['AI', 'za'], (r) => r.base64url(35)),
  bare('Google OAuth token', ['ya', '29.'], (r) => r.base64url(120)),
  bare('Google refresh token', ['1/', '/0'], (r) => r.base64url(60)),
  bare('Google client secret', ['GOC', 'SPX-'], (r) => r.base64url(28)),
  bare('AWS key id', ['AK', 'IA'], (r) => r.upper(16)),
  bare('AWS temporary key id', ['AS', 'IA'], (r) => r.upper(16)),
  bare('Azure client secret', [], (r) => `${r.alnum(3)}8Q~${r.base64url(34)}`),
  bare('DigitalOcean token', ['do', 'p_v1_'], (r) => r.hex(64)),
  bare('Heroku key', ['HR', 'KU-'], (r) => `AA${r.base64url(58)}`),
  bare('Vercel token', ['vc', 'p_'], (r) => r.alnum(56)),
  bare('Netlify token', ['nf', 'p_'], (r) => r.alnum(36)),
  bare('Supabase token', ['sb', 'p_'], (r) => r.hex(40)),
  bare('Databricks token', ['da', 'pi'], (r) => r.hex(32)),
  bare('Vault token', ['hv', 's.'], (r) => r.base64url(90)),
  bare('Terraform token', [], (r) => `${r.alnum(14)}.atlasv1.${r.base64url(67)}`),
  bare('Pulumi token', ['pu', 'l-'], (r) => r.hex(40)),
  bare('Doppler token', ['dp', '.pt.'], (r) => r.alnum(43)),
  bare('Tailscale key', ['ts', 'key-auth-'], (r) => `${r.alnum(17)}-${r.alnum(32)}`),
  bare('PlanetScale password', ['ps', 'cale_pw_'], (r) => r.base64url(43)),
  bare('age key', ['AGE', '-SECRET-KEY-1'], (r) => r.upper(58)),
  bare('GitHub token', ['gh', 'p_'], (r) => r.alnum(36)),
  bare('GitHub app token', ['gh', 's_'], (r) => r.alnum(36)),
  bare('GitHub fine-grained token', ['git', 'hub_pat_'], (r) => `${r.alnum(22)}_${r.alnum(59)}`),
  bare('GitLab token', ['gl', 'pat-'], (r) => r.base64url(20)),
  bare('GitLab runner token', ['gl', 'rt-'], (r) => r.base64url(20)),
  bare('Bitbucket app password', ['AT', 'BB'], (r) => r.alnum(32)),
  bare('Atlassian token', ['ATA', 'TT3xFfGF0'], (r) => `${r.base64url(170)}=${r.upper(8)}`),
  bare('npm token', ['np', 'm_'], (r) => r.alnum(36)),
  bare('PyPI token', ['py', 'pi-AgEIcHlwaS5vcmc'], (r) => r.base64url(150)),
  bare('RubyGems key', ['ruby', 'gems_'], (r) => r.hex(48)),
  bare('crates.io token', ['ci', 'o'], (r) => r.alnum(32)),
  bare('NuGet key', ['oy', '2'], (r) => r.lower(43)),
  bare('Docker Hub token', ['dckr', '_pat_'], (r) => r.base64url(27)),
  bare('Artifactory key', ['AK', 'Cp'], (r) => r.alnum(69)),
  bare('Slack bot token', ['xo', 'xb-'], (r) => `${r.digits(12)}-${r.digits(13)}-${r.alnum(24)}`),
  bare('Slack app token', ['xa', 'pp-1-'], (r) => `A${r.upper(10)}-${r.digits(13)}-${r.hex(64)}`),
  bare('Discord bot token', [], (r) => `MTIz${r.alnum(22)}.G${r.alnum(5)}.${r.base64url(38)}`),
  bare('Stripe key', ['sk', '_live_'], (r) => r.alnum(99)),
  bare('Stripe restricted key', ['rk', '_test_'], (r) => r.alnum(24)),
  bare('webhook secret', ['wh', 'sec_'], (r) => r.alnum(32)),
  bare('Square token', ['EA', 'AA'], (r) => r.base64url(60)),
  bare('Square secret', ['sq', '0csp-'], (r) => r.base64url(43)),
  bare('Shopify token', ['shp', 'at_'], (r) => r.hex(32)),
  bare('Plaid token', ['access', '-sandbox-'], uuid),
  bare('SendGrid key', ['S', 'G.'], (r) => `${r.base64url(22)}.${r.base64url(43)}`),
  bare('Mailgun key', ['ke', 'y-'], (r) => r.hex(32)),
  bare('Mailgun key, new', [], (r) => `${r.hex(32)}-${r.hex(8)}-${r.hex(8)}`),
  bare('Mailchimp key', [], (r) => `${r.hex(32)}-us12`),
  bare('Brevo key', ['xkey', 'sib-'], (r) => `${r.hex(64)}-${r.alnum(16)}`),
  bare('Resend key', ['re', '_'], (r) => `${r.alnum(8)}_${r.alnum(24)}`),
  bare('Linear key', ['lin', '_api_'], (r) => r.alnum(40)),
  bare('Notion token', ['nt', 'n_'], (r) => r.alnum(46)),
  bare('Notion secret', ['sec', 'ret_'], (r) => r.alnum(43)),
  bare('Figma token', ['fi', 'gd_'], (r) => r.base64url(40)),
  bare('Airtable token', ['pa', 't'], (r) => `${r.alnum(14)}.${r.hex(64)}`),
  bare('HubSpot token', ['pa', 't-na1-'], uuid),
  bare('Dropbox token', ['s', 'l.'], (r) => `B${r.base64url(130)}`),
  bare('Facebook token', ['EA', 'A'], (r) => r.alnum(150)),
  bare('Grafana token', ['gl', 'sa_'], (r) => `${r.alnum(32)}_${r.hex(8)}`),
  bare('New Relic key', ['NR', 'AK-'], (r) => r.upper(27)),
  bare('New Relic licence', [], (r) => `${r.hex(36)}NRAL`),
  bare('Sentry token', ['snt', 'rys_'], (r) => `eyJ${r.base64url(100)}`),
  bare('Dynatrace token', ['dt0', 'c01.'], (r) => `${r.upper(24)}.${r.upper(64)}`),
  bare('PostHog key', ['ph', 'x_'], (r) => r.alnum(43)),
  bare('Twilio key', ['S', 'K'], (r) => r.hex(32)),
  bare('Postman key', ['PM', 'AK-'], (r) => `${r.hex(24)}-${r.hex(34)}`),
  bare('Mapbox token', ['s', 'k.ey'], (r) => `J${r.alnum(60)}.${r.base64url(22)}`),
  bare('JWT', ['ey'], (r) => jwt(r).slice(2)),
];

export const NAMED: readonly Shape[] = [
  around('RSA key', pem('RSA PRIVATE KEY'), keyBody),
  around('OpenSSH key', pem('OPENSSH PRIVATE KEY'), keyBody),
  around('PGP key', pem('PGP PRIVATE KEY BLOCK'), keyBody),
  around('key without an end', '-----BEGIN EC PRIVATE KEY-----\n§', (r) => lines(r, 3)),
  around('environment', 'DATADOG_API_KEY=§', (r) => r.hex(32)),
  around('environment, exported', 'export TWILIO_AUTH_TOKEN="§"', (r) => r.hex(32)),
  around(
    'environment, words',
    "DB_PASSWORD='§'",
    (r) => `${r.of('abcdefgh', 6)} ${r.of('ijklmnop', 7)}`,
  ),
  around('environment, signs', 'SMTP_PASS=§', (r) => `${r.alnum(8)}@,;&${r.alnum(6)}`),
  around('AWS secret', 'aws_secret_access_key = §', (r) => r.base64(40)),
  around('AWS session token', 'AWS_SESSION_TOKEN=§', (r) => `${r.base64(200)}==`),
  around('JSON', '{"user":"ann","password":"§"}', password),
  around('JSON, camel case', '{"clientSecret": "§", "x": 1}', (r) => r.base64url(30)),
  around('Python', "config = {'api_key': '§', 'debug': True}", (r) => r.alnum(30)),
  around('code', "const githubToken = '§';", (r) => r.hex(40)),
  around('typed code', 'val authToken: String = "§"', (r) => r.alnum(24)),
  around('PHP', "define('DB_PASSWORD', '§');", password),
  around('Ruby', ":secret_key_base => '§'", (r) => r.hex(64)),
  around('YAML', 'spec:\n  password: §\n  replicas: 2', password),
  around('YAML of Kubernetes', '- name: DB_PASSWORD\n  value: §', password),
  around('kubeconfig', 'client-key-data: §', (r) => `${r.base64(80)}==`),
  around('TOML', 'token = "§"', (r) => r.alnum(32)),
  around('INI', '[default]\npasswd=§', password),
  around('properties', 'spring.datasource.password=§', password),
  around('XML', '<password>§</password>', password),
  around('XML attributes', '<add key="ClearTextPassword" value="§" />', password),
  around('bearer', 'Authorization: Bearer §', (r) => r.base64url(40)),
  around('bearer in prose', 'sent with Bearer § to it', (r) => r.alnum(32)),
  around('basic', 'Authorization: Basic §', pair),
  around('GitHub header', 'authorization: token §', (r) => r.hex(40)),
  around('header of its own', 'X-Api-Key: §', (r) => r.alnum(32)),
  around('header pair', '["X-Auth-Token", "§"]', (r) => r.alnum(32)),
  around('proxy', 'Proxy-Authorization: Basic §', pair),
  around('cookie', 'Cookie: §', (r) => `sid=${r.alnum(24)}; theme=dark`),
  around('set-cookie', 'Set-Cookie: §', (r) => `session=${r.alnum(32)}; Path=/; HttpOnly`),
  around('curl user', 'curl -sS -u robot:§ https://api.example.com/v1', (r) => r.alnum(16)),
  around('curl header', 'curl -H "X-Api-Key: §" https://api.example.com/v1', (r) => r.alnum(32)),
  around('option', 'deploy --api-key=§ --verbose', (r) => r.alnum(24)),
  around('option, spaced', 'deploy --token § --verbose', (r) => r.alnum(24)),
  around('sshpass', "sshpass -p '§' ssh host", (r) => r.alnum(14)),
  around('mysql', 'mysql -u root -p§ shop', (r) => r.alnum(14)),
  around('netrc', 'machine api.example.com login ann password §', (r) => r.alnum(14)),
  around('npmrc', '//registry.example.com/:_authToken=§', uuid),
  around('npmrc, pair', '_auth=§', pair),
  around('Docker', '{"auths":{"https://index.example.com":{"auth":"§"}}}', pair),
  around('Postgres', 'postgres://ann:§@db.example.com:5432/shop', (r) => r.alnum(16)),
  around('MongoDB', 'mongodb+srv://ann:§@cluster.example.com/?w=1', (r) => r.alnum(16)),
  around('Redis', 'redis://:§@cache.example.com:6379/0', (r) => r.alnum(24)),
  around('Git remote', 'https://x-access-token:§@git.example.com/a/b.git', (r) => r.alnum(36)),
  around('Git remote, user only', 'https://§@git.example.com/a/b.git', (r) => `7${r.hex(39)}`),
  around('SQL Server', 'Server=db;User Id=sa;Password=§;Encrypt=true', (r) => r.alnum(16)),
  around('JDBC', 'jdbc:mysql://db/shop?user=ann&password=§&ssl=1', (r) => r.alnum(16)),
  around(
    'Azure storage',
    'AccountName=shop;AccountKey=§;EndpointSuffix=core',
    (r) => `${r.base64(86)}==`,
  ),
  around(
    'Azure SAS',
    'https://shop.blob.example.net/c/b?sv=2024-01-01&sig=§',
    (r) => `${r.alnum(42)}%3D`,
  ),
  around('presigned', 'https://s3.example.com/k?X-Amz-Date=1&X-Amz-Signature=§', (r) => r.hex(64)),
  around('query', 'https://api.example.com/v1?api_key=§&page=2', (r) => r.alnum(32)),
  around('query, JSON', '"https://api.example.com/v1?page=2\\u0026access_token=§"', (r) =>
    r.alnum(32),
  ),
  around('TOTP', 'otpauth://totp/Shop:ann?secret=§&issuer=Shop', (r) =>
    r.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
  ),
  around('Telegram bot token', '1234567890:§', (r) => `AA${r.base64url(33)}`),
  around(
    'Slack webhook',
    'https://hooks.slack.com/services/§',
    (r) => `T${r.upper(8)}/B${r.upper(10)}/${r.alnum(24)}`,
  ),
  around('Discord webhook', 'https://discord.com/api/webhooks/123456789012345678/§', (r) =>
    r.base64url(68),
  ),
  around(
    'service account',
    `{"type":"service_account","private_key":${JSON.stringify(pem('PRIVATE KEY'))}}`,
    (r) => keyBody(r).replaceAll('\n', '\\n'),
  ),
  around('Heroku by name', 'HEROKU_API_KEY=§', uuid),
  around('Cloudflare by name', 'CF_API_TOKEN: §', (r) => r.base64url(40)),
  around('WireGuard', 'PrivateKey = §', (r) => `${r.base64(43)}=`),
  around('prose', 'The API key is wrong, the password: §', password),
];

export const SHAPES: readonly Shape[] = [...BARE, ...NAMED];

/** A credential of each shape; another for another seed. */
export function samples(
  shapes: readonly Shape[],
  seed = 1,
): (Shape & { secret: string; text: string })[] {
  return shapes.map((shape, index) => ({
    ...shape,
    ...shape.make(createRandom(seed * 7_919 + index)),
  }));
}

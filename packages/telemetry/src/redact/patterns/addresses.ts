import { isPlausible } from '../named/plausible.js';
import { readValue } from '../named/value.js';
import { FEWEST_BEGUN, within, type Pattern } from '../pattern.js';

const PASSWORD = /[^\s/?#@:"'`<>\\]{0,200}:([^\s/?#"'`<>\\]{1,400})@/dy;

/** A password that goes on: numbers are ports. */
const PASSWORD_SO_FAR = /[^\s/?#@:"'`<>\\]{0,200}:(?!\d{1,5}$)([^\s/?#"'`<>\\]{4,400})$/dy;

/** Who is named by twenty letters and digits is named by a token. */
const TOKEN_AS_USER = /((?=[A-Za-z_]{0,40}\d)[A-Za-z0-9_]{20,255})(?::(?:x-oauth-basic|[xX])?)?@/dy;

/** As they are, as some writers of JSON escape them, and both within more JSON. */
const SLASHES = ['://', ':\\/\\/', ':\\\\/\\\\/', ':\\\\\\/\\\\\\/'];

/** A password before the host: all else of the address stays. */
const userinfo: readonly Pattern[] = [
  onlyPlausible(within('password', SLASHES, PASSWORD, PASSWORD_SO_FAR)),
  within('token', SLASHES, TOKEN_AS_USER),
  within('password', ['jdbc:oracle:thin:'], /[\w$#]{1,64}\/([^\s/@"'\\]{1,128})@/dy),
];

function onlyPlausible(pattern: Pattern): Pattern {
  return {
    literals: pattern.literals,
    match(text, start, end, edge) {
      const match = pattern.match(text, start, end, edge);
      const isReal = match?.spans.every((span) =>
        isPlausible(text.slice(span.start, span.end), 'any'),
      );
      return isReal ? match : undefined;
    },
  };
}

/** Short names that mean a credential in a query and something else anywhere else. */
const QUERY_NAMES = ['sig', 'signature', 'Signature', 'code', 'key', 'auth', 'assertion'];
const QUERY_START = /(?:[?&;]|&amp;|\\u0026)(?:X-(?:Amz|Goog)-|client_)?$/i;
const FEWEST_IN_QUERY = 16;

const query: Pattern = {
  literals: QUERY_NAMES.map((name) => `${name}=`),
  match(text, start, end) {
    if (!QUERY_START.test(text.slice(Math.max(0, start - 16), start))) return undefined;
    const value = readValue(text, end, 'query');
    const span = { start: value.start, end: value.end, kind: 'signature' };
    const written = text.slice(value.start, value.end);
    const isReal = written.length >= FEWEST_IN_QUERY && isPlausible(written, 'long');
    return {
      from: start,
      to: value.end,
      spans: isReal ? [span] : [],
      isOpen: value.isOpen,
      begun: value.isOpen && !isReal && written.length >= FEWEST_BEGUN ? span : undefined,
    };
  },
};

/** Addresses that are credentials themselves: whoever knows their path may post there. */
const PATH_SO_FAR = /([\w/@.-]{4,256})$/dy;

const webhooks: readonly Pattern[] = [
  within(
    'webhook',
    ['hooks.slack.com/'],
    /(?:services|workflows|triggers)\/([\w/-]{20,})/dy,
    PATH_SO_FAR,
  ),
  within(
    'webhook',
    ['discord.com/api/', 'discordapp.com/api/'],
    /(?:v\d+\/)?webhooks\/\d{15,22}\/([\w-]{40,})/dy,
    PATH_SO_FAR,
  ),
  within('webhook', ['.webhook.office.com/'], /webhookb2\/([\w@/-]{40,})/dy, PATH_SO_FAR),
  within('webhook', ['hooks.zapier.com/'], /hooks\/catch\/([\w/]{10,})/dy, PATH_SO_FAR),
  within('webhook', ['outlook.office.com/'], /webhook\/([\w@/-]{40,})/dy, PATH_SO_FAR),
  within(
    'api-key',
    ['.infura.io/', '.alchemy.com/', '.alchemyapi.io/', '.quiknode.pro/'],
    /(?:ws\/)?(?:v[23]\/)?([\w-]{30,})/dy,
    PATH_SO_FAR,
  ),
];

export const ADDRESSES: readonly Pattern[] = [...userinfo, query, ...webhooks];

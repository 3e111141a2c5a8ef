import { within, type Match, type Pattern } from '../pattern.js';

// Options whose name says nothing: only their command does. Up to 256 characters of one line, and of
// those that it goes on in, are looked through for them.

const MAX_BEFORE = 256;
const REST_OF_LINE = String.raw`(?:\\\r?\n|[^\n|]){0,${MAX_BEFORE}}?`;
const LINE_END = /(?<![\\\r])\n|(?<!\\)\r\n/;
const QUOTE = String.raw`\\{0,16}["']?`;

function option(kind: string, commands: readonly string[], flag: string, value: string): Pattern {
  const found = within(kind, commands, new RegExp(REST_OF_LINE + flag + QUOTE + value, 'dy'));
  return {
    literals: commands,
    match: (text, start, end, edge) =>
      found.match(text, start, end, edge) ?? unfinishedLine(text, start, end),
  };
}

/** The option may come yet. */
function unfinishedLine(text: string, start: number, end: number): Match | undefined {
  if (text.length - end > MAX_BEFORE || LINE_END.test(text.slice(end))) return undefined;
  return { from: start, to: end, spans: [], isOpen: true };
}

const PASSWORD = String.raw`((?![$<{[*])[^\s"'\\]{1,200})`;
const COOKIES = String.raw`([\w.-]{1,64}=[^\s"'\\;]{1,2000}(?:; [^\s"'\\;]{1,2000}){0,40})`;

/** A line of `.pgpass`: host, port, database, user, password. */
const PGPASS = /[^:\s]{1,64}:[^:\s]{1,64}:([^\s:"'\\]{4,200})/dy;

export const COMMANDS: readonly Pattern[] = [
  option('password', ['IDENTIFIED'], String.raw`[ \t]BY[ \t]`, PASSWORD),
  // In small letters, without quotes and of letters alone, it is prose.
  option(
    'password',
    ['identified', 'Identified'],
    String.raw`[ \t]by[ \t](?=\\{0,16}["']|[^\s"'\\]{0,200}\d)`,
    PASSWORD,
  ),
  within('password', [':5432:'], PGPASS),
  within('secret', ['::add-mask::'], /([^\s"'\\]{4,})/dy),
  option(
    'password',
    ['curl', 'http ', 'https ', 'wget', 'xh '],
    // The blank before it may be that of the command's name.
    String.raw`(?<=[ \t])(?:-u|-a|--user|--proxy-user|-U|--auth)[ =]?`,
    String.raw`[^\s:"'\\]{0,64}:(?!//)${PASSWORD}`,
  ),
  option('cookie', ['curl'], String.raw`[ \t](?:-b|--cookie)[ =]?`, COOKIES),
  option('password', ['sshpass'], String.raw`[ \t]-p ?`, PASSWORD),
  option('password', ['redis-cli'], String.raw`[ \t]-a ?`, PASSWORD),
  option('password', ['docker login'], String.raw`[ \t]-p ?`, PASSWORD),
  option('password', ['mysql', 'mariadb'], String.raw`[ \t]-p`, PASSWORD),
  option('password', ['ldapsearch', 'ldapmodify'], String.raw`[ \t]-w ?`, PASSWORD),
  option('password', ['smbclient'], String.raw`[ \t]-U ?[^\s%]{1,64}%`, PASSWORD),
  option('password', ['openssl'], String.raw`[ \t]-pass(?:in|out)? pass:`, PASSWORD),
];

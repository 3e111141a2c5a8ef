// The tables for PERFORMANCE.md.
import { figure, rangeOf } from './report.mjs';

/** @returns Markdown: the run, the figures against raw-http, and those within one server */
export function markdownOf({ date, machine, repeats, quick, rows }) {
  const toFloor = rows.filter(({ ratio }) => ratio);
  const within = rows.filter(({ ratio }) => !ratio);
  const { cpu, cores, memoryGiB, node } = machine;
  return [
    `${date.slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, Node ${node}; ` +
      `median of ${repeats}${quick ? ', a quick run: rough' : ''}. A mark is a missed target.`,
    ...(toFloor.length > 0 ? [tableToFloor(toFloor)] : []),
    ...(within.length > 0 ? [tableWithin(within)] : []),
  ].join('\n\n');
}

function tableToFloor(rows) {
  const servers = [...new Set(rows.map(({ server }) => server))];
  const lines = [...new Set(rows.map(({ row }) => row))].map((row) => {
    const cells = servers.map((server) => {
      const found = rows.find((entry) => entry.row === row && entry.server === server);
      return found ? toFloor(found) : '';
    });
    return [row, ...cells];
  });
  return tableOf(['scenario', ...servers], lines);
}

/** The floor's own cell has what it costs. */
function toFloor({ server, value, unit, ...row }) {
  if (server === 'raw-http') return `1 (${figure(value.median)} ${unit})`;
  return cellOf(row.ratio, row);
}

function tableWithin(rows) {
  const lines = rows.map(({ row, server, unit, value, target = '', ...rest }) => [
    ...[row, server, unit, cellOf(value, { target, ...rest }), target],
  ]);
  return tableOf(['figure', 'server', 'unit', 'median (range)', 'target'], lines);
}

function cellOf(figures, { target, isMet }) {
  const range = rangeOf(figures);
  const mark = target && !isMet ? ' ✗' : '';
  return `${figure(figures.median)}${range ? ` (${range})` : ''}${mark}`;
}

function tableOf(head, lines) {
  const rule = head.map(() => '---');
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

// What a person reads while the bench runs, and at its end.

export function printScenario({ name, leftOut = {} }, { rows, loadShare, failures }) {
  for (const row of new Set(rows.map((entry) => entry.row))) {
    const entries = rows.filter((entry) => entry.row === row);
    const load = loadShare > 0 ? `; generator at ${Math.round(loadShare * 100)} % of a core` : '';
    console.log(`\n${row}  (${entries[0].unit}${load})`);
    for (const entry of entries) console.log(`  ${lineOf(entry)}`);
  }
  for (const [server, reason] of Object.entries(leftOut)) {
    console.log(`  ${server.padEnd(16)} left out of '${name}': ${reason}`);
  }
  for (const { server, error } of failures) console.log(`  ${server.padEnd(16)} FAILED: ${error}`);
}

function lineOf({ server, value, ratio, target, isMet }) {
  const columns = [server.padEnd(16), figure(value.median).padStart(8)];
  if (ratio) columns.push(figure(ratio.median).padStart(6));
  const range = rangeOf(ratio ?? value);
  if (range) columns.push(range);
  if (target) columns.push(`${target} ${isMet ? 'met' : 'MISSED'}`);
  return columns.join('  ');
}

/** Three digits are more than a machine repeats. */
export function figure(value) {
  if (value >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return value.toPrecision(value < 1 ? 2 : 3);
}

/** Empty where there was one repeat. */
export function rangeOf({ min, max }) {
  return min === max ? '' : `${figure(min)} to ${figure(max)}`;
}

export function printSummary(rows, failures) {
  const withTarget = rows.filter(({ target }) => target);
  const missed = withTarget.filter(({ isMet }) => !isMet);
  console.log(`\n${withTarget.length - missed.length} of ${withTarget.length} targets met`);
  for (const { row, server, value, ratio, target } of missed) {
    console.log(`  missed: ${row}, ${server}: ${figure((ratio ?? value).median)}, ${target}`);
  }
  if (failures.length > 0) console.log(`${failures.length} runs FAILED, see above`);
}

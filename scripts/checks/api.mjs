// Compares what each entry of each published package exports with packages/*/api/<entry>.api.md.
//
// A difference fails. `npm run api` (this script with --update) writes the reports anew: the change
// is then seen in the diff, and is on purpose. Reads the built declarations.
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { publicPackages, root } from '../public-packages.mjs';

const update = process.argv.includes('--update');

const overrideTsconfig = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  },
  files: publicPackages.flatMap(({ entries }) => entries.map(({ types }) => types)),
};

// A type of another entry stands in that entry's report; comments are not judged.
const messages = {
  compilerMessageReporting: { default: { logLevel: 'error' } },
  extractorMessageReporting: { default: { logLevel: 'none' } },
  tsdocMessageReporting: { default: { logLevel: 'none' } },
};

const configs = publicPackages.flatMap((found) =>
  found.entries.map((entry) => configOf(found, entry)),
);
// One program for all entries: most of the time goes into reading the same declarations.
const [first, ...others] = configs;
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: others.map((config) => config.mainEntryPointFilePath),
});
const problems = [...configs.flatMap(differences), ...publicPackages.flatMap(leftovers)];

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('If the change is meant, run `npm run api` and commit the reports.');
  process.exitCode = 1;
}

function configOf({ folder, manifest }, entry) {
  const reportFolder = join(folder, 'api');
  mkdirSync(reportFolder, { recursive: true });
  return ExtractorConfig.prepare({
    configObjectFullPath: join(folder, 'api-extractor.json'),
    packageJsonFullPath: join(folder, 'package.json'),
    packageJson: manifest,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry.types,
      newlineKind: 'lf',
      compiler: { overrideTsconfig },
      apiReport: {
        enabled: true,
        reportFileName: entry.name,
        reportFolder,
        reportTempFolder: join(root, 'node_modules/.cache/api', basename(folder)),
      },
      messages,
    },
  });
}

function differences(config) {
  const { apiReportChanged, errorCount } = Extractor.invoke(config, {
    compilerState,
    localBuild: update,
    printApiReportDiff: !update,
    messageCallback(message) {
      const told = message.logLevel === 'error' || message.messageId === 'console-api-report-diff';
      if (!told) message.logLevel = 'none';
    },
  });
  const report = relative(root, config.reportFilePath);
  if (errorCount > 0) return [`${report}: ${errorCount} errors, see above`];
  return apiReportChanged && !update ? [`${report}: the entry exports something else now`] : [];
}

/** Reports of entries that are gone. */
function leftovers({ folder, entries }) {
  const known = new Set(entries.map((entry) => `${entry.name}.api.md`));
  const old = readdirSync(join(folder, 'api')).filter((name) => !known.has(name));
  if (update) for (const name of old) rmSync(join(folder, 'api', name));
  const path = relative(root, join(folder, 'api'));
  return update ? [] : old.map((name) => `${path}/${name}: there is no such entry`);
}

import { token, type Pattern } from '../pattern.js';

/** Tokens of code hosts, package registries and build services. */
export const CODE: readonly Pattern[] = [
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /\w{20,}/y),
  token('github-token', ['github_pat_'], /\w{20,}/y),
  token(
    'gitlab-token',
    [
      ...['glpat-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glptt-', 'glft-', 'glimt-', 'glagent-'],
      ...['gloas-', 'glsoat-', 'glffct-', 'glwt-', 'GR1348941'],
    ],
    /[\w-]{18,}(?:\.[\w-]+)*/y,
  ),
  token('atlassian-token', ['ATATT3', 'ATCTT3', 'ATSTT3'], /[\w=-]{40,}/y),
  token('bitbucket-token', ['ATBB'], /[A-Za-z0-9]{24,}/y),
  token('trello-token', ['ATTA'], /[\da-f]{50,}/y),
  token('npm-token', ['npm_'], /[A-Za-z0-9]{30,}/y),
  token('pypi-token', ['pypi-AgE', 'pypi-AgN'], /[\w-]{30,}/y),
  token('rubygems-key', ['rubygems_'], /[\da-f]{40,}/y),
  token('crates-token', ['cio'], /[A-Za-z0-9]{32}(?![\w+=-])/y),
  token('nuget-key', ['oy2'], /[a-z0-9]{43}(?![\w+=-])/y),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], /[\w-]{20,}/y),
  token('artifactory-key', ['AKCp'], /[A-Za-z0-9]{60,}/y),
  token('artifactory-token', ['cmVmdGtuO'], /[A-Za-z0-9]{50,}/y),
  token('clojars-token', ['CLOJARS_'], /[\da-f]{50,}/y),
  token('packagist-token', ['packagist_'], /\w{30,}/y),
  token('jsr-token', ['jsrp_', 'jsrd_'], /\w{30,}/y),
  token('buildkite-token', ['bkua_', 'bkct_', 'bkpt_', 'bkaj_', 'bkcq_'], /\w{30,}/y),
  token('circleci-token', ['CCIPAT_', 'CCIPRJ_'], /\w{30,}/y),
  token('sonar-token', ['sqp_', 'squ_', 'sqa_'], /[\da-f]{40}/y),
  token('sourcegraph-token', ['sgp_'], /\w{40,}/y),
  token('snyk-token', ['snyk_uat.', 'snyk_sat.'], /[\w-]{8,}(?:\.[\w-]+)*/y),
  token('postman-key', ['PMAK-'], /[\da-f]{24}-[\da-f]{34}/y),
  token('postman-token', ['PMAT-'], /[A-Z0-9]{26}/y),
  token('launchdarkly-key', ['sdk-'], /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/y),
  token('prefect-key', ['pnu_', 'pnb_'], /[A-Za-z0-9]{36}/y),
  token('readme-key', ['rdme_'], /[a-z0-9]{60,}/y),
];

import type { Application } from '../applications/application.ts'
import type { Clues } from '../evidence/evidence.ts'
import { findingOf } from '../evidence/finding.ts'
import { codecovStatus } from '../settings/codecov.ts'
import { ofApplication } from './check.ts'
import { sharedGradle } from './tool-files.ts'

type Lines = NonNullable<Clues['line']>

/** Limits of runners that only run scripts. */
const limitsOfScripts: Lines = [
  [/^(vite|vitest|jest)\.config\.\w+$/, /\bthresholds?\b|coverageThreshold/],
  [
    /^package\.json$/,
    /coverageThreshold|check-coverage|\bc8\b[^\n]* --100\b|--lines[ =]\d|--(test-)?coverage(-lines)?[ =]\d/,
  ],
  [/^\.?(nycrc|c8rc)[^/]*$|^(nyc|c8)\.config\.\w+$/, /check-?coverage/i],
  [/^bunfig\.toml$/, /^\s*coverageThreshold\s*=/m],
  [/^karma[^/]*\.\w+$/, /\bcheck\s*:\s*\{|\bthresholds\s*:/],
]

/** Where a run fails for too little coverage. */
const thresholds: Clues & { readonly line: Lines } = {
  line: [
    [/^(pyproject\.toml|setup\.cfg|\.coveragerc|tox\.ini|pytest\.ini)$/, /fail[_-]under(?![\s:=]+0(\.0+)?\b(?!\.))/],
    [/^\.testcoverage\.ya?ml$/, /threshold/],
    [/^coveralls\.json$/, /"minimum_coverage"\s*:\s*(?!0\b)\d/],
    [/^mix\.exs$/, /\bthreshold:\s*(?!0\b)\d/],
    [/^build\.sbt$/, /coverageMinimum\w*\s*:=\s*(?!0\b)\d/],
    [/^\.octocov\.ya?ml$/, /^\s*acceptable:/m],
    [
      /^((?!settings\.)[\w-]+\.gradle(\.kts)?|pom\.xml)$/,
      /jacocoTestCoverageVerification|jacoco[\w.]*[rR]atio|<minimum>|<targetPercentage>(?!\s*0+(\.0+)?%?\s*<)|\bkover\b[\s\S]{0,3000}?verify|minBound|COVEREDRATIO/,
    ],
    [/\.(cs|fs)proj$|^Directory\.Build\.props$/, /<Threshold>/],
    [/^(\.simplecov|tarpaulin\.toml)$/, /minimum_coverage|fail-under(?![\s:=]+0\b)/],
  ],
  task: /--cov-fail-under|--fail-under[= ]\d\d|--fail-under-(lines?|branch|regions|functions)|very_good_coverage@|--min-coverage|--fail-threshold|--test-coverage-(lines|branches|functions)|fail_below_min: *true|refuse_coverage_drop|(--|\bc8\b[^\n]* |\bnyc )check-coverage|\bcheck[-_]coverage\.\w+[^\n]*([ =]\d\d(?![\w./])|MIN)|minimum_coverage|(?<![\w-])go-test-coverage|\/p:Threshold|(\b(pest|phpunit|artisan|composer)\b|--coverage\b)[^\n]*--min=\d\d?(?!\d)|--coverage\.thresholds/,
  file: [
    [/(^|\/)tests?\/karma\.conf\.\w+$/, /\bcheck\s*:\s*\{|\bthresholds\s*:/],
    [/(^|\/)(test|spec)\/\w*helper\.rb$/, /^[^#\n]*\bminimum_coverage(_by_(file|group))?\b/m],
    [sharedGradle, /\bminBound\b|jacocoTestCoverageVerification/],
  ],
  setting: [codecovStatus],
  below: /(^|\/)(spec_helper|rails_helper|test_helper)\.coverage/,
}

/** Whether a runner of scripts runs tests of an application. What is above a part in another language does not. */
function isTestedByScripts({ directory, language, tests }: Application): boolean {
  return directory === '' || /^(java|type)script$/.test(language) || tests.some((path) => /\.[cm]?[jt]sx?$/.test(path))
}

export const test_coverage_thresholds = ofApplication((app, { evidence }) => {
  const informs = evidence.near(/^\.?codecov\.ya?ml$/, app)?.replace(/:.*/, '')
  const line = isTestedByScripts(app) ? [...limitsOfScripts, ...thresholds.line] : thresholds.line
  const lacks = informs === undefined ? 'no threshold of test coverage is set' : `${informs} only informs`
  return findingOf(evidence.any({ ...thresholds, line }, app), `${lacks}; let a run fail below, say, 80 %`)
})

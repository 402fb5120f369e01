import type { Application } from '../applications/application.ts'
import { type Found, findingOf } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import { ofApplication, type Subject } from './check.ts'
import { hasTests } from './ci-runs-tests.ts'

export const flaky_test_detection = ofApplication((app, subject) => {
  if (!subject.evidence.hasCi || !hasTests(app)) return undefined
  const found = firstOf([app, ...aroundOf(app, subject)], (each) => retriesOf(each, subject))
  return findingOf(found, 'nothing finds flaky tests; switch on retries in CI and report them')
})

/** Tests of a whole program also test its packages. */
export function aroundOf(app: Application, { applications }: Subject): Application[] {
  return applications.filter(({ parts }) => parts.some(({ name }) => name === app.name))
}

/** Where tests are told to try again, or to find those that fail by chance. */
function retriesOf(app: Application, { evidence }: Subject): Found | undefined {
  // Some keep the settings of their browser tests in a folder of their own.
  const retries = evidence.lineBelow(
    /(^|\/)(vite|vitest|jest|playwright|cypress)\.config\.\w+$/,
    /^(?!\s*(\/\/|\*)).*\bretr(y|ies|yTimes)\b(?!\s*[:=]\s*0\s*[,}\n])/m,
    app,
  )
  const found = evidence.any(
    {
      line: [
        [/^(vite|vitest|jest|playwright|cypress)\.config\.\w+$/, /\bretr(y|ies|yTimes)\b(?!\s*[:=]\s*0\s*[,}\n])/],
        [/^(pyproject\.toml|pytest\.ini|setup\.cfg|tox\.ini)$/, /--?reruns|flaky/],
        [/^(build\.gradle(\.kts)?|pom\.xml)$/, /test-retry|rerunFailingTestsCount|maxRetries/],
      ],
      dependency:
        /^(pytest-rerunfailures|flaky|rspec-retry|pytest-flakefinder|jest-retries|flaky-test.*|xunit\.retry|rspec-rebound|minitest-retry|org\.gradle\.test-retry)$/,
      file: [[/(^|\/)\.config\/nextest\.toml$/, /^\s*retries\s*=/m]],
      task: /rerun-fails|mix test[^\n]*--failed|--last-failed|--rerun-failed|--retries|--reruns|number_of_retries|retry-tests-on-failure|test-repetition|nick-(fields|invision)\/retry|^[ \t]+-?[ \t]*automatic:|\bretr(y|ies) failed\b|buildpulse|\bflaky\b|\bflake-?(finder|hunter|detect)/im,
    },
    app,
  )
  return retries ?? found
}

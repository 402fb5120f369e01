import type { Application } from '../applications/application.ts'
import { type Found, findingOf } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import { lineAt } from '../repository/parse.ts'
import { ofApplication, type Subject } from './check.ts'
import { hasTests, runsTests } from './ci-runs-tests.ts'

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
        [/^\.mocharc\.\w+$|^wdio\.[\w.]+$/, /\b(specFileR|r)etries\b["']?\s*:\s*[1-9]/],
        [/^(pyproject\.toml|pytest\.ini|setup\.cfg|tox\.ini)$/, /--?reruns|flaky/],
        [/^(build\.gradle(\.kts)?|pom\.xml)$/, /test-retry|rerunFailingTestsCount|maxRetries/],
      ],
      dependency:
        /^(pytest-rerunfailures|flaky|rspec-retry|pytest-flakefinder|jest-retries|flaky-test.*|xunit\.retry|rspec-rebound|minitest-retry|org\.gradle\.test-retry|xretry.*|microsoft\.testing\.extensions\.retry)$/i,
      file: [
        [/(^|\/)\.config\/nextest\.toml$/, /^\s*retries\s*=/m],
        [/\.xctestplan$/, /testRepetitionMode/],
        // The script that starts the tests of a whole cluster is often kept beside them.
        [/(^|\/)(tests?|e2e)\/.+\.sh$/, /--flake-attempts/],
        // A runner of its own has its options beside the tests.
        [/(^|\/)tests?\/Makefile(\.am)?$/, /^(?![^\n]*\b(curl|wget) )[^\n]*\s--retry[= ][1-9]/m],
      ],
      task: /rerun-fails|mix test[^\n]*--failed|--last-failed|--rerun-failed|--retries|--reruns|--retry-failed-tests|rerunFailingTestsCount|flake-?attempts|flaky_test_attempts|--repeat until-pass|\brerun_flaky\w*|analytics-uploader|number_of_retries|retry-tests-on-failure|test-repetition|^[ \t]+-?[ \t]*automatic:|\bretr(y|ies) failed\b(?![^\n]*\brelease)(?![^\n]*prerelease)|buildpulse|(?<!!= ?)\bflaky\b(?!\.\w)|\bflake-?(finder|hunter|detect)/im,
    },
    app,
  )
  return retries ?? found ?? retriedStep(evidence)
}

/** A step of CI that is tried again and runs the tests; many only fetch something again. */
function retriedStep(evidence: Subject['evidence']): string | undefined {
  return firstOf(evidence.automation, ({ path, text, isCi }) => {
    const steps = isCi ? text.split(/^(?=\s*- )/m) : []
    const step = steps.find((each) => /uses: *["']?[\w-]+\/retry@/.test(each) && runsTests.test(commandOf(each)))
    return step && `${path}:${lineAt(text, text.indexOf(step))} tries the tests again`
  })
}

/** What a step that retries is told to run, without what it installs. */
function commandOf(step: string): string {
  const [, command = ''] = step.split(/^\s*command:/m)
  return command.replace(/\b(require|install|update|add|pull|push)\b[^\n]*/g, '')
}

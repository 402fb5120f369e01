import type { Application } from '../applications/application.ts'
import { type Found, findingOf } from '../evidence/finding.ts'
import { runsTests } from '../evidence/runs-tests.ts'
import { firstOf } from '../evidence/traces.ts'
import { readWorkflows } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'
import { ofApplication, type Subject } from './check.ts'
import { hasTests } from './ci-runs-tests.ts'
import { sharedGradle } from './tool-files.ts'

export const flaky_test_detection = ofApplication((app, subject) => {
  if (!subject.evidence.hasCi || !hasTests(app)) return undefined
  const found = firstOf([app, ...aroundOf(app, subject)], (each) => retriesOf(each, subject)) ?? retriesOfCi(subject)
  return findingOf(found, 'nothing finds flaky tests; switch on retries in CI and report them')
})

/** Tests of a whole program also test its packages. */
export function aroundOf(app: Application, { applications }: Subject): Application[] {
  return applications.filter(({ parts }) => parts.some(({ name }) => name === app.name))
}

/** Other tasks, such as those that publish, try again too. */
const retriesOfGradle = /test-retry|rerunFailingTestsCount|[rR]etry\w*\s*\{[^}]*\bmaxRetries\b/

/** Where tests are told to try again, or to find those that fail by chance. */
function retriesOf(app: Application, { evidence }: Subject): Found | undefined {
  // Some keep the settings of their browser tests in a folder of their own.
  const retries = evidence.lineBelow(
    /(^|\/)(vite|vitest|jest|playwright|cypress)\.(config|shared|base|common)[\w.]*\.\w+$/,
    /^(?!\s*(\/\/|\*)).*\bretr(y|ies|yTimes)\b(?!\s*[:=]\s*0\s*[,}\n])/m,
    app,
  )
  const found = evidence.any(
    {
      line: [
        [/^(vite|vitest|jest|playwright|cypress)\.config\.\w+$/, /\bretr(y|ies|yTimes)\b(?!\s*[:=]\s*0\s*[,}\n])/],
        [/^\.mocharc\.\w+$|^wdio\.[\w.]+$/, /\b(specFileR|r)etries\b["']?\s*:\s*[1-9]/],
        [/^(pyproject\.toml|pytest\.ini|setup\.cfg|tox\.ini)$/, /^[^#\r\n]*(--?reruns|flaky)/m],
        [/^((?!settings\.)[\w-]+\.gradle(\.kts)?|pom\.xml)$/, retriesOfGradle],
      ],
      dependency:
        /^(pytest-rerunfailures|flaky|rspec-retry|pytest-flakefinder|jest-retries|flaky-test.*|xunit\.retry|rspec-rebound|minitest-retry|org\.gradle\.test-retry|xretry.*|pytest-retry|cypress-plugin-retries|@currents\/.*|microsoft\.testing\.extensions\.retry)$/i,
      file: [
        [/(^|\/)\.config\/nextest\.toml$/, /^[ \t]*retries[ \t]*=(?![ \t]*0[ \t]*$)/m],
        // What failed is written down, and tried again.
        [/(^|\/)(config\/)?cucumber\.ya?ml$/, /--retry[= ][1-9]|--format rerun/],
        [/\.xctestplan$/, /testRepetitionMode/],
        [/(^|\/)dart_test\.ya?ml$/, /^\s*retry:\s*[1-9]/m],
        [sharedGradle, retriesOfGradle],
        // The script that starts the tests of a whole cluster is often kept beside them.
        [/(^|\/)(tests?|e2e)\/.+\.sh$/, /--flake-attempts/],
        // A runner of its own has its options beside the tests.
        [/(^|\/)tests?\/Makefile(\.am)?$/, /^(?![^\n]*\b(curl|wget) )[^\n]*\s--retry[= ][1-9]/m],
      ],
      // Developers look once more at what failed; CI tries again.
      ci: /mix test[^\n]*--failed|--last-failed|--rerun-failed/,
      task: /\b(phpunit|pest|pytest|rspec|ctest|(?:go|cargo|dotnet|(?:npm|pnpm|yarn)(?: run)?) test[\w:]*)\b[^\n|]*\|\|(?! *['"])[^\n|]*\b\1\b|rerun-fails|rerunFailedTests: *true|circleci tests run|travis_retry[^\n]*\btest|\bretry\(\d+\)\s*\{[^}]*\btest\b|--retries|--reruns|--retry-failed-tests|rerunFailingTestsCount|flake-?attempts|flaky_test_attempts|--repeat until-pass|\brerun_flaky\w*|analytics-uploader|number_of_retries|retry-tests-on-failure|test-repetition|^[ \t]+-?[ \t]*automatic:|\bretr(y|ies) failed\b(?!,)(?![^\n]*\brelease)(?![^\n]*prerelease)|buildpulse|\bdotnet[- ]retest\b|(?<!!= ?|\bfor )\bflaky\b(?!\.\w| tests?[,.])|\bflake-?(finder|hunter|detect)/im,
    },
    app,
  )
  return retries ?? found
}

/** What CI does for all applications, which is asked once. */
const knownOfCi = new WeakMap<Subject['evidence'], { readonly found: Found | undefined }>()

function retriesOfCi({ evidence, repository }: Subject): Found | undefined {
  const known = knownOfCi.get(evidence)
  if (known) return known.found
  const found = retriedStep(evidence) ?? secondRun(repository, evidence.notable) ?? evidence.ci(repeated)
  knownOfCi.set(evidence, { found })
  return found
}

/** A script that starts the tests once more if they fail, or until they pass. */
const repeated =
  /(?<![\w-])([\w./-]{0,60}tests?\b[\w:-]{0,30}(?: [\w./:-]{1,60}){0,8}?)(?: *\|\| *(?:(?:npm|pnpm|yarn|bun|make|composer|rake)(?: run)? )?\1)+(?![\w-])|\bfor \w+ in [^\n]*\bdo\b(?:\n|;)?[^\n]*\btests?\b[^\n]*(?:&&|\bthen\b)\s*break\b/i

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
  // Tools are installed into hidden folders that are called after them.
  return command.replace(/\b(require|install|update|add|pull|push)\b[^\n]*|(?<=\s)\.[\w-]+/g, '')
}

/** What a test wrote may be called like a command. */
function withoutLogs(command: string): string {
  return command.replace(/\S+\.(log|txt|xml|json)\b/g, '')
}

/** A step that runs the tests because an earlier one failed. */
function secondRun(repository: Repository, paths: readonly string[]): string | undefined {
  const isAfterFailure = /\bfailure\(\)|\.(outcome|conclusion)\s*==\s*'failure'/
  const workflow = readWorkflows(repository, paths).find(({ jobs }) =>
    jobs.some(({ steps }) =>
      steps.some((step) => isAfterFailure.test(step.if ?? '') && runsTests.test(withoutLogs(step.run ?? ''))),
    ),
  )
  return workflow && `${workflow.path}:1 tries the tests again`
}

import { groupBy } from '@muster/contract/group-by'
import type { Application } from '../../applications/application.ts'
import { areRelated, isSameLanguage } from '../../applications/main-language.ts'
import { runsTests, testActions } from '../../catalog/commands.ts'
import { type Language, languageOf } from '../../catalog/languages.ts'
import { testNames } from '../../catalog/test-names.ts'
import { commandsOf } from '../../facts/commands.ts'
import { firstOf } from '../../facts/first-of.ts'
import { isProgram } from '../../facts/places.ts'
import { ruleOf } from '../../facts/rules.ts'
import { reachedFrom, tasksOf } from '../../facts/tasks.ts'
import { isNamedTest, isScenario, isTestFile, isTestSupport } from '../../facts/test-files.ts'
import { expression } from '../../repository/expression.ts'
import { below, firstTwoFolders, nameOf, upwards } from '../../repository/places.ts'
import { fail, findingOf, listed, mostNamed, pass } from '../finding.ts'
import { proofOf } from '../prove.ts'
import type { Specials } from './special.ts'

/** Folders and files of tests that try several parts together. */
const together = expression(
  'i',
  String.raw`(^|\/)_?([\w-]+-)?(integ(ration)?|e2e|playwright|cypress|acceptance|functional|end-?to-?end|features)([-_]?tests?)?\/|(^`,
  String.raw`|\/)tests?[-_](integration|e2e|functional|acceptance|system)\/|(^|\/)(api-?tests?|itests?|envtests?)\/|\.(Integrated`,
  String.raw`|Integration|Functional|Acceptance|EndToEnd|E2E)(\.?(Tests?|Specs?))?\/|(Integration|Functional|Acceptance|EndToEnd`,
  String.raw`|E2E)Tests?\/|(^|\/)src\/(integrationTest|it|functionalTest|androidTest)\/|(^|\/)tests?\/(it|system|Feature)\/|(^`,
  String.raw`|\/)test_(integration|e2e|functional|acceptance)[^/]*\.\w+$|[./_-](integration|e2e|it)\d*[._-]?(test|spec)s?\.\w+$`,
  String.raw`|[._-](integration|e2e)\.\w+$|(^|\/)tests?\/(integration|e2e|acceptance)[\w-]*\.\w+$|(Integration|E2E`,
  String.raw`|System)Tests?\.\w+$|IT\.(java|kt|groovy|scala)$|(^|\/)tests\/([^/]+|[^/]+\/main)\.rs$|\.(cy\.[jt]sx?|feature)$`,
)
const toolsForThem = `@playwright/test playwright cypress supertest *testcontainers* webdriverio selenium-webdriver *selenium splinter puppeteer nightwatch *rest-assured
    microsoft.aspnetcore.mvc.testing capybara cucumber behave codeception/codeception laravel/dusk *terratest*`

const commands = commandsOf(runsTests)
const leastShare = 0.8
const manySources = 50
const mostRead = 300
/** What a test of these languages says to run beside others, and how many must. */
const parallelMarks: Readonly<Partial<Record<Language, RegExp>>> = {
  go: /t\.Parallel\(\)/,
  elixir: /async: true/,
  erlang: /\[parallel/,
  swift: /^(@testable )?import Testing$/m,
  csharp: /\[(Fact|Theory|InlineData)\b/,
  ruby: /\.order\s*=\s*[:"']rand|\bparallelize\(|rails\/test_help|minitest\/autorun/,
}
const fewest = 0.2

const testsOfAll = expression(
  'i',
  String.raw`^([\w-]+-)?(e2e|integration|acceptance|functional)([-_]?tests?)?\/[^.].*\.\w+$|^tests?\/(integration|e2e|functional`,
  String.raw`|acceptance)\/.+\.\w+$|(^|\/)tests?[-_](integration|e2e)\/[^/_]`,
)

const workflowsOfAll =
  /^\.(github|forgejo|gitea)\/workflows\/([^/]*(?<!continuous)[-_])?(integration|e2e|end-to-end)([-_]tests?)?\.ya?ml$/

const boundaryTests = expression(
  '',
  String.raw`(^|\/)(?=[^/]*(test|spec))[^/]*((?<![a-z])arch(itecture)?(?![a-z])|layering|module[-_]?boundar`,
  String.raw`|dependency[-_]?rules)[^/]*\.\w+$|Arch(itecture)?\w*Tests?\.\w+$`,
)

const saysHowThingsAreNamed = expression(
  'im',
  String.raw`\b(naming (convention|scheme|style|rule)s?|(camel|snake|kebab|pascal)[ _-]?case)\b|^#+ .*\bnaming\b|\b(functions?|types?`,
  String.raw`|variables?|methods?|classes|files)\b[^.\n]*\b(are|be|should be) (prefixed|suffixed|named)\b`,
)

const scriptsOfAll = expression(
  'm',
  String.raw`^[ \t]*"(tests?[-:_])?(integration|e2e|acceptance|functional)([-:_]tests?)?"\s*:\s*["[]|^[\w.-]{0,40}(integration|e2e`,
  String.raw`|end-to-end|acceptance|functional)[\w.-]{0,40}:(?!=)`,
)

/** Criteria about tests, and about how a program is divided. */
export const aboutTests: Specials = {
  unit_tests_exist(_, app) {
    if (app.language === 'terraform' && app.tests.length === 0) return fail('there is no test; add a *.tftest.hcl')
    const all = app.tests.filter((path) => !isTestSupport(path))
    const named = all.filter((path) => isNamedTest(app.language, path) && !/(^|\/)\./.test(path))
    const told = listed(
      ...representatives(app, named.length * 10 > all.length ? named : all).map((path) => `${path}:1 is a test`),
    )
    const inside = app.markers().get('insideTests')
    const example = testNames[app.language][0]?.[0].replace('*', 'first') ?? 'a test'
    return findingOf(
      told ?? (inside && `${inside.path}:${inside.line} is a test`),
      `there is no test; add a file such as ${example}`,
    )
  },

  unit_tests_runnable({ facts }, app) {
    const scenario = app.tests.find(isScenario)
    if (scenario !== undefined) return pass(`\`molecule test\` runs ${scenario}:1`)
    // Tests may be written in another language than the program, and are run by its runner then.
    const [test] = app.tests
    const other = test === undefined ? undefined : languageOf(test)
    const proof =
      proofOf('unit_tests_runnable', facts, app) ??
      (other && other !== app.language ? proofOf('unit_tests_runnable', facts, { ...app, language: other }) : undefined)
    return proof === undefined && app.language === 'other'
      ? undefined
      : findingOf(proof, 'no command runs the tests; add one, such as a script or a target called test')
  },

  ci_runs_tests({ facts, applications, repository }) {
    const ofCi = facts.automation.filter(({ isCi }) => isCi)
    const tasks = tasksOf(repository, facts.automation)
    const found = ofCi.flatMap(({ path, text }) => {
      const [own = '', ...reached] = reachedFrom(text, tasks)
      const direct = runIn(own)
      if (direct !== undefined) return [facts.at(path, direct, 'runs', own)]
      return reached.some((each) => runIn(each) !== undefined) ? [`${path}:1 starts what runs the tests`] : []
    })
    const travis = repository.text('.travis.yml') ?? ''
    const byItself =
      /^language:/m.test(travis) && !/^script:/m.test(travis) ? '.travis.yml:1 lets Travis run the tests' : undefined
    const told = listed(...found.slice(0, mostNamed)) ?? facts.uses(testActions) ?? byItself
    if (told !== undefined) return pass(told)
    if (!applications.some(hasTests)) return undefined
    return fail(
      ofCi.length === 0
        ? 'there is no CI, so nobody sees when a test fails; add a workflow that runs the tests'
        : `CI does not run the tests; add a step that does to ${ofCi[0]?.path}`,
    )
  },

  integration_tests_exist(subject, app) {
    const around = subject.applications.filter(
      ({ directory, kind, parts }) => directory === '' || kind === 'service' || parts.includes(app),
    )
    const found = firstOf([app, ...around], (each) => {
      const tests = each.tests.filter(
        (path) =>
          together.test(path) && !isTestSupport(path) && !/(^|\/)(translations?|locales?|i18n|lang)\//.test(path),
      )
      return (
        listed(...representatives(each, tests).map((path) => `${path}:1 is there`)) ??
        subject.facts.needs(toolsForThem, each)
      )
    })
    const ofAll = subject.facts.path(testsOfAll) ?? subject.facts.path(workflowsOfAll)
    const named = subject.facts.says(
      'package.json composer.json Makefile GNUmakefile makefile justfile',
      scriptsOfAll,
      app,
    )
    return findingOf(
      found ?? (ofAll && `${ofAll}:1 is there`) ?? named,
      'there are no integration tests; add one below test/integration',
    )
  },

  test_naming_conventions(_, whole) {
    const language = languageOfTests(whole)
    const tests = whole.tests.filter(
      (path) => isSameLanguage(language, path) && !isTestSupport(path) && !/\.bench\.\w+$/.test(path),
    )
    const own = tests.filter((path) => whole.paths.includes(path))
    const asked = own.length > 0 ? own : tests
    const named = asked.filter((path) => isNamedTest(language, path))
    if (asked.length === 0 || testNames[language].length === 0) return undefined
    const counted = testNames[language]
      .map(([name, pattern]) => ({ name, followers: asked.filter((path) => pattern.test(path)) }))
      .sort((a, b) => b.followers.length - a.followers.length)
    const [best] = counted
    if (best === undefined || named.length === 0) return undefined
    // Helpers with other names are no tests: only what is named like one by some pattern is asked.
    if (best.followers.length >= named.length * leastShare) {
      const [first, ...more] = representatives(whole, best.followers)
      return pass([
        `${first}:1 and ${best.followers.length} of ${named.length} test files follow ${best.name}`,
        ...more.map((path) => `${path}:1`),
      ])
    }
    return fail(
      `only ${best.followers.length} of ${named.length} test files follow ${best.name}; rename ${named.find((path) => !best.followers.includes(path))}`,
    )
  },

  test_isolation({ facts, repository }, app) {
    const proof = proofOf('test_isolation', facts, app)
    if (proof !== undefined) return pass(proof)
    const mark = parallelMarks[app.language]
    const helpers =
      app.language === 'ruby'
        ? app.paths.filter((path) => /(^|\/)(spec|test)\/\w+_helper\.rb$/.test(path))
        : app.tests.slice(0, mostRead)
    const marked = mark === undefined ? [] : helpers.filter((path) => mark.test(repository.text(path) ?? ''))
    if (marked.length > 0 && (app.language === 'ruby' || marked.length >= fewest * helpers.length)) {
      const [first, ...more] = representatives(app, marked)
      return pass([`${first}:1 and others run in parallel or in any order`, ...more.map((path) => `${path}:1`)])
    }
    return app.language === 'other' || app.language === 'shell'
      ? app.language === 'shell'
        ? fail('tests may depend on their order; run `bats --jobs 4`')
        : undefined
      : fail('tests may depend on their order; let them run in parallel or in a random order')
  },

  strict_typing({ facts, repository }, app) {
    const asked: Partial<Record<Language, string>> = {
      typescript: 'set "strict": true in tsconfig.json',
      python: 'set `strict = true` below [tool.mypy] in pyproject.toml',
      php: 'set `level: 8` or more in phpstan.neon',
      csharp: 'set <Nullable>enable</Nullable> in Directory.Build.props',
      javascript: 'set "strict": true in tsconfig.json',
      ruby: 'begin files with `# typed: true`',
    }
    const add = asked[app.language]
    if (add === undefined) return undefined
    const isChecked =
      app.language === 'javascript'
        ? ruleOf('tsc:checkJs', repository, upwards(app.directory)) !== undefined ||
          facts.files('.flowconfig', app) !== undefined
        : app.language === 'ruby'
          ? facts.needs('sorbet* tapioca', app) !== undefined
          : true
    return isChecked ? findingOf(proofOf('strict_typing', facts, app), `typing is not strict; ${add}`) : undefined
  },

  naming_consistency({ facts }, app) {
    const proof = proofOf('naming_consistency', facts, app)
    if (proof !== undefined) return pass(proof)
    if (app.language === 'other') return undefined
    return findingOf(
      facts.toldOn(/contribut|style|convention|guide|develop|agents|claude|copilot|coding/i, saysHowThingsAreNamed),
      'nothing holds how things are named; add a linter with rules on names, or state the convention in CONTRIBUTING.md',
    )
  },

  code_modularization({ facts }, app) {
    const isOwn = (path: string) => isSameLanguage(app.language, path) && isProgram(below(path, app.directory))
    const own = app.sources.filter(isOwn)
    if (own.length < manySources) return undefined
    const test = facts.path(boundaryTests)
    if (test !== undefined) return pass(`${test}:1 holds it`)
    const proof = proofOf('code_modularization', facts, app)
    if (proof !== undefined) return pass(proof)
    const hidden =
      app.language === 'go'
        ? own.find((path) => /(^|\/)internal\//.test(path))
        : app.language === 'java' || app.language === 'kotlin'
          ? app.sources.find((path) => nameOf(path) === 'module-info.java')
          : undefined
    return hidden === undefined
      ? fail('nothing holds which part may use which; add a test or a tool that holds it')
      : pass(`${hidden}:1 says what others may use`)
  },
}

/** A build that is told not to test. */
const skipping = /^.*(?:-DskipTests|-Dmaven\.test\.skip|-x :?test)\b.*$/gm

/** Where a text runs tests. */
export function runIn(text: string): number | undefined {
  const own = skipping.test(text) ? text.replace(skipping, (line) => ' '.repeat(line.length)) : text
  return firstOf(commands, ({ pattern }) => pattern.exec(own)?.index)
}

export function hasTests({ tests, markers }: Application): boolean {
  return tests.some((path) => !isTestSupport(path)) || markers().has('insideTests')
}

/** The first test of each folder of an application, of those that hold most of them. */
function representatives({ directory }: Application, tests: readonly string[]): string[] {
  const folders = groupBy(tests, (path) =>
    firstTwoFolders(path.startsWith(`${directory}/`) ? below(path, directory) : path),
  )
  return [...folders.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, mostNamed)
    .flatMap(([first]) => first ?? [])
}

/** The language in which an application is tested: of one that is built of two, perhaps the other one. */
function languageOfTests({ language, tests }: Application): Language {
  const counts = [...groupBy(tests.filter(isTestFile), (path) => languageOf(path))].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const [[most, found] = [language, []]] = counts
  const own = counts.find(([each]) => each !== undefined && areRelated(each, language))?.[1].length ?? 0
  return most !== undefined && found.length >= own * 5 && !areRelated(language, most) ? most : language
}

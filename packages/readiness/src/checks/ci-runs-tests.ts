import type { Application } from '../applications/application.ts'
import { type Automation, withoutComments } from '../evidence/automation.ts'
import { fail, listed, mostNamed, pass } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { lineAt } from '../repository/parse.ts'
import { ofRepository } from './check.ts'

/** Commands that run tests, of every language, and scripts that are named after tests. */
const commands = [
  String.raw`\b(npm|pnpm|yarn|bun|deno|nx|turbo|lerna)\b[^\n;&|]*\b(t|test\w*)\b`,
  String.raw`\b(go|cargo|[dD]otnet|swift|zig|mix|flutter|bazel|meson|composer|rails|artisan|manage\.py|hatch|pdm|poetry|just|task|xcodebuild|CARGO \}\})[^\n;&|]*\btest`,
  String.raw`\brake\b[^\n;&|]*\b(\w+_)?(tests?|specs?)\b`,
  String.raw`\bDotNet(Core)?Test\(`,
  String.raw`\b(make|ninja)\b[^\n;&|]*\b[\w-]*((?<!la)test[\w-]*|check)\b`,
  String.raw`\b(pytest|py\.test|tox|nox|unittest|rspec|phpunit|pest|vitest|jest|mocha|ava|ctest|gotestsum|nextest|llvm-cov|tarpaulin|cibuild|prove|busted|vusted|bats|molecule|shellspec|urchin|ginkgo|eunit|runtests?|run[-_]tests?)\b`,
  String.raw`\b(sbt|mill|stack|cabal|dart|melos|lein|clojure|clj|bb|dune|rebar3|dub|crystal|nimble|Invoke-Pester|terraform|tofu|earthly|bazelisk|pixi|mise)\b[^\n;&|]*\b[\w:-]*(tests?|spec|runtest)\b|\bnix flake check\b|\bInvoke-Pester\b`,
  String.raw`\bfastlane\b[^\n;&|]*\b(tests?|scan)(_\w+)?\b`,
  String.raw`\b(rails|rake|npm run|make|composer) ["']?\$\{?\w*TEST\w*`,
  String.raw`\b(mvnw?|gradlew?)\b[^\n;&|]*\b(verify|test|check|build|install|package)\b`,
  String.raw`(^|[\s"'])(\./)?(scripts?|ci|([\w-]+-)?bin|hack|tools?)/[\w./-]*tests?\b`,
]
const runsTests = new RegExp(commands.join('|'), 'm')

export const ci_runs_tests = ofRepository(({ repository, applications, evidence }) => {
  // A workflow that is named after tests certainly runs them.
  const files = evidence.automation.filter(({ isCi }) => isCi).sort((a, b) => rankOf(b.path) - rankOf(a.path))
  const found = listed(...files.flatMap((file) => testsIn(repository, file) ?? []).slice(0, mostNamed))
  if (found !== undefined) return pass(found)
  if (!applications.some(hasTests)) return undefined
  return fail(
    files.length === 0
      ? 'there is no CI, so nobody sees when a test fails; add a workflow that runs the tests'
      : `CI does not run the tests; add a step that does to ${files[0]?.path}`,
  )
})

/** A workflow that is named after tests before others, and a workflow before a part of one. */
function rankOf(path: string): number {
  if (/\/tests?\.ya?ml$/i.test(path)) return 3
  return isCalledTest(path) ? 2 : /\/workflows\//.test(path) ? 1 : 0
}

function isCalledTest(path: string): boolean {
  return /\/(.*[-_.])?tests?([-_.].*)?\.ya?ml$/i.test(path)
}

export function hasTests({ tests, markers }: Application): boolean {
  return tests.length > 0 || markers().has('insideTests')
}

function testsIn(repository: Repository, { path, text }: Automation): string | undefined {
  if (/^\.(github|forgejo|gitea)\//.test(path)) return testsOfWorkflow(repository, path)
  const match = runsTests.exec(text)
  if (match) return told(path, text, match[0])
  const started = startedBy(repository, text)
  if (started !== undefined) return `${path}:1 starts ${started}, which runs the tests`
  // Travis runs the usual command of a language by itself.
  const isTravis = path === '.travis.yml' && /^language:/m.test(text) && !/^script:/m.test(text)
  return isTravis ? `${path}:1 lets Travis run the tests` : undefined
}

/** The program that builds a project of .NET, which a script of CI names. */
function startedBy(repository: Repository, script: string): string | undefined {
  const names = [...script.matchAll(/[\w./-]*\b(?:\w+\.cake|cake\.cs|[bB]uild\.(?:cs|fsx))\b/g)]
  return names
    .map(([name]) => name.replace(/^\.\//, ''))
    .find((name) => runsTests.test(withoutComments(repository.text(name) ?? '')))
}

/** Only commands count: paths, names and conditions of a workflow may mention tests too. */
function testsOfWorkflow(repository: Repository, path: string): string | undefined {
  const data = repository.data(path).value
  const jobs = entriesOf(at(data, 'jobs')).map(([, job]) => job)
  const steps = [...jobs, at(data, 'runs')].flatMap((each) => at(each, 'steps') ?? [])
  const runs = steps.map((step) => at(step, 'run')).filter((run) => typeof run === 'string')
  const matrices = jobs.flatMap((job) => textsIn(at(job, 'strategy', 'matrix')))
  // A step may run what the matrix says.
  const given = runs.some((run) => /\$\{\{\s*matrix\./.test(run)) ? matrices : []
  const command = firstOf([...runs, ...given], (run) =>
    testCommand(repository, run.replace(/^\s*#.*$/gm, '').replace(/\\\r?\n\s*/g, '')),
  )
  if (command !== undefined) return told(path, repository.text(path) ?? '', command)
  const called = jobs.map((job) => at(job, 'uses')).find((uses) => typeof uses === 'string' && isForTests(uses))
  return called === undefined ? undefined : `${path}:1 calls ${called}`
}

/** A command that runs tests, or a target or script that does. */
function testCommand(repository: Repository, run: string): string | undefined {
  const direct = runsTests.exec(run)?.[0]
  if (direct !== undefined) return direct
  const maven = /\bmvnw?(\s+-\S+)*\s*$/m.exec(run)?.[0]
  const goal = /<defaultGoal>[^<]*\b(verify|test|install|package)\b/
  if (maven !== undefined && goal.test(repository.text('pom.xml') ?? '')) return maven.trim()
  const rake = /(^|[\s/])rake\s*$/m.exec(run)?.[0]
  if (rake !== undefined && testsByDefault(repository)) return rake.trim()
  for (const [command, name = ''] of run.matchAll(/\b(?:npm run|pnpm run|yarn(?: run)?) ([\w:.-]+)/g)) {
    const script = at(repository.data('package.json').value, 'scripts', name)
    if (typeof script === 'string' && runsTests.test(script)) return command
  }
  for (const [command, names = ''] of run.matchAll(/\bmake((?: +[\w:.-]+)+)/g)) {
    const targets = names.trim().split(/ +/)
    if (targets.some((name) => runsTests.test(recipeOf(repository, name)))) return command
  }
  return buildScript(repository, run)
}

/** A script at the root that builds and tests at once. */
function buildScript(repository: Repository, run: string): string | undefined {
  const names = [...run.matchAll(/(?<=^|[\s"'])(?:\.[/\\])?([\w-]+\.(?:sh|ps1|cmd|bat))\b/gm)]
  return names.find(([, name = '']) => runsTests.test(withoutComments(repository.text(name) ?? '')))?.[0]
}

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return entriesOf(value).flatMap(([, each]) => textsIn(each))
}

/** Without a name, rake runs the task `default`. */
function testsByDefault(repository: Repository): boolean {
  const text = repository.text('Rakefile') ?? ''
  // Rails adds the tests to it.
  if (/\bload_tasks\b/.test(text)) return true
  return /^\s*task\s*\(?\s*(:default\s*=>|default:|["']default["']\s*=>)[^\n]*\b(test|spec|features|ci)/m.test(text)
}

const mostTargets = 50

/** The lines below a target of the Makefile, and below the targets that it needs. */
function recipeOf(repository: Repository, target: string, seen = new Set<string>()): string {
  if (seen.has(target) || seen.size > mostTargets) return ''
  seen.add(target)
  const lines = (repository.text('Makefile') ?? '').split(/\r?\n/)
  const start = lines.findIndex((line) => line.startsWith(`${target}:`))
  if (start < 0) return ''
  const end = lines.findIndex((line, index) => index > start && !/^(\t|\s*$)/.test(line))
  const [needed = ''] = (lines[start] ?? '').slice(target.length + 1).split('#')
  const own = lines.slice(start + 1, end < 0 ? undefined : end)
  return [...needed.split(/\s+/).map((name) => recipeOf(repository, name, seen)), ...own].join('\n')
}

function isForTests(workflow: string): boolean {
  return /\/\.github\/workflows\/[\w.-]*(test|ci)\b/.test(workflow) && !workflow.startsWith('./')
}

function told(path: string, text: string, command: string): string {
  const line = command.trim().split('\n')[0] ?? ''
  return `${path}:${lineAt(text, Math.max(0, text.indexOf(line)))} runs \`${line.replace(/[`\p{Cc}]/gu, ' ').slice(0, 80)}\``
}

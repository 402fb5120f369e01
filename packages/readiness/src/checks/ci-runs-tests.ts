import type { Application } from '../applications/application.ts'
import { directoryOf, isForeign, joinPath } from '../applications/places.ts'
import { isTestSupport } from '../applications/test-files.ts'
import { type Automation, withoutComments } from '../evidence/automation.ts'
import { fail, listed, mostNamed, pass } from '../evidence/finding.ts'
import { quoted } from '../evidence/quoted.ts'
import { runsTests } from '../evidence/runs-tests.ts'
import { withShortLines } from '../evidence/short-lines.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { lineAt } from '../repository/parse.ts'
import { pluginsCalled, withoutElements } from '../repository/xml.ts'
import { ofRepository } from './check.ts'
import { taskCommands, textsIn } from './task-commands.ts'

export const ci_runs_tests = ofRepository(({ repository, applications, evidence }) => {
  const files = evidence.automation.filter(({ isCi }) => isCi)
  const found = listed(...files.flatMap((file) => testsIn(repository, file) ?? []).slice(0, mostNamed))
  if (found !== undefined) return pass(found)
  if (!applications.some(hasTests)) return undefined
  return fail(
    files.length === 0
      ? 'there is no CI, so nobody sees when a test fails; add a workflow that runs the tests'
      : `CI does not run the tests; add a step that does to ${files[0]?.path}`,
  )
})

export function hasTests({ tests, markers }: Application): boolean {
  return tests.some((path) => !isTestSupport(path)) || markers().has('insideTests')
}

function testsIn(repository: Repository, { path, text }: Automation): string | undefined {
  if (/^\.(github|forgejo|gitea)\/.*\.ya?ml$/.test(path)) return testsOfWorkflow(repository, path)
  const command = testCommand(repository, text) ?? testCommand(repository, withDefaults(text))
  if (command !== undefined) return told(path, text, command)
  // The action is in a variable, of which one value is to test.
  if (/\bxcodebuild\b[^\n]*\$\{?ACTION\b/.test(text) && /\bACTION=["']?test\b/.test(text))
    return told(path, text, 'xcodebuild')
  const started = startedBy(repository, text)
  if (started !== undefined) return `${path}:1 starts ${started}, which runs the tests`
  // Travis runs the usual command of a language by itself.
  const isTravis = path === '.travis.yml' && /^language:/m.test(text) && !/^script:/m.test(text)
  return isTravis ? `${path}:1 lets Travis run the tests` : undefined
}

/** A job of CircleCI runs what its parameters say, of which each has a default. */
function withDefaults(text: string): string {
  return text.replace(/<<\s*parameters\.(\w+)\s*>>/g, (whole, name: string) => {
    const block = new RegExp(`^([ \\t]+)${name}:[ \\t]*\\n((?:(?:\\1[ \\t]+[^\\n]*)?\\n)+)`, 'm').exec(text)?.[2]
    return /^\s*default: *["']?([\w-]+)/m.exec(block ?? '')?.[1] ?? whole
  })
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
  const steps = [...jobs, at(data, 'runs')]
    .flatMap((each) => at(each, 'steps') ?? [])
    // Some of them may be started at once.
    .flatMap((step) => [step, ...[at(step, 'parallel') ?? []].flat()])
  const runs = steps.map((step) => at(step, 'run')).filter((run) => typeof run === 'string')
  const actions = steps.map((step) => at(step, 'uses')).filter((uses) => typeof uses === 'string')
  const matrices = jobs.flatMap((job) => textsIn(at(job, 'strategy', 'matrix')))
  // A step may run what the matrix says, and an action what it is given.
  const chosen = jobs.flatMap((job) => runsOfMatrix(job))
  const given = runs
    .filter((run) => /\$\{\{\s*matrix\./.test(run))
    .flatMap((run) => [...matrices, ...(/\bhatch run\b/.test(run) ? matrices.map((each) => `hatch run ${each}`) : [])])
  const handedOver = steps.flatMap((step) => {
    const program = /gradle|maven|cargo/.exec(String(at(step, 'uses')))?.[0].replace('maven', 'mvn') ?? ''
    const texts = ['script', 'arguments', 'args', 'command', 'run', 'runCmd'].flatMap((name) =>
      textsIn(at(step, 'with', name)),
    )
    return texts.map((text) => `${program} ${text}`)
  })
  const variables = new Map([data, ...jobs].flatMap((each) => entriesOf(at(each, 'env'))))
  const command = firstOf([...runs, ...chosen, ...given, ...handedOver], (run) =>
    testCommand(repository, plain(withVariables(run, variables))),
  )
  if (command !== undefined) return told(path, repository.text(path) ?? '', command)
  const action = actions.find((uses) => testActions.test(uses) && !aboutTests.test(uses))
  if (action !== undefined) return told(path, repository.text(path) ?? '', action)
  const builds = actions.some((uses) => /\/build-push-action@/.test(uses)) || runs.some((run) => imageBuild.test(run))
  const image = builds ? testsInImage(repository) : undefined
  if (image !== undefined) return `${path}:1 builds ${image}, which runs the tests`
  const called = jobs.map((job) => at(job, 'uses')).find((uses) => typeof uses === 'string' && isForTests(uses))
  return called === undefined ? undefined : `${path}:1 calls ${called}`
}

/** Actions that are made to run tests: their names say so. */
const testActions =
  /\/([\w-]+[-_])?(tests?|runtests?|gotestsum|pytest|phpunit|pester|rspec|vitest|nextest|xcodebuild)([-_][\w-]*)?(\/[\w/-]+)?(\.ya?ml)?@|\/[\w-]*(run-?tests?|check-r-package)[\w-]*(\/[\w/-]+)?@|^cypress-io\/github-action@/i

/** Actions that do something else for tests. */
const aboutTests =
  /report|results?|summary|upload|publish|comment|select|split|set-?up|install|label|coverage|matrix|analytics|collect|cache|data|account|flight/i

const imageBuild = /\bdocker (buildx )?build\b/

/** A file that describes an image, and runs the tests while it is built. */
function testsInImage(repository: Repository): string | undefined {
  return repository.paths.find((path) => {
    if (!/(^|\/)(Dockerfile|Containerfile)$/.test(path) || isForeign(path)) return false
    const steps = withoutComments(repository.text(path) ?? '').match(/^RUN [^\n]*/gm) ?? []
    return steps.some((step) => runsTests.test(step))
  })
}

const mostChosen = 20

/** The commands of a job with the values of its matrix in their places, such as the names of targets. */
function runsOfMatrix(job: unknown): string[] {
  const matrix = at(job, 'strategy', 'matrix')
  const runs = [at(job, 'steps') ?? []].flat().flatMap((step) => textsIn(at(step, 'run')))
  return runs.flatMap((run) => {
    const key = /\$\{\{\s*matrix\.([\w-]+)\s*\}\}/.exec(run)?.[1]
    if (key === undefined) return []
    const added = [at(matrix, 'include') ?? []].flat().map((each) => at(each, key))
    const values = [at(matrix, key), ...added].flatMap((each) => textsIn(each)).slice(0, mostChosen)
    return values.map((value) => run.replace(new RegExp(`\\$\\{\\{\\s*matrix\\.${key}\\s*\\}\\}`, 'g'), () => value))
  })
}

/** A workflow may keep the beginning of a command in a variable. */
function withVariables(run: string, variables: ReadonlyMap<string, unknown>): string {
  return run.replace(/\$\{\{\s*env\.(\w+)\s*\}\}|\$\{(\w+)\}|\$([A-Z_]+)\b/g, (whole, ...names: string[]) => {
    const value = variables.get(names.slice(0, 3).find(Boolean) ?? '')
    return typeof value === 'string' && startsProgram.test(value) ? value : whole
  })
}

const startsProgram =
  /^(\.\/)?(mvnw?|gradlew?|npm|pnpm|yarn|go|cargo|dotnet|make|python\d?|uv|poetry|bundle|composer)\b/

/** A command without comments, in one line, with expressions that hold no other command. */
function plain(run: string): string {
  return run
    .replace(/^\s*#.*$/gm, '')
    .replace(/\\\r?\n\s*/g, '')
    .replace(/\$\{\{\s*(?:env\.)?(\w+)[^}]*\}\}/g, '$$$1')
}

/** A command that runs tests, or a target or script that does. Each script is looked at once. */
export function testCommand(repository: Repository, written: string, seen = new Set<string>()): string | undefined {
  const run = withShortLines(written)
  const direct = runsTests.exec(run)?.[0]
  if (direct !== undefined && !(/\bmvnw?\b/.test(direct) && isSkippedByMaven(repository))) return direct
  const maven = /\bmvnw?(\s+-\S+)*\s*$/m.exec(run)?.[0]
  const goal = /<defaultGoal>[^<]*\b(verify|test|install|package)\b/
  if (maven !== undefined && goal.test(repository.text('pom.xml') ?? '')) return maven.trim()
  const rake = /(^|[\s/])rake(\s+[A-Z_]+=\S*)*\s*(?=$|\|\||&&|;|2>)/m.exec(run)?.[0]
  if (rake !== undefined && testsByDefault(repository)) return rake.trim()
  const leadsToTests = (text: string) => {
    if (seen.has(text)) return false
    seen.add(text)
    return testCommand(repository, text, seen) !== undefined
  }
  for (const [command, name = ''] of run.matchAll(
    /\b(?!npm ci\b)(?:npm|pnpm|yarn|bun)(?: run| -r| -w| --\S+)* ([\w:.-]+)/g,
  )) {
    if (seen.has(`the script ${name}`)) continue
    seen.add(`the script ${name}`)
    if (scriptsCalled(repository, name).some(leadsToTests)) return command
  }
  for (const [command, names = ''] of run.matchAll(/\bmake((?: +[\w:.-]+)+)/g)) {
    const targets = names.trim().split(/ +/)
    if (targets.some((name) => leadsToTests(recipeOf(repository, name)))) return command
  }
  const task = firstOf(taskCommands(repository, run), ([command, text]) => (leadsToTests(text) ? command : undefined))
  if (task !== undefined) return task
  const make = /(^|[\s;&])make\s*$/m.exec(run)?.[0]
  if (make !== undefined && leadsToTests(recipeOf(repository, firstTarget(repository)))) return make.trim()
  return buildScript(repository, run)
}

/** Tests may be switched off for every command of Maven. */
export function isSkippedByMaven(repository: Repository): boolean {
  // A profile is one way among others.
  const text = withoutElements(repository.text('pom.xml') ?? '', 'profiles')
  if (/<(maven\.test\.skip|skipTests)>\s*true/.test(text)) return true
  // Another plugin may run them instead.
  if (/<phase>\s*(integration-)?test\s*</.test(text)) return false
  const [surefire = ''] = pluginsCalled(text, '<artifactId>maven-surefire-plugin<')
  return /<skip>\s*true/.test(surefire)
}

/** The scripts of this name: of the root, or of the packages that the root calls. */
function scriptsCalled(repository: Repository, name: string): string[] {
  const scriptIn = (path: string) => {
    const script = at(repository.data(path).value, 'scripts', name)
    return typeof script === 'string' ? [script] : []
  }
  const own = scriptIn('package.json')
  // A script that calls its own name means the one of the packages.
  if (own.length > 0 && !own.some((script) => script.includes(name))) return own
  return repository.paths.filter((path) => /[^/]\/package\.json$/.test(path) && !isForeign(path)).flatMap(scriptIn)
}

/** Scripts that call each other end somewhere. */
const mostScripts = 50

/**
 * A script that does what is wanted beside building, at the root or in the folder that the command goes to, itself or
 * through another script or a program.
 */
export function buildScript(
  repository: Repository,
  run: string,
  wanted = runsTests,
  place = '',
  seen = new Set<string>(),
): string | undefined {
  const gone = [...run.matchAll(/\b(?:cd|pushd) (?:\.[/\\])?([\w./-]+)/g)].map(([, folder = '']) =>
    joinPath(place, folder),
  )
  const names = [
    ...run.matchAll(/(?<=^|[\s"']|WORKSPACE\}?\/)(?:\.[/\\])?((?:[\w.-]+\/){0,6}[\w-]+\.(?:sh|ps1|cmd|bat))\b/gm),
  ]
  const leadsToTests = (folder: string, name: string) => {
    const path = joinPath(folder, name)
    if (seen.has(path) || seen.size === mostScripts) return false
    seen.add(path)
    const text = withoutComments(repository.text(path) ?? '')
    if (wanted.test(text) || programOf(repository, folder, text, wanted) !== undefined) return true
    return text !== '' && buildScript(repository, text, wanted, directoryOf(path), seen) !== undefined
  }
  return names.find(([, name = '']) => [place, ...gone].some((folder) => leadsToTests(folder, name)))?.[0]
}

/** The source of a build of .NET that is a program, which a script runs: by its project, or in the folder that it goes to. */
function programOf(repository: Repository, folder: string, script: string, wanted: RegExp): string | undefined {
  const doesSo = (path: string) => wanted.test(withoutComments(repository.text(path) ?? ''))
  const ofFake = scriptOfFake(repository, folder, script)
  if (ofFake !== undefined) return doesSo(ofFake) ? ofFake : undefined
  if (!/\bdotnet run\b/.test(script)) return undefined
  const project = /\bdotnet run\b[^\n;&|]*?(?:--project|-p)[ =]["']?(?:\.\/)?([\w./-]+)/.exec(script)?.[1]
  const gone = /^\s*(?:cd|pushd) (?:\.\/)?([\w./-]+)/m.exec(script)?.[1]
  const place = project?.replace(/\/[^/]+\.\w+proj$|\/$/, '') ?? gone
  if (place === undefined) return undefined
  const start = `${joinPath(folder, place)}/`
  const sources = repository.paths.filter((path) => path.startsWith(start) && /\.(cs|fs)$/.test(path))
  return sources.slice(0, mostScripts).find(doesSo)
}

/** The script that FAKE is told to run. Windows does not tell large letters from small ones. */
function scriptOfFake(repository: Repository, folder: string, script: string): string | undefined {
  const line = script.split('\n').find((each) => /\bfake\b/i.test(each) && each.includes('.fsx')) ?? ''
  const called = /[\w-]{1,60}\.fsx\b/.exec(line)?.[0].toLowerCase()
  const name = called && repository.namesIn(folder).find((each) => each.toLowerCase() === called)
  return name ? joinPath(folder, name) : undefined
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
export function recipeOf(repository: Repository, target: string, seen = new Set<string>()): string {
  if (seen.has(target) || seen.size > mostTargets) return ''
  seen.add(target)
  const lines = makefileOf(repository).split(/\r?\n/)
  // A rule may give every target the recipe of one with a longer name.
  const prefix = lines.map((line) => /^%\s*:\s*([\w-]+)%/.exec(line)?.[1]).find((each) => each !== undefined)
  const starts = (name: string) => lines.findIndex((line) => line.startsWith(`${name}:`))
  const named = starts(target)
  const start = named < 0 && prefix !== undefined ? starts(`${prefix}${target}`) : named
  if (start < 0) return ''
  const end = lines.findIndex((line, index) => index > start && !/^(\t|\s*$)/.test(line))
  const [needed = ''] = (lines[start] ?? '').replace(/^[^:]*:/, '').split('#')
  const own = lines.slice(start + 1, end < 0 ? undefined : end)
  return [...needed.split(/\s+/).map((name) => recipeOf(repository, name, seen)), ...own].join('\n')
}

/** Files that include each other end somewhere. */
const mostIncluded = 3

/** A Makefile, with the files that it includes in their places. */
function makefileOf(repository: Repository, path = makefileAt(repository), depth = 0): string {
  const text = repository.text(path) ?? ''
  if (depth === mostIncluded) return text
  return text.replace(/^[-s]?include[ \t]+([\w./ -]+?)[ \t]*$/gm, (line, names: string) => {
    const included = names.split(/ +/).map((name) => makefileOf(repository, name.replace(/^\.\//, ''), depth + 1))
    return included.join('\n') || line
  })
}

function makefileAt(repository: Repository): string {
  return ['GNUmakefile', 'makefile', 'Makefile'].find((name) => repository.has(name)) ?? 'Makefile'
}

/** Without a name, make builds the first target. */
export function firstTarget(repository: Repository): string {
  const text = makefileOf(repository)
  const named = /^\.DEFAULT_GOAL\s*:?=\s*(\S+)/m.exec(text)?.[1]
  return named ?? /^([a-zA-Z][\w-]*)\s*:(?!=)/m.exec(text)?.[1] ?? ''
}

function isForTests(workflow: string): boolean {
  return /\/\.github\/workflows\/[\w.-]*(tests?|ci)\b/.test(workflow) && !workflow.startsWith('./')
}

function told(path: string, text: string, command: string): string {
  const line = command.trim().split('\n')[0] ?? ''
  return `${path}:${lineAt(text, Math.max(0, text.indexOf(line)))} runs ${quoted(line)}`
}

import { isCopied } from '../applications/manifests.ts'
import { directoryOf, isForeign, nameOf } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { withShortLines } from './short-lines.ts'
import { whatRuns, withoutWords } from './what-runs.ts'

/** A file that says what is run: CI, hooks, build files, scripts. */
export interface Automation {
  readonly path: string
  /** Its content, with comments blanked and lines at their positions. */
  readonly text: string
  readonly isCi: boolean
  /** Applies to applications in or below this directory. */
  readonly base: string
}

const ciFiles =
  /^\.(github|forgejo|gitea)\/(workflows|actions)\/.*\.ya?ml$|^\.gitlab-ci\.ya?ml$|^\.gitlab(-ci|\/ci|\/workflows)?\/.+\.ya?ml$|^\.circleci\/.+\.ya?ml$|^\.?azure-pipelines.*\.ya?ml$|^\.?(azure-?pipelines|azuredevops|[pP]ipelines|vsts)\/.+\.ya?ml$|^eng\/pipelines\/|^\.builds?(\.yml$|\/.+\.yml$)|^\.tekton\/|^(wercker|bitrise|codemagic|buildspec|\.evergreen|\.scrutinizer)\.ya?ml$|^\.drone\.(star|jsonnet)$|^\.cirrus\.star$|(^|\/)Jenkinsfile|^\.travis\.yml$|^circle\.yml$|^bitbucket-pipelines\.yml$|^\.buildkite\/|^\.drone\.ya?ml$|^\.woodpecker(\.ya?ml$|\/)|^\.taskcluster\.yml$|^\.?ci\/(?!.*(\/rules?\/|\.(lock|json|php|xml|md|txt|\w*tpl)$))|^\.cirrus\.yml$|^\.?appveyor\.yml$|(^|\/)[\w.-]*cloudbuild[\w.-]*\.ya?ml$|^\.kokoro\/.+\.(sh|py|cfg)$|^\.zuul(\.ya?ml$|\.d\/)|^(codefresh|screwdriver|\.vela|\.packit)\.ya?ml$|^\.expeditor\/|^\.harness\/|^\.onedev-buildspec\.yml$|^ci_scripts\/|^\.semaphore\/|^\.teamcity\/|^bamboo-specs\/.+\.ya?ml$|(^|\/)\.?(jenkins[\w-]*|[\w-]+\.jenkins)\.groovy$|^\.?jenkins\/.+(\.groovy|file)$/

const taskFiles =
  /(^|\/)(GNUm|M|m)akefile(\.(?!in$)\w+)?$|\.mk$|(^|\/)\.?[jJ]ustfile$|\.just$|(^|\/)[tT]askfile(\.dist)?\.ya?ml$|(^|\/)rakelib\/[^/]+\.rake$|(^|\/)(Earthfile|Fastfile|magefile\.go|Rakefile|tox\.(ini|toml)|noxfile\.py|tasks\.py|manage\.py|Tiltfile|deno\.jsonc?)$|(^|\/)\.?mise\.toml$|(^|\/)(build|settings)\.gradle(\.kts)?$|(^|\/)pom\.xml$|(^|\/)Directory\.Build\.(props|targets)$|(^|\/)(\.husky|\.githooks|\.lefthook)\/|^hooks\/(pre-commit|pre-push|commit-msg)(\.\w+)?$|(^|\/)\.?lefthook[^/]*\.(ya?ml|toml|json)$|(^|\/)\.pre-commit-config\.ya?ml$|(^|\/)(prek\.toml|hk\.pkl|\.lintstagedrc(\.\w+)?|lint-staged\.config\.\w+|grumphp\.ya?ml(\.dist)?|captainhook\.json|\.?treefmt\.(toml|nix))$|^\.trunk\/trunk\.ya?ml$|^\.mega-?linter\.ya?ml$|^\.qlty\/qlty\.toml$|(^|\/)(_?[sS]cripts?|tools|hack|bin)\/([^/.]+|[^/]+(?<!\.min)\.(sh|bash|ps1|py|mjs|js|ts))$|(^|\/)(package|composer)\.json$|(^|\/)(build\.sbt|project\/\w+\.sbt|build\.(sc|mill|zig|cake)|project\.clj|bb\.edn|melos\.yaml|Makefile\.(am|toml|PL)|dodo\.py|xmake\.lua|mix\.exs|\.cargo\/config(\.toml)?)$|^[bB]uild\.(sh|ps1|fsx)$|(^|\/)(buildSrc|build-logic)\/.+\.(gradle|kts|kt|groovy)$|^(nix\/.+|default|shell|flake|devenv|treefmt)\.nix$/

/** Runs that try what is built upon this repository, in the ways of those projects. */
const ofOthers = /^\.\w+\/workflows\/[^/]*downstream[^/]*$/

/** Folders whose content serves the directory that they are in. */
const serving =
  /^(\.[^/]+|hooks|_?[sS]cripts?|tools|hack|bin|ci|make|magefiles|buildSrc|build-logic|project|nix|fastlane|rakelib)$/

function isCiFile(path: string): boolean {
  return ciFiles.test(path)
}

export function findAutomation(repository: Repository, paths: readonly string[]): Automation[] {
  const found = paths
    .filter((path) => !isForeign(path) && !ofOthers.test(path) && (ciFiles.test(path) || taskFiles.test(path)))
    .filter((path) => !path.endsWith('/package.json') || !isCopied(repository, path, repository.data(path).value))
    .flatMap((path) => {
      const text = /(^|\/)(package|composer)\.json$/.test(path) ? scriptsIn(repository, path) : repository.text(path)
      const isCi = isCiFile(path)
      return text ? [{ path, text: commandsIn(path, withShortLines(text), isCi), isCi, base: baseOf(path) }] : []
    })
  const called = calledBy(repository, found)
  const own = found.some(({ isCi, text }) => isCi && /^\s*(- )?uses: *["']?\.\/["']?\s*$/m.test(text))
    ? ownAction(repository)
    : []
  return [...found.filter(({ path }) => !called.some((each) => each.path === path)), ...called, ...own]
}

/** The action at the root, of which a workflow here makes a step. */
function ownAction(repository: Repository): Automation[] {
  return ['action.yml', 'action.yaml'].flatMap((path) => {
    const text = repository.text(path)
    return text ? [{ path, text: commandsIn(path, text, true), isCi: true, base: '' }] : []
  })
}

/** The files of CI, and of the others what CI starts: whole scripts, and the lines of packages that are named. */
export function startedByCi(automation: readonly Automation[]): Automation[] {
  const ofCi = automation
    .filter(({ isCi }) => isCi)
    .map(({ text }) => text)
    .join('\n')
  const tasks = automation.filter(({ path, isCi }) => !isCi && starters.some(([files]) => files.test(path)))
  const started = tasks.filter(({ path }) =>
    starters.some(([files, command]) => files.test(path) && command.test(ofCi)),
  )
  const texts = [ofCi, ...started.map(({ text }) => text)].join('\n')
  return automation.flatMap((file) => {
    if (file.isCi || started.includes(file)) return [file]
    if (/(^|\/)(package|composer)\.json$/.test(file.path)) return [{ ...file, text: namedLines(file.text, ofCi) }]
    return !tasks.includes(file) && texts.includes(nameOf(file.path)) ? [file] : []
  })
}

/** Task files, and the commands that start something in them. */
const starters: readonly (readonly [files: RegExp, command: RegExp])[] = [
  // Of many targets only some bring something to others.
  [/(^|\/)(GNUm|M|m)akefile[^/]*$|\.mk$/, /\bmake\b[^\n]*(push|publish|release|deploy|upload|ship|docker|image)/],
  [/(^|\/)\.?[jJ]ustfile$/, /\bjust\b/],
  [/(^|\/)[tT]askfile\.ya?ml$/, /\btask\b/],
  [/(^|\/)Rakefile$/, /\brake (release|publish)\b/],
  [/(^|\/)(build|settings)\.gradle(\.kts)?$|(^|\/)(buildSrc|build-logic)\//, /gradle/],
  [/(^|\/)pom\.xml$/, /\bmvnw?\b|maven/],
  [/\.sbt$/, /\bsbt\b/],
  [
    /(^|\/)(tox\.(ini|toml)|noxfile\.py|tasks\.py|mix\.exs|Fastfile|Earthfile)$/,
    /\b(tox|nox|invoke|mix|fastlane|earthly)\b/,
  ],
]

/** The lines of scripts whose names are in another text; the others are blank. */
function namedLines(scripts: string, text: string): string {
  const isNamed = (line: string) => {
    const name = /"([\w:.-]+)"\s*:/.exec(line)?.[1]
    return name !== undefined && new RegExp(`[ :"']${name.replace(/[.]/g, '\\.')}(?![\\w:.-])`).test(text)
  }
  return scripts
    .split('\n')
    .map((line) => (isNamed(line) ? line : ''))
    .join('\n')
}

const calls =
  /(?:^|[\s"'`;&|(])(?:\.\/|(?=\.github\/|bin\/)|(?:bash|sh|pwsh|source|python3?) (?:\.\/)?)([\w-.]+(?:\/[\w-.]+)*)(?=$|[\s"'`;&|)])/gm

/** The steps that a pipeline of Azure takes from another file. */
const templates = /^\s*(?:- )?template: *["']?\/?([\w-.]+(?:\/[\w-.]+)*\.ya?ml)["']?\s*$/gm

/**
 * The scripts that CI starts by their path, and the steps that it takes from there, are a part of it. Those that a
 * Makefile starts are run like the Makefile itself.
 */
function calledBy(repository: Repository, automation: readonly Automation[]): Automation[] {
  const namedIn = (text: string) =>
    [...text.matchAll(calls)].map(([, name = '']) => name).filter((name) => scripts.test(name))
  const names = automation.flatMap(({ text, isCi }) => (isCi ? namedIn(text) : []))
  const taken = automation.flatMap(({ text, isCi }) =>
    isCi ? [...text.matchAll(templates)].map(([, name = '']) => name) : [],
  )
  const ofCi = new Set([...names, ...taken])
  const known = new Set(automation.map(({ path }) => path))
  const ofTasks = automation
    .flatMap(({ path, text, isCi }) => (!isCi && makefiles.test(path) && !path.includes('/') ? namedIn(text) : []))
    .filter((path) => !ofCi.has(path) && !known.has(path) && /\.(sh|bash|py)$/.test(path))
  return [...new Set([...ofCi, ...ofTasks])].flatMap((path) => {
    const isOther = !repository.has(path) || ciFiles.test(path) || wrappers.test(path)
    const text = isOther ? undefined : repository.text(path)
    const isCi = ofCi.has(path)
    return text ? [{ path, text: commandsIn(path, text, isCi), isCi, base: baseOf(path) }] : []
  })
}

const makefiles = /(^|\/)(GNUm|M|m)akefile[^/]*$/

const scripts = /\.(sh|bash|zsh|ps1|py|mjs|cjs|js|ts|rb|pl|php)$|(^|\/)\.?[^/.]+$/

/** They start a build tool, and say nothing of what it does; or they are no scripts at all. */
const wrappers = /(^|\/)(gradlew|mvnw|sbt|mill|configure|autogen\.sh|Dockerfile|Makefile|Containerfile)$/

function commandsIn(path: string, text: string, isCi: boolean): string {
  const own = withoutDocstrings(path, inForce(path, text))
    .replace(addresses, '')
    .replace(leftOut, '')
    .replace(imageBuilds, (build) => build.replace(imageNames, '$1'))
  if (/\.(sh|bash|zsh)$/.test(path)) return withoutShown(own).split('\n').map(withoutWords).join('\n')
  if (!/\.ya?ml$/.test(path)) return isScript(path) ? withoutShown(own) : own
  const plain = withoutManual(path, own.replace(/(?<=\s)# .*$/gm, ''))
  return isCi ? whatRuns(path, plain) : withoutProse(plain)
}

/** A hook that somebody has to ask for runs at no commit. Lines keep their numbers. */
function withoutManual(path: string, text: string): string {
  if (!/(^|\/)\.pre-commit-config\.ya?ml$/.test(path)) return text
  return text.replace(/^([ \t]*)- id:[^\n]*(?:\n\1[ \t]+[^\n]*)*/gm, (hook) =>
    /^\s*stages: *\[ *manual *\]/m.test(hook) ? hook.replace(/[^\n]+/g, '') : hook,
  )
}

/** What a build leaves out is not run: files of Maven, and tasks of Gradle. That it leaves out tests is asked elsewhere. */
const leftOut = /<exclude>[^<\n]*<\/exclude>|(?<=\s)-x[ =]+:?(?!\S*[tT]est)[\w:]+/g

/** Words at the head of a module or a function of Python tell people what it does. Lines keep their numbers. */
function withoutDocstrings(path: string, text: string): string {
  return path.endsWith('.py')
    ? text.replace(/(?<=^|:[ \t]*\n[ \t]*)("{3}|'{3})[\s\S]*?\1/g, (words) => words.replace(/[^\n]+/g, ''))
    : text
}

/** An image may be called like a tool that is not in it. */
const imageBuilds = /\b(?:docker|podman|buildah|nerdctl)\b[^\n;&|]*\bbuild\b[^\n;&|]*|\bimage-ref:[^\n]*/g
const imageNames = /([ \t](?:-t|--tag)[ =]|\bimage-ref:[ ]*)[^\s"']+/g

/** Scripts of a shell, and files that hold such. */
function isScript(path: string): boolean {
  return /(^|\/)((GNUm|M|m)akefile[^/]*|\.?[jJ]ustfile|[^/.]+|[^/]+\.(mk|sh|bash|zsh|nix))$/.test(path)
}

/** Without the lines that only show something to people. What goes into a file or another command may be run there. */
function withoutShown(text: string): string {
  return text.replace(
    /^([ \t]*@?)(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?(?:"[^"`$\n]*"|'[^'\n]*');?[ \t]*\\?$/gm,
    '$1echo',
  )
}

/** What an input is for, and what an agent is asked to do, with all lines that belong to it. */
const prose = /^([ \t]*)(?:description|(?:direct_|custom_)?prompt):[^\n]*(?:\n(?:\1[ \t]+[^\n]*|[ \t]*(?=\n)))*/gm

/** Words for people and agents run nothing. Lines keep their numbers. */
function withoutProse(text: string): string {
  return text.replace(prose, (block) => block.replace(/[^\n]+/g, ''))
}

/** The name of an address does not describe what is downloaded from it. */
const addresses = /\bhttps?:\/\/(?!(?:\w+\.)?codecov\.io\b)[^\s"'`)]+/g

/** Only the lines of the scripts, each in its place. */
function scriptsIn(repository: Repository, path: string): string | undefined {
  const data = repository.data(path).value
  const commands = entriesOf(at(data, 'scripts'))
  const hooks = [...entriesOf(at(data, 'simple-git-hooks')), ...entriesOf(at(data, 'husky', 'hooks'))]
  if (commands.length + hooks.length === 0) return undefined
  const lines = (repository.text(path) ?? '').split('\n')
  const kept = lines.map((line) => {
    const isScript = [...commands, ...hooks].some(([name, command]) => {
      if (line.includes(`"${name}"`) && (typeof command !== 'string' || line.includes(JSON.stringify(command))))
        return true
      // Composer runs several commands one after the other, each of which may have a line of its own.
      return Array.isArray(command) && command.some((each) => isLineOf(line, each))
    })
    return isScript ? line : ''
  })
  return kept.join('\n')
}

function isLineOf(line: string, command: unknown): boolean {
  return typeof command === 'string' && line.trim().replace(/,$/, '') === JSON.stringify(command)
}

/** Blanks comments, which are not in force. Lines keep their numbers. */
export function withoutComments(text: string): string {
  const own = text.includes('<!--') ? text.replace(/<!--[\s\S]*?-->/g, (block) => block.replace(/[^\n]+/g, '')) : text
  return own.replace(/^[ \t]*(#(?!\[)|\/\/|;|\/\*|\*[ /]).*$/gm, '').replace(/(?<=\s)(\/\/|\/\*) .*$/gm, '')
}

/** The same, without plug-ins that a build of Gradle only gives a version, and leaves to others to apply. */
export function inForce(path: string, text: string): string {
  const own = withoutComments(text)
  if (path.endsWith('.py')) return asCommands(own.replace(/(?<=\s)# .*$/gm, ''))
  return /\.gradle(\.kts)?$/.test(path) ? own.replace(/^.*\bapply[ (]+false\b.*$/gm, '') : own
}

/** Nox gets the words of a command one by one: `session.run("cargo", "fmt")` runs `cargo fmt`. Lines keep their numbers. */
function asCommands(text: string): string {
  return text.replace(/\bsession\.run\([^()]{0,2000}\)/g, (call) => {
    const lines = call.split('\n').length - 1
    return `${call.replace(/["']\s*,\s*["']/g, ' ').replaceAll('\n', ' ')}${'\n'.repeat(lines)}`
  })
}

function baseOf(path: string): string {
  const segments = directoryOf(path) ? directoryOf(path).split('/') : []
  const at = segments.findIndex((segment) => serving.test(segment))
  return (at < 0 ? segments : segments.slice(0, at)).join('/')
}

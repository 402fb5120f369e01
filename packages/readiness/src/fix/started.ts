import { directoryOf, joinPath, nameOf } from '../applications/places.ts'
import { firstTarget, recipeOf } from '../checks/ci-runs-tests.ts'
import { textsIn } from '../checks/task-commands.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { mapForEach } from '../repository/map-for-each.ts'

/** What a line may do to the host with the credentials that a checkout leaves behind. */
const writes =
  /\b(gh|hub)\s|\bpush\b|release|deploy|publish|gh-?pages|ghp-import|shipit|\bnpx np\b|\bgradlew?\b.*\bfinal\b|\blerna\b|GITHUB_TOKEN|GH_TOKEN/i

/** Builds that are called so, and registries of others, for which the token is no key. */
const harmless =
  /--release\b|(?:(?<!\S)-c|--config(?:uration)?|\/p:Configuration|CMAKE_BUILD_TYPE)[ =:]"?(?:Release|RELEASE)\b|\btarget\/release\b|\b(?:lsb|os)[_-]release\b|\bdocker(?: image| compose)? push\b|\b(?:dotnet )?nuget push\b|\bgem push\b|\b(?:npm|pnpm|yarn|cargo|poetry|uv|deno) publish\b|\bpublish(?:AndRelease)?To(?:MavenCentral|Sonatype)\b/g

/** An address from which something is only fetched. */
const address = /https?:\/\/[^\s|;&]+/g

/** Longer ones are no scripts that anybody wrote for this purpose. */
const longestScript = 20_000
const mostLines = 200
const mostFollowed = 60

interface Started {
  readonly text: string
  /** It is of a language of which the lines are no commands. */
  readonly isProgram?: true
}

/** Where a script runs: a folder, `''` for the root, or `undefined` where only the run knows. */
type Folder = string | undefined

const answers = mapForEach<boolean>()

/**
 * Whether a script may write to the host, by its lines and by what these start: scripts of packages, targets and files,
 * as far as they can be found. What cannot be found may do anything.
 */
export function mayWriteToHost(repository: Repository, script: string, folder: Folder): boolean {
  const known = answers(repository)
  const key = `${folder}\n${script}`
  const answer = known.get(key) ?? isRisky(repository, script, folder, new Set())
  known.set(key, answer)
  return answer
}

function isRisky(repository: Repository, text: string, folder: Folder, seen: Set<string>): boolean {
  if (seen.has(text)) return false
  seen.add(text)
  const lines = linesOf(text)
  if (text.length > longestScript || lines.length > mostLines || seen.size > mostFollowed) return true
  const commands = lines.flatMap((line) => commandsIn(line))
  // After a change of the folder, names may mean what is elsewhere.
  const place = commands.some((command) => /^(cd|pushd)\s/.test(command)) ? undefined : folder
  if (lines.some((line) => writes.test(withoutHarmless(line))) || commands.some((each) => isAnything.test(each)))
    return true
  return commands.some((command) => {
    const started = startedBy(repository, command, place)
    return (
      started === undefined ||
      started.some(({ text: each, isProgram }) =>
        isProgram ? writes.test(withoutHarmless(each)) : isRisky(repository, each, place, seen),
      )
    )
  })
}

/** The lines of a script, without those that only remark something. */
export function linesOf(script: string): string[] {
  return script
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim().replace(workspace, '').replaceAll('\\', '/'))
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** The folder in which a run begins, as it is written. */
const workspace = /\$\{\{ *github\.workspace *\}\}\/|\$\{?GITHUB_WORKSPACE\}?\//g

function withoutHarmless(line: string): string {
  // What is only said is not done.
  if (/^echo\b[^|`;&(]*$/.test(line)) return ''
  if (line.includes('pkg.github.com')) return line
  const isRun = /\|\s*(sudo )?(ba|z)?sh\b/.test(line)
  return (isRun ? line : line.replace(address, '')).replace(harmless, '')
}

/** What stands before the program that is run. */
const before =
  /^(?:[A-Z_]\w*=\S* )*(?:(?:sudo|time|exec|env|xvfb-run|if|then|do|else|!|uv run|poetry run|pdm run|pipenv run|hatch run|bundle exec|npx|cross-env|timeout \S+) (?:-\S+ |[A-Z_]\w*=\S* )*)*/

/** The commands of a line, each from its program on. */
function commandsIn(line: string): string[] {
  return line
    .split(/&&|\|\||[;|]|\$\((?=[a-z./])|`/)
    .map((command) => command.trim().replace(before, ''))
    .filter((command) => command !== '')
}

/** A command, a script or a target that only the run knows. */
const isAnything =
  /^["']?\$[\w{(]|^eval\s|^(npm|pnpm|yarn|bun|make|just|task|rake|composer)( run)? ["']?\$|^(ba|z|da)?sh (-\w+ )*["']?\$|^(source|python[\d.]*|node|ruby|perl|pwsh|php)\s+(-\w+ )*["']?\$|[$~}][^\s]{0,200}\.(sh|bash|py|[cm]?[jt]s|rb|pl|ps1)\b/

/** The texts of what a command starts; `undefined` if one of them cannot be found. */
function startedBy(repository: Repository, command: string, folder: Folder): Started[] | undefined {
  const named = [ofPackages, ofTasks].map((find) => find(repository, command, folder))
  const files = ofFiles(repository, command, folder)
  if (files === undefined || named.includes(undefined)) return undefined
  return [...named.flatMap((each) => each ?? []).map((text) => ({ text })), ...files]
}

const workspaces = /(^|\s)(-w|--workspaces?|--filter|-F|-r|--recursive|workspaces?|--prefix|-C|--cwd|foreach)(\s|=)/

/** The commands of package managers themselves, which start no script but those that are called after them. */
const ownCommands =
  /^(ci|i|install|add|remove|update|upgrade|audit|outdated|list|ls|link|unlink|pack|exec|x|dlx|create|init|config|set|why|dedupe|prune|cache|version|publish|view|info|store|import|fetch|rebuild|login|whoami|require|validate|dump-autoload|check-platform-reqs|show|global|self-update)$/

/** Programs that start scripts of packages by their names. */
const byName = /^(run-[sp]|npm-run-all2?|concurrently|turbo|nx|lage|wireit|rush)\b/

function ofPackages(repository: Repository, command: string, folder: Folder): string[] | undefined {
  const words = command
    .replaceAll(/["']|\bnpm:/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  if (byName.test(command)) {
    const all = scriptsOf(repository, undefined)
    return words.slice(1).flatMap((word) => all.get(word) ?? [])
  }
  const [, tool = '', rest = ''] = /^(npm|pnpm|yarn|bun|composer|deno)(?:\s+(.*))?$/.exec(command) ?? []
  if (tool === '') return []
  const isElsewhere = workspaces.test(` ${rest} `)
  const scripts =
    tool === 'composer' ? composerScripts(repository) : scriptsOf(repository, isElsewhere ? undefined : folder)
  const start = words.findIndex((word) => /^(run|run-script|task)$/.test(word))
  const named = words.slice(start < 0 ? 1 : start + 1).filter((word) => !word.startsWith('-'))
  const [name = 'install'] = isElsewhere ? named.filter((word) => scripts.has(word)) : named
  const along = name === 'publish' ? ['prepublishOnly', 'prepack', 'prepare'] : []
  const texts = [`pre${name}`, name, `post${name}`, ...along].flatMap((each) => scripts.get(each) ?? [])
  if (texts.length > 0 || scripts.has(name)) return texts
  if (named.length === 0 || ownCommands.test(named[0] ?? '')) return []
  // Without `run`, the name may be that of a program which a package brings.
  const mayBeProgram = start < 0 && !isElsewhere && tool !== 'composer'
  return mayBeProgram || looking.test(name) ? [] : undefined
}

const mostManifests = 300

/** The scripts of the manifest in a folder; of all manifests where the folder is unknown, or has none. */
function scriptsOf(repository: Repository, folder: Folder): Map<string, string[]> {
  const own = folder === undefined ? '' : joinPath(folder, 'package.json')
  const manifests = repository.has(own)
    ? [own]
    : repository.paths.filter((path) => nameOf(path) === 'package.json').slice(0, mostManifests)
  const found = new Map<string, string[]>()
  for (const path of manifests)
    for (const [name, script] of entriesOf(at(repository.data(path).value, 'scripts')))
      found.set(name, [...(found.get(name) ?? []), ...textsIn(script)])
  return found
}

function composerScripts(repository: Repository): Map<string, string[]> {
  const scripts = entriesOf(at(repository.data('composer.json').value, 'scripts'))
  return new Map(scripts.map(([name, script]) => [name, textsIn(script).map((each) => each.replace(/^@(php )?/, ''))]))
}

/** Tasks that only look, whatever the file of tasks says. */
const looking =
  /^(test|tests|spec|specs|lint|rubocop|standard|check|format|fmt|build|compile|types?|typecheck|mypy|coverage|py\d+|pypy\d+)([:_.-]\w+)*$/

/** Programs that start what the repository says, by a name. */
const runners = /^(just|task|rake|mage|mise run|poe|nox|tox|fastlane|cargo xtask|go run|julia|inv|invoke)(?:\s+(.*))?$/

function ofTasks(repository: Repository, command: string, folder: Folder): string[] | undefined {
  const [, runner, given = ''] = runners.exec(command) ?? []
  if (runner !== undefined) {
    // A module with a version is of others.
    if (runner === 'go run' && /^\S+@/.test(given)) return []
    const names = given.split(/[\s,]+/).filter((word) => word !== '' && !word.startsWith('-'))
    const isUsual = /^(nox|tox)$/.test(runner) && names.length === 0
    return isUsual || (names.length > 0 && names.every((name) => looking.test(name))) ? [] : undefined
  }
  if (!/^g?make(\s|$)/.test(command)) return []
  const rest = command.replace(/^g?make\s*/, '')
  const names = rest.split(/\s+/).filter((word) => word !== '' && !/^-|[=$]/.test(word))
  if (folder !== '' || / -[Cf]\b|--directory/.test(` ${rest}`) || names.length > 20) return undefined
  const recipes = (names.length === 0 ? [firstTarget(repository)] : names).map((name) => recipeOf(repository, name))
  if (recipes.includes('') && !names.every((name) => looking.test(name))) return undefined
  return recipes.map((recipe) =>
    // Variables of Make are called after the program that they name.
    recipe.replace(/^\s*[@-]+/gm, '').replace(/\$[({]([A-Z_\d]+)[)}]/g, (_, name: string) => name.toLowerCase()),
  )
}

/** Programs that a build makes, or that a package manager brings. */
const built =
  /^(\.\/)?(target|build\w*|dist|out|_build|cmake-build[\w-]*|node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\//

const wrappers = /^(\.\/)?(gradlew|mvnw|configure|autogen\.sh|bootstrap\.sh)(\.bat|\.cmd)?$/

const shells = /^(ba|z|da)?sh$|^source$|^\.$|^pwsh$/
const interpreters = /^(python|node|ruby|perl|tsx|ts-node|php|Rscript)[\d.]*$/

function ofFiles(repository: Repository, command: string, folder: Folder): Started[] | undefined {
  const [program = '', ...rest] = command.split(/\s+/).map((word) => word.replace(/^["'(]+|["')]+$/g, ''))
  const words = rest.filter((word) => !word.startsWith('-'))
  if (interpreters.test(program) && rest[0] === '-m') return ofModule(repository, words[0] ?? '')
  const isInline = shells.test(program) ? rest.some((word) => /^-\w*c$/.test(word)) : /^-[cer]$/.test(rest[0] ?? '')
  const isInterpreted = (shells.test(program) || interpreters.test(program)) && !isInline
  const named = [
    ...(/^[\w.-]*\/[\w./-]*$/.test(program) ? [program] : []),
    ...(isInterpreted ? words.slice(0, 1) : []),
    ...rest.filter((word) => /^(\.\/)?([\w.-]+\/)*[\w-]+\.(sh|bash|py|[cm]?[jt]s|rb|pl|ps1)$/.test(word)),
    ...[...command.matchAll(/["'(](\.\/[\w./-]+)/g)].map(([, path = '']) => path),
  ]
  const texts = [...new Set(named)]
    .filter((path) => !wrappers.test(path))
    .map((path) => {
      const text = /^(?!\/)[\w./-]+$/.test(path) ? textOf(repository, path.replace(/^\.\//, ''), folder) : undefined
      return text ?? (built.test(path) ? [] : undefined)
    })
  return texts.includes(undefined) ? undefined : texts.flatMap((text) => text ?? [])
}

function ofModule(repository: Repository, module: string): Started[] {
  const path = module.replaceAll('.', '/')
  return [`${path}.py`, `${path}/__main__.py`].flatMap((each) => textOf(repository, each, '') ?? [])
}

/** The text of a script, and for programs that of what stands beside it, from which it may take functions. */
function textOf(repository: Repository, path: string, folder: Folder): Started[] | undefined {
  // A file without its ending is how programs of Node name it.
  const candidates =
    folder === undefined
      ? repository.paths.filter((each) => each === path || each.endsWith(`/${path}`))
      : ['', '.js', '.ts', '.sh', '/index.js'].map((end) => joinPath(folder, path) + end)
  const found = candidates.filter((each) => repository.has(each))
  if (found.length === 0) return undefined
  return found.flatMap((each): Started[] => {
    const text = repository.text(each) ?? 'push'
    if (!isCode.test(each) && !/^#!.*\b(node|python|ruby|perl|php)/.test(text)) return [{ text }]
    return [text, ...beside(repository, each, text)].map((own) => ({ text: own, isProgram: true }))
  })
}

const isCode = /\.(py|[cm]?[jt]s|rb|pl|php|R)$/

const mostBeside = 50

function beside(repository: Repository, path: string, text: string): string[] {
  // What is taken from above may be anywhere.
  if (/['"]\.\.\//.test(text)) return ['push']
  if (!/^\s*(from|import|require_relative)\b|require\(['"]\./m.test(text)) return []
  const folder = directoryOf(path)
  const ending = path.slice(path.lastIndexOf('.'))
  const names = repository.namesIn(folder).filter((name) => name.endsWith(ending))
  return names.slice(0, mostBeside).flatMap((name) => repository.text(joinPath(folder, name)) ?? [])
}

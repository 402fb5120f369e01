import { joinPath, nameOf } from '../applications/places.ts'
import { recipeOf } from '../checks/ci-runs-tests.ts'
import { textsIn } from '../checks/task-commands.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'

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

interface Place {
  readonly repository: Repository
  /** Where the run begins; `''` is the root. */
  readonly folder: string
}

/**
 * Whether a script may write to the host, by its lines and by what these start: scripts of packages, targets and files,
 * as far as they can be found. What cannot be found may do anything.
 */
export function mayWriteToHost(repository: Repository, script: string, folder = ''): boolean {
  const seen = new Set<string>()
  const isRisky = (text: string, place: Place): boolean => {
    if (seen.has(`${place.folder} ${text}`)) return false
    seen.add(`${place.folder} ${text}`)
    const lines = linesOf(text)
    if (text.length > longestScript || lines.length > mostLines || seen.size > mostFollowed) return true
    return lines.some((line) => {
      if (writes.test(withoutHarmless(line)) || isAnything.test(line)) return true
      const started = startedBy(place, line)
      return started === undefined || started.some((each) => isRisky(each, place))
    })
  }
  return isRisky(script, { repository, folder })
}

/** The lines of a script, without those that only remark something. */
export function linesOf(script: string): string[] {
  return script
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim().replace(workspace, ''))
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

/** A command, a script or a target that only the run knows. */
const isAnything =
  /(^|&&|\|\||[;|(])\s*["']?\$(\{\{|[\w{])|\b(npm|pnpm|yarn|bun|make|just|task|rake)( run)? ["']?\$|[$~}][^\s]*\.(sh|bash|py|[cm]?[jt]s|rb|pl|ps1)\b/

/** The texts of what a line starts; `undefined` if one of them cannot be found. */
function startedBy(place: Place, line: string): string[] | undefined {
  const found = line
    .split(/&&|\|\||[;|]/)
    .map((command) => command.trim().replace(before, ''))
    .flatMap((command) => [ofPackages(place, command), ofTasks(place, command), ofFiles(place, command)])
  return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? [])
}

/** What stands before the program that is run. */
const before =
  /^(?:[A-Z_]\w*=\S* )*(?:(?:sudo|time|exec|env|xvfb-run|if|then|!|uv run|poetry run|bundle exec|npx) (?:-\S+ )*)*/

const workspaces = /(^|\s)(-w|--workspaces?|--filter|-F|-r|--recursive|workspaces?|--prefix|-C|--cwd|foreach)(\s|=)/

/** The commands of package managers themselves, which start no script but those that are called after them. */
const ownCommands =
  /^(ci|i|install|add|remove|update|upgrade|audit|outdated|list|ls|link|unlink|pack|exec|x|dlx|create|init|config|set|why|dedupe|prune|cache|version|publish|view|info|store|import|fetch|rebuild|login|whoami|--?\w.*)$/

function ofPackages({ repository, folder }: Place, command: string): string[] | undefined {
  const [, tool = '', rest = ''] = /^(npm|pnpm|yarn|bun)(?:\s+(.*))?$/.exec(command) ?? []
  if (tool === '') return []
  const words = rest.split(/\s+/)
  const scripts = scriptsOf(repository, folder, workspaces.test(` ${rest} `))
  const isRun = words.includes('run')
  const named = (isRun ? words.slice(words.indexOf('run') + 1) : words).filter((word) => !word.startsWith('-'))
  const [name = 'install'] = workspaces.test(` ${rest} `) ? named.filter((word) => scripts.has(word)) : named
  const texts = [
    `pre${name}`,
    name,
    `post${name}`,
    ...(name === 'publish' ? ['prepublishOnly', 'prepack', 'prepare'] : []),
  ].flatMap((each) => scripts.get(each) ?? [])
  if (texts.length > 0 || scripts.has(name)) return texts
  // Without `run`, the name may be that of a program which a package brings.
  return isRun || workspaces.test(` ${rest} `) ? (ownCommands.test(named[0] ?? '') ? [] : undefined) : []
}

/** The scripts of the manifest in a folder, or of all manifests. */
function scriptsOf(repository: Repository, folder: string, isOfAll: boolean): Map<string, string[]> {
  const manifests = isOfAll
    ? repository.paths.filter((path) => nameOf(path) === 'package.json').slice(0, 300)
    : [joinPath(folder, 'package.json')]
  const found = new Map<string, string[]>()
  for (const path of manifests)
    for (const [name, script] of entriesOf(at(repository.data(path).value, 'scripts')))
      found.set(name, [...(found.get(name) ?? []), ...textsIn(script)])
  return found
}

/** Tasks that only look, whatever the file of tasks says. */
const looking =
  /^(test|tests|spec|specs|lint|rubocop|standard|check|format|fmt|build|compile|types?|typecheck)([:_-]\w+)*$/

function ofTasks({ repository, folder }: Place, command: string): string[] | undefined {
  const [, tool = '', rest = ''] = /^(make|gmake|just|task|rake|mage|mise run)(?:\s+(.*))?$/.exec(command) ?? []
  if (tool === '') return []
  const names = rest.split(/\s+/).filter((word) => word !== '' && !/^-|[=$]/.test(word))
  if (folder !== '' || / -C\b|-f\b|--directory/.test(` ${rest}`) || names.length > 20) return undefined
  if (!tool.endsWith('make')) return names.length > 0 && names.every((name) => looking.test(name)) ? [] : undefined
  const recipes = (names.length === 0 ? [firstTarget(repository)] : names).map((name) => recipeOf(repository, name))
  return recipes.includes('') && !names.every((name) => looking.test(name))
    ? undefined
    : recipes.map((recipe) => recipe.replace(/^\s*[@-]+/gm, '').replaceAll(/\$[({]MAKE[)}]/g, 'make'))
}

function firstTarget(repository: Repository): string {
  return /^([\w-]+)\s*:(?!=)/m.exec(repository.text('Makefile') ?? '')?.[1] ?? ''
}

/** Programs that a build makes, or that a package manager brings. */
const built =
  /^(\.\/)?(target|build\w*|dist|out|_build|cmake-build[\w-]*|node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\//

const wrappers = /^(\.\/)?(gradlew|mvnw|configure|autogen\.sh|bootstrap\.sh)(\.bat|\.cmd)?$/

function ofFiles({ repository, folder }: Place, command: string): string[] | undefined {
  const [program = '', ...rest] = command.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''))
  const words = rest.filter((word) => !word.startsWith('-'))
  const isInterpreter =
    /^(ba|z|da)?sh$|^source$|^\.$|^(python|node|ruby|perl|pwsh|tsx|ts-node|php|Rscript)[\d.]*$/.test(program)
  if (isInterpreter && /^-m$/.test(rest[0] ?? '')) return ofModule(repository, words[0] ?? '')
  const named = [
    ...(/^[\w.-]*\/[\w./-]*$/.test(program) ? [program] : []),
    ...(isInterpreter && !/^-(c|e)$/.test(rest[0] ?? '') ? words.slice(0, 1) : []),
    ...rest.filter((word) => /^(\.\/)?([\w.-]+\/)*[\w-]+\.(sh|bash|py|[cm]?[jt]s|rb|pl|ps1)$/.test(word)),
    ...[...command.matchAll(/["'(](\.\/[\w./-]+)/g)].map(([, path = '']) => path),
  ]
  const texts = [...new Set(named)]
    .filter((path) => /^[\w./-]+$/.test(path) && !path.startsWith('/') && !wrappers.test(path))
    .map(
      (path) => textOf(repository, joinPath(folder, path.replace(/^\.\//, ''))) ?? (built.test(path) ? '' : undefined),
    )
  return texts.includes(undefined) ? undefined : texts.flatMap((text) => text ?? [])
}

function ofModule(repository: Repository, module: string): string[] {
  const path = module.replaceAll('.', '/')
  return [`${path}.py`, `${path}/__main__.py`].flatMap((each) => textOf(repository, each) ?? [])
}

/** A file without its ending is how programs of Node name it. */
function textOf(repository: Repository, path: string): string | undefined {
  return ['', '.js', '.ts', '.sh', '/index.js']
    .map((end) => repository.text(path + end))
    .find((each) => each !== undefined)
}

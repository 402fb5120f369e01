import type { Marker } from '../evidence/markers.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { calledKind, saysServer, saysTool } from './called-kind.ts'
import { isDeployed, isForPeople, isInstalled, isKept, isOffered, isTyped } from './deployment.ts'
import { hasServer } from './frameworks.ts'
import { goModuleOf } from './go-module.ts'
import { hasCommands, isStarted, type Unsorted } from './is-started.ts'
import { type Described, describedBy, pageOf, proseOf, titleOf } from './own-words.ts'
import { below, directoryOf, joinPath, nameOf } from './places.ts'
import { isShownAsLibrary } from './shown-as-library.ts'

type Patterns = Readonly<Record<string, RegExp>>

/** In the title, the description and the first paragraphs. */
const words: Patterns = {
  'words: library': /\blibrar(y|ies)\b/i,
  'words: framework': /\bframework\b/i,
  'words: kit': /\b(SDK|toolkit|bindings?|middleware|driver|client library|wrapper)\b/i,
  'words: language':
    /\b(for|in) (Python|Go|Golang|Rust|Ruby|PHP|Java|Kotlin|Swift|Node(\.js)?|JavaScript|TypeScript|\.NET|C\+\+|Elixir|React|Django|Rails|Laravel)\b/,
  'words: tool': /\b(tool|utility|program)\b/i,
  'words: command line': /\b(command[- ]line|CLI|terminal|console|shell|TUI)\b/i,
  'words: checker':
    /\b(lint(er)?|format(ter)?|compiler|bundler|checker|analy[sz]er|generator|build system|debugger|profiler|scanner|converter)\b/i,
  'words: server': /\b(server|daemon|broker|gateway|backend)\b/i,
  'words: store': /\b(database|storage|store|search engine|queue)\b/i,
  'words: platform': /\b(platform|system|suite|solution|software)\b/i,
  'words: watcher': /\b(bot|bridge|exporter|operator|controller|agent|scheduler|monitor(ing)?|tracker)\b/i,
  'words: tests': /\btest(s|ing|er|ed)?\b/i,
  'words: API': /\bAPIs?\b/,
  'words: HTTP': /\b(REST|GraphQL|gRPC|HTTP)\b/,
}

/** Anywhere in the README. */
const pages: Patterns = {
  'page: imports': /^[ \t]*(import|from|use|using|#include|require|require_relative)[ \t]+\S|\brequire\(/m,
  'page: is added':
    /\bgo get |\bnpm (i|install|add) (-D |--save(-dev)? )?[@\w]|\byarn add\b|\bpnpm add\b|\bcomposer require\b|<dependency>|\bimplementation ?[("']|\bdotnet add\b|\bInstall-Package\b|\bcargo add\b|^\[dependencies\]|^[ \t]*gem ['"]|\{:\w+, "~>|\.package\(url/m,
  'page: pip': /\bpip3? install\b/,
  'page: flags': /(^|\s)--\w[\w-]+/,
  'page: settings': /\bconfig(uration)? file\b|config\.(ya?ml|toml|json)/i,
  'page: deployment': /\b(deploy(ment)?|self-host\w*|hosting|reverse proxy|nginx)\b/i,
  'page: systemd': /\bsystemctl\b|\bsystemd\b/i,
  'page: port': /\b(localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5}/,
  'page: usage': /^#+ *usage|^usage:/im,
  'page: download': /\breleases\b[^\n]{0,200}\bdownload|download[^\n]{0,200}\breleases?\b|pre-?built binar/i,
}

/** Among the names beside the manifest. */
const names: Patterns = {
  'beside: main': /^main\.\w+$/,
  'beside: GoReleaser': /^\.?goreleaser/,
  'beside: hooks': /^\.pre-commit-hooks\.yaml$/,
  'beside: composition': /^(docker-)?compose[\w.-]*\.ya?ml$/,
  'beside: variables': /^\.env\.(example|sample|dist)/,
}

/** What changes tables from release to release. */
const keepsTables = /(^|\/)(migrations?|migrate)\//

/** Among its folders, each with a slash behind it. */
const folders: Patterns = {
  'folder: commands': /(^|\/)(cli|commands?)\//,
  'folder: examples': /^(examples?|samples?)\//,
  'folder: services': /(^|\/)(services?|server)\//,
  'folder: translations': /(^|\/)(locales?|i18n|translations?|lang)\//,
  'folder: manual': /(^|\/)man\//,
  'folder: completions': /(^|\/)completions?\//,
  'folder: pages': /(^|\/)(templates|static|views|public|assets|web|ui|frontend)\//,
  'folder: requests': /(^|\/)(handlers?|controllers?|routes?|routers?|api)\//,
  'folder: bin': /^(bin|exe)\//,
  'folder: cmd': /^cmd\//,
  'folder: tables': keepsTables,
}

/** Among its files. */
const files: Patterns = {
  'file: unit': /\.service(\.in|\.j2)?$/,
  'file: commands': /(^|\/)(cli|commands?)\.\w+$/,
  'file: manual': /\.[1-8](\.in|\.md|\.adoc)?$/,
  'file: main': /^src\/main\.\w+$|(^|\/)__main__\.py$/,
}

/** Among what it needs. */
const needs: Patterns = {
  'needs: arguments':
    /^(clap|structopt|argh|github\.com\/(spf13\/cobra|urfave\/cli.*|alecthomas\/kong)|click|typer|docopt|yargs|commander|meow|cac|oclif|@oclif\/core|info\.picocli:picocli|thor|symfony\/console|optparse-applicative|system\.commandline|spectre\.console\.cli)$/i,
  'needs: database':
    /sqlite|postgres|mysql|^pg$|mongo|redis|sqlalchemy|gorm|diesel|sqlx|ecto|hibernate|knex|typeorm|prisma|dapper/i,
  'needs: metrics': /prometheus|opentelemetry|statsd/i,
  'needs: terminal': /ratatui|crossterm|bubbletea|rich$|textual|tcell|blessed|ink$/i,
}

const markers: Readonly<Record<string, Marker>> = {
  'source: health': 'health',
  'source: variables': 'environment',
  'source: accepts': 'accepts',
  'source: internet': 'internet',
  'source: port': 'listens',
}

type Question = (repository: Repository, app: Unsorted, about: Described) => boolean

const questions: Readonly<Record<string, Question>> = {
  'is started': (repository, app) => isStarted(repository, app, false),
  'has commands': hasCommands,
  'brings a command': bringsCommand,
  'has a command of its name': hasOwnCommand,
  'speaks of a server': (repository, _, about) => saysServer(repository, about),
  'speaks of a tool': (repository, _, about) => saysTool(repository, about),
  'is built on a server': (_, app) => hasServer(app),
  'answers and keeps data': (_, app) => hasServer(app) && app.paths.some((path) => keepsTables.test(path)),
  'offers a port': isOffered,
  'is kept running': isKept,
  'is deployed': (_, app) => isDeployed(app),
  'is released for people': isForPeople,
  'is installed from source': isInstalled,
  'is typed': isTyped,
  'is shown as a library': isShownAsLibrary,
  'is a command of npm': (repository, { directory }) =>
    at(repository.data(joinPath(directory, 'package.json')).value, 'bin') !== undefined,
}

/** So much at the beginning of a page tells what something is. */
const firstCharacters = 900

/**
 * What can be seen of an application that tells what it is for. Each alone is weak; `weigh-kind.ts` weighs them.
 * `about` says where its page is.
 */
export function signsOf(repository: Repository, app: Unsorted, about: Described = app): string[] {
  const page = pageOf(repository, about)
  const first = [titleOf(repository, about), ...describedBy(repository, about), ...proseOf(repository, about)].join(' ')
  const own = app.paths.map((path) => below(path, app.directory))
  const needed = app.dependencies.map(({ name }) => name)
  const called = calledKind(repository, about)
  return [
    ...seen(words, [first.slice(0, firstCharacters)]),
    ...seen(pages, [page]),
    ...seen(names, repository.namesIn(app.directory)),
    // There are far fewer folders than files.
    ...seen(folders, [...new Set(own.map((path) => `${directoryOf(path)}/`))]),
    ...seen(files, own),
    ...seen(needs, needed),
    ...Object.keys(markers).filter((name) => app.markers().has(markers[name] as Marker)),
    ...(called === undefined ? [] : [`calls itself a ${called}`]),
    ...Object.keys(questions).filter((name) => questions[name]?.(repository, app, about)),
  ]
}

function seen(patterns: Patterns, texts: readonly string[]): string[] {
  return Object.keys(patterns).filter((name) => texts.some((text) => patterns[name]?.test(text)))
}

/** A gem or a package of Composer that says so in its manifest. */
function bringsCommand(repository: Repository, { manifests, directory }: Unsorted): boolean {
  if (at(repository.data(joinPath(directory, 'composer.json')).value, 'bin') !== undefined) return true
  return manifests.some((path) => path.endsWith('.gemspec') && /\.executables?\s*=/.test(repository.text(path) ?? ''))
}

/** What an application is called in its manifests and in the title of its page. */
export function calledBy(repository: Repository, { manifests, directory }: Described): string[] {
  const inManifests = manifests.map((path) => {
    if (path.endsWith('.gemspec')) return nameOf(path).replace(/\.gemspec$/, '')
    const data = /\.(json|toml)$/.test(path) ? repository.data(path).value : undefined
    return at(data, 'name') ?? at(data, 'project', 'name') ?? at(data, 'package', 'name')
  })
  const title = titleOf(repository, { manifests, directory }).split(/[\s:,–—]/)[0]
  return [...inManifests, goModuleOf(repository, directory)?.replace(/\/v\d+$/, ''), title]
    .filter((name) => typeof name === 'string')
    .map((name) => nameOf(name.toLowerCase()))
    .filter((name) => /^[\w.-]{2,}$/.test(name))
}

/** Whether a command or a page of the manual is called like it. */
function hasOwnCommand(repository: Repository, { paths, directory }: Unsorted, about: Described): boolean {
  const called = new Set(calledBy(repository, about))
  return paths.some((path) => {
    const name =
      /^(?:(?:bin|exe|cmd|sbin|scripts?)\/([\w.-]+?)(?:\.\w+)?(?:$|\/)|(?:.+\/)?([\w-]+)\.1(?:\.\w+)?$)/.exec(
        below(path, directory),
      )
    return name !== null && called.has((name[1] ?? name[2] ?? '').toLowerCase())
  })
}

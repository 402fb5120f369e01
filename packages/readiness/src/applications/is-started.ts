import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import type { Application } from './application.ts'
import { calledKind, saysTool } from './called-kind.ts'
import { goModuleOf, ownCommandOf } from './go-module.ts'
import { isPublished } from './is-published.ts'
import { below, directoryOf, isForeign, isNotAlone, joinPath, upwards } from './places.ts'

/** An application whose kind is not known yet. */
export type Unsorted = Omit<Application, 'kind' | 'description' | 'parts'>

/** A part of a repository whose name says that it is left running. */
export function isCalledAfterServer({ directory }: Unsorted): boolean {
  return /(^|[/_-])(operator|daemon|worker|broker|gateway|proxy|service)$|\w-node$|(?<!ob|language-?|lsp-?)server$/.test(
    directory,
  )
}

/** A part of a repository whose name says that people type it. */
export function isCalledAfterCommands({ directory }: Pick<Unsorted, 'directory'>): boolean {
  return /(^|[/_-])(cli|commandline)$/.test(directory)
}

/** What a library starts in its own tests is no program of anybody else. */
const beside = /fixture|test|bench|example|fuzz|demo|sample/i

/** Whether there is a program to start. */
export function isStarted(repository: Repository, app: Unsorted, answersByDependency: boolean): boolean {
  const { directory, language } = app
  const paths = app.paths.filter((path) => !isForeign(path)).map((path) => below(path, directory))
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path))
  const manifest = (names: RegExp) =>
    app.manifests
      .filter((path) => names.test(below(path, directory)))
      .map((path) => repository.text(path) ?? '')
      .join('\n')
  switch (language) {
    case 'rust': {
      const bins = at(repository.data(joinPath(directory, 'Cargo.toml')).value, 'bin')
      const named = Array.isArray(bins) ? bins.map((bin) => String(at(bin, 'name'))) : []
      const placed = paths.flatMap((path) => /^src\/bin\/([^/.]+)/.exec(path)?.[1] ?? [])
      if (has(/^src\/lib\.rs$/) && named.length > 0 && isBuiltUpon(repository, directory, named)) return false
      return has(/^src\/main\.rs$/) || [...named, ...placed].some((name) => !beside.test(name))
    }
    case 'go':
      if (!app.markers().has('listens') && isImportedGo(repository, app) && !isCommandOfGo(repository, app))
        return false
      return (
        has(/^((app|src|server|service|api|daemon|cli|main)\/)?main\.go$|^cmd\/.+\.go$/) ||
        app.sources.some((path) => isGoProgram(repository, path, directory)) ||
        listensAsProgram(repository, app)
      )
    case 'python':
      return pythonIsStarted(repository, app, has)
    case 'ruby':
      return !has(/^[^/]+\.gemspec$/) || isGemProgram(repository, app)
    case 'php':
      return phpIsStarted(repository.data(joinPath(directory, 'composer.json')).value)
    case 'java':
    case 'kotlin':
    case 'scala':
      return (
        (app.markers().has('javaMain') && !isMainOfLibrary(repository, app)) ||
        (answersByDependency && !isLibraryOfJava(repository, app))
      )
    case 'clojure':
      return (
        /:main\b/.test(manifest(/\.(clj|edn)$/)) ||
        (answersByDependency && /:ring\s*\{|:uberjar|:jib\b/.test(manifest(/\.(clj|edn)$/)))
      )
    case 'elixir':
      // What has a package is published for others; what has a module is started by the runtime.
      if (isArchive(textOfFirst(repository, app, /^readme\.\w+$/i), manifest(/^mix\.exs$/))) return true
      if (has(/^lib\/mix\/tasks\//) && calledKind(repository, app) === 'tool') return true
      return /^\s*(mod|escript):/m.test(manifest(/(^|\/)mix\.exs$/)) && !isPackageOfHex(repository, app)
    case 'swift':
      if (/\.library\(/.test(manifest(/^Package\.swift$/)) && !/\.executable\(/.test(manifest(/^Package\.swift$/)))
        return false
      // The entry of a program may have any name.
      return (
        has(/(^|\/)main\.swift$/) ||
        app.markers().has('listens') ||
        buildsItself(
          manifest(/^Package\.swift$/),
          /\bPackage\(\s*name:\s*"([^"]+)"/,
          /\.executable\(\s*name:\s*"([^"]+)"/g,
        )
      )
    case 'dart':
      // A published package may be entered by the analyzer or by Flutter.
      return (
        has(/^bin\/[^/]+\.dart$/) ||
        (has(/^(lib\/)?main\.dart$/) && !app.manifests.some((path) => isPublished(repository, path)))
      )
    case 'haskell':
      return (
        buildsItself(manifest(/\.cabal$/), /^name:\s*(\S+)/im, /^executable\s+"?([\w-]+)/gim) ||
        (/^executable\s/im.test(manifest(/\.cabal$/)) &&
          (calledKind(repository, app) === 'tool' || saysTool(repository, app)))
      )
    case 'zig':
      return /\baddExecutable\(/.test(manifest(/^build\.zig$/)) && has(/^src\/main\.zig$/)
    case 'lua':
      return /\bbin\s*=/.test(manifest(/\.rockspec$/)) || has(/^bin\/[^/.]+$/)
    case 'perl':
      return !has(/^(lib\/.+|[A-Z]\w*)\.pm$/)
    case 'shell':
      return true
    case 'erlang':
      return app.markers().has('listens') || /^\{escript_(main_app|name),/m.test(manifest(/^rebar\.config$/))
    case 'cpp':
      return (
        app.markers().has('listens') ||
        cIsStarted(repository, app, has) ||
        (app.markers().has('accepts') && calledKind(repository, app) === 'service')
      )
    default:
      return app.markers().has('listens')
  }
}

/** A project of Mix that says what Hex is to publish of it. */
export function isPackageOfHex(repository: Repository, { language, directory }: Unsorted): boolean {
  return language === 'elixir' && /^\s*package:/m.test(repository.text(joinPath(directory, 'mix.exs')) ?? '')
}

/** Whether a page tells people to install this project into Mix, and not another one. */
function isArchive(page: string, project: string): boolean {
  const installed = /\bmix archive\.install (?:hex )?(\w+)/.exec(page)?.[1]
  const name = /\bapp: :(\w+)/.exec(project)?.[1] ?? installed
  return installed !== undefined && installed === name
}

/** Whether other crates here, which are not only its tests, are built upon this one, and none of its programs is called like it. */
function isBuiltUpon(repository: Repository, directory: string, programs: readonly string[]): boolean {
  const crate = at(repository.data(joinPath(directory, 'Cargo.toml')).value, 'package')
  const name = at(crate, 'name')
  if (!directory || typeof name !== 'string' || at(crate, 'default-run') !== undefined) return false
  if (programs.some((each) => name === each || name.endsWith(`-${each}`))) return false
  return repository.paths.some(
    (path) =>
      /(^|\/)Cargo\.toml$/.test(path) &&
      !isForeign(path) &&
      !isNotAlone(path) &&
      directoryOf(path) !== directory &&
      directoryOf(path) !== '' &&
      entriesOf(at(repository.data(path).value, 'dependencies')).some(([each]) => each === name),
  )
}

/** A module that is published for others, while nothing in its build packs or starts a program. */
function isLibraryOfJava(repository: Repository, app: Unsorted): boolean {
  const builds = upwards(app.directory).flatMap((directory) =>
    ['pom.xml', 'build.gradle', 'build.gradle.kts'].map((name) => repository.text(joinPath(directory, name)) ?? ''),
  )
  const own = app.manifests.map((path) => withoutPhases(repository.text(path) ?? '')).join('\n')
  const isPublished = builds.some((text) =>
    /maven-publish|java-library|<artifactId>apache<\/artifactId>|nexus|sonatype|maven-gpg-plugin|central-publishing|<distributionManagement>|\bsigning\b/.test(
      text,
    ),
  )
  const isPacked =
    /<packaging>\s*war\b|spring-boot-maven-plugin|["']org\.springframework\.boot["']|["']application["']|^\s*application\s*(\{|$)|["']war["']|mainClass|quarkus-maven-plugin|micronaut\.application|\bjib\b|shadowJar/m
  // Only libraries of Gradle pass on to others what they need themselves.
  const passesOn = /^\s*api\s*[(\s"']/m.test(own)
  return (isPublished || passesOn) && !isPacked.test(own)
}

/** What the build itself runs in one of its phases is no program of people. */
function withoutPhases(text: string): string {
  const isOfBuild = (part: string) => part.includes('exec-maven-plugin') && part.includes('<phase>')
  return text
    .split('<plugin>')
    .filter((part) => !isOfBuild(part))
    .join('<plugin>')
}

/** A start of one class inside of a published module, without an image, is for those who work on it. */
function isMainOfLibrary(repository: Repository, app: Unsorted): boolean {
  const isPlain = app.markers().get('javaMain')?.text.includes('static void main(') === true
  return (
    isPlain &&
    !isCalledAfterServer(app) &&
    !isCalledAfterCommands(app) &&
    !/(^|[/_-])(app|migrator|standalone)$/.test(app.directory) &&
    calledKind(repository, app) !== 'service' &&
    app.directory !== '' &&
    app.sources.length > 1 &&
    isLibraryOfJava(repository, app)
  )
}

/** Whether a build makes a program that is called like the project, or like it with a further word. */
function buildsItself(text: string, project: RegExp, program: RegExp): boolean {
  const name = project.exec(text)?.[1]?.toLowerCase()
  const programs = [...text.matchAll(program)].map(([, each = '']) => each.toLowerCase())
  return programs.some((each) => each === name || (/[-_](server|daemon|cli)$/.test(each) && each.startsWith(`${name}`)))
}

/** Libraries in C build programs for their tests and examples, too. */
function cIsStarted(repository: Repository, app: Unsorted, has: (pattern: RegExp) => boolean): boolean {
  const builds = app.paths
    .filter((path) =>
      /^((src|app|s?bin\/[^/]+)\/)?(CMakeLists\.txt|Makefile\.am|meson\.build)$/.test(below(path, app.directory)),
    )
    .map((path) => repository.text(path) ?? '')
    .join('\n')
  if (/^\s*s?bin_PROGRAMS\s*\+?=\s*\S/m.test(builds)) return true
  if (builds === '' && (installsProgram(repository, app) || calledKind(repository, app) === 'tool')) return true
  // What others built, what has no code and what is only a step on the way is no library of its own.
  const libraries = /\badd_library\s*\((?![^)]*\b(IMPORTED|INTERFACE|ALIAS|OBJECT)\b)|\blibrary\s*\(/.test(builds)
  if (!libraries && has(/^(src\/)?main\.(c|cc|cpp|cxx)$/)) return true
  return buildsItself(
    builds,
    /\bproject\s*\(\s*["']?([\w.-]+)/i,
    /\b(?:add_executable|executable)\s*\(\s*["']?([\w.-]+)/gi,
  )
}

/** A Makefile that puts something where commands are, and makes no library. */
function installsProgram(repository: Repository, app: Unsorted): boolean {
  const text = app.paths
    .filter((path) => /^(src\/)?(GNU)?[mM]akefile$/.test(below(path, app.directory)))
    .map((path) => repository.text(path) ?? '')
    .join('\n')
  const makesLibrary = /^[^\n:=]*\.(so|a|dylib)\b[^\n:=]*:|\binstall\b[^\n]*\.(so|a|dylib)\b/m.test(text)
  return /\$[({]?\w*[)}]?\/bin\b|\$[({]s?bindir[)}]/i.test(text) && !makesLibrary
}

/** A gem with a command that calls itself a tool, or whose page tells people to install it, not to name it in a Gemfile. */
export function isGemProgram(repository: Repository, app: Unsorted): boolean {
  const { paths, directory } = app
  const own = paths.map((path) => below(path, directory))
  const name = own.flatMap((path) => /^([^/]+)\.gemspec$/.exec(path)?.[1] ?? [])[0]
  if (name === undefined) return false
  if (own.some((path) => path.startsWith('exe/') && isCalledLike(path.slice(4), name))) return true
  const brings = /\bexecutables?\s*(=|<<)/.test(repository.text(joinPath(directory, `${name}.gemspec`)) ?? '')
  if (brings && (/-(cli|bin)$/.test(name) || calledKind(repository, app) === 'tool')) return true
  const readme = own.find((path) => /^readme(\.\w+)?$/i.test(path))
  if (readme === undefined || !own.includes(`bin/${name}`)) return false
  const text = repository.text(joinPath(directory, readme)) ?? ''
  const isNamed =
    text.includes(`gem '${name}'`) || text.includes(`gem "${name}"`) || text.includes(`bundle add ${name}`)
  // A page that shows code of Ruby before its command is for programs.
  const isCalled = new RegExp(`^(?:(\`\`\`ruby)|\\s*\\$ ?${name}\\b)`, 'm').exec(text)?.[1] !== undefined
  return text.includes(`gem install ${name}`) && !isNamed && !isCalled
}

/** A package of Python says of itself that it is made for programs. */
export function isLibraryOfPython(repository: Repository, { language, manifests }: Unsorted): boolean {
  return language === 'python' && manifests.some((path) => classified.test(repository.text(path) ?? ''))
}

const classified = /["']?Topic :: Software Development :: Libraries/

/** A package of PHP whose command is called like itself is a program, whatever its type. */
function phpIsStarted(manifest: unknown): boolean {
  const name = String(at(manifest, 'name')).split('/').at(-1)
  const commands = [at(manifest, 'bin')].flat().map((path) => String(path).replace(/^.*\//, ''))
  // A framework is used by code, whatever starts it.
  if (commands.includes(name ?? '')) return !/\bframework\b/i.test(String(at(manifest, 'description')))
  return !/^(library|symfony-bundle|composer-plugin)$/.test(String(at(manifest, 'type')))
}

/** A module whose own directory is a package that its page shows how to import; a command beside it serves its users. */
function isImportedGo(repository: Repository, app: Unsorted): boolean {
  const module = goModuleOf(repository, app.directory)
  const isPackage = (path: string) =>
    !below(path, app.directory).includes('/') && /^package (?!main\b)\w/m.test(repository.text(path) ?? '')
  if (module === undefined || !app.sources.some(isPackage)) return false
  const readme = textOfFirst(repository, app, /^readme\.\w+$/i)
  return readme.split('\n').some((line) => /^\s*(import )?(\w+ )?"[^"]+"$/.test(line) && line.includes(`"${module}"`))
}

/** A command called like its module, of which the first words speak, too. */
function isCommandOfGo(repository: Repository, app: Unsorted): boolean {
  return (
    ownCommandOf(repository, app.directory) !== undefined &&
    (saysTool(repository, app) || calledKind(repository, app) === 'tool')
  )
}

/** A file of the package `main` in the directory of the module itself. */
function isGoProgram(repository: Repository, path: string, directory: string): boolean {
  return !below(path, directory).includes('/') && /^package main\b/m.test(repository.text(path) ?? '')
}

/** A program of this module that listens, in whatever folder; a module inside of it has programs of its own. */
function listensAsProgram(repository: Repository, { directory, markers }: Unsorted): boolean {
  const path = markers().get('listens')?.path
  if (path === undefined || !/^package main\b/m.test(repository.text(path) ?? '')) return false
  const between = upwards(directoryOf(path)).filter((each) => each.length > directory.length)
  return !between.some((each) => repository.has(joinPath(each, 'go.mod')))
}

/** A package that exports names is a library, even when it has a command, too. */
function pythonIsStarted(repository: Repository, app: Unsorted, has: (pattern: RegExp) => boolean): boolean {
  const manifest = repository.data(joinPath(app.directory, 'pyproject.toml')).value
  const isPackage = at(manifest, 'build-system') !== undefined || has(/^setup\.(py|cfg)$/)
  const scripts = [
    ...entriesOf(at(manifest, 'project', 'scripts')),
    ...entriesOf(at(manifest, 'tool', 'poetry', 'scripts')),
  ]
  const isPlugin = scripts.length === 0 && entriesOf(at(manifest, 'project', 'entry-points')).length > 0
  if (!isPackage) return !isPlugin
  if (isBuildBackend(manifest)) return false
  // A framework has modules of these names inside; a site has its own beside the manifest.
  if (has(/^([^/]+\/)?(manage|wsgi|asgi)\.py$/) && !exportsNames(repository, app)) return true
  // For the console, with a command called like itself.
  const isNamed = scripts.some(([each]) => each === at(manifest, 'project', 'name'))
  if (exportsNames(repository, app)) return isNamed && isForConsole(repository, app)
  return (
    scripts.length > 0 ||
    isCommand(repository, app) ||
    has(/(^|\/)__main__\.py$/) ||
    has(/^(src\/)?(app|main|server)(\/main)?\.py$/)
  )
}

/** A package of Python says of itself that it is for the console, and not that it is made for programs. */
export function isForConsole(repository: Repository, app: Unsorted): boolean {
  const isSaid = (path: string) => /Environment :: Console/.test(repository.text(path) ?? '')
  return app.language === 'python' && app.manifests.some(isSaid) && !isLibraryOfPython(repository, app)
}

/** A package that builds itself builds others, too. */
function isBuildBackend(manifest: unknown): boolean {
  const backend = at(manifest, 'build-system', 'build-backend')
  const name = at(manifest, 'project', 'name')
  return (
    at(manifest, 'build-system', 'backend-path') !== undefined &&
    typeof name === 'string' &&
    String(backend).split('.')[0] === name.replaceAll('-', '_')
  )
}

/** Whether a package of Python brings commands. */
export function hasCommands(repository: Repository, app: Unsorted): boolean {
  const manifest = repository.data(joinPath(app.directory, 'pyproject.toml')).value
  const scripts =
    entriesOf(at(manifest, 'project', 'scripts')).length + entriesOf(at(manifest, 'tool', 'poetry', 'scripts')).length
  return scripts > 0 || isCommand(repository, app)
}

/** Whether a command has the name of its package, or that name and what such commands end with. */
function isCalledLike(command = '', name = ''): boolean {
  return name !== '' && command.startsWith(name) && /^(d|ctl|rb|[-_]?cli)?$/.test(command.slice(name.length))
}

/** A package whose command is called like itself, in the manifest of old. */
function isCommand(repository: Repository, { directory }: Unsorted): boolean {
  const text = ['setup.py', 'setup.cfg'].map((name) => repository.text(joinPath(directory, name)) ?? '').join('\n')
  const name = /^\s*(?:setup\()?\s*name\s*=\s*["']?([\w-]+)/m.exec(text)?.[1]
  const commands = text.split('console_scripts')[1]?.matchAll(/["'\s]([\w-]+)\s*=\s*[\w.]+:\w+/g) ?? []
  // A single module is imported, whatever it can be started as.
  return !/^\s*py_modules\b/m.test(text) && [...commands].some(([, command]) => isCalledLike(command, name))
}

function exportsNames(repository: Repository, { sources, directory }: Unsorted): boolean {
  const inits = sources.filter((path) => /^(src\/)?[^/]+\/__init__\.py$/.test(below(path, directory)))
  return inits.some((path) => {
    const text = repository.text(path) ?? ''
    const listed = /^__all__ = [[(]([^\])]*)/m.exec(text)?.[1]?.match(/["']\w+["']/g) ?? []
    // Every package may tell its version.
    const names = listed.filter((each) => !/^.(__\w+__|version)/.test(each))
    return names.length >= 5 || (text.match(/^from \.\S* import /gm) ?? []).length >= 5
  })
}

/** The text of the first file of an application whose path in it matches; empty without one. */
export function textOfFirst(repository: Repository, { paths, directory }: Unsorted, names: RegExp): string {
  const path = paths.find((each) => names.test(below(each, directory)))
  return path === undefined ? '' : (repository.text(path) ?? '')
}

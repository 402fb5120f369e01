import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import type { Ecosystem } from './application.ts'
import { hasImage } from './folders.ts'
import { isPublished } from './is-published.ts'
import { directoryOf, isNotAlone, joinPath, nameOf, upwards } from './places.ts'
import { makesWebsite } from './website.ts'
import { isRole } from './without-manifest.ts'

const manifestNames: Readonly<Record<string, Ecosystem>> = {
  'package.json': 'npm',
  'deno.json': 'deno',
  'deno.jsonc': 'deno',
  'pyproject.toml': 'python',
  'setup.py': 'python',
  'setup.cfg': 'python',
  'requirements.txt': 'python',
  Pipfile: 'python',
  'go.mod': 'go',
  'Cargo.toml': 'cargo',
  'pom.xml': 'maven',
  'build.gradle': 'gradle',
  'build.gradle.kts': 'gradle',
  Gemfile: 'ruby',
  'composer.json': 'php',
  'Package.swift': 'swift',
  'mix.exs': 'mix',
  'CMakeLists.txt': 'cmake',
  'meson.build': 'cmake',
  'configure.ac': 'cmake',
  'build.sbt': 'sbt',
  'build.sc': 'sbt',
  'build.mill': 'sbt',
  'project.clj': 'clojure',
  'deps.edn': 'clojure',
  'pubspec.yaml': 'pub',
  'build.zig': 'zig',
  'Makefile.PL': 'perl',
  'Build.PL': 'perl',
  cpanfile: 'perl',
  'dist.ini': 'perl',
  'Project.toml': 'julia',
  'rebar.config': 'erlang',
  'erlang.mk': 'erlang',
  DESCRIPTION: 'r',
  'dune-project': 'ocaml',
}

/** The ecosystem of a manifest; `undefined` for every other file. */
export function ecosystemOf(path: string): Ecosystem | undefined {
  const name = nameOf(path)
  if (Object.hasOwn(manifestNames, name)) return manifestNames[name]
  if (name.endsWith('.csproj') || name.endsWith('.fsproj') || name.endsWith('.vbproj')) return 'dotnet'
  if (name.endsWith('.gemspec')) return 'ruby'
  if (name.endsWith('.cabal')) return 'haskell'
  if (name.endsWith('.rockspec')) return 'lua'
  if (name === 'project.pbxproj') return 'swift'
  if (moduleCalled(path) !== undefined) return 'gradle'
  return name.endsWith('.tf') ? 'terraform' : undefined
}

/** The name of a module of Gradle whose build file is called after it, and so after its folder. */
export function moduleCalled(path: string): string | undefined {
  if (!path.endsWith('.gradle') && !path.endsWith('.gradle.kts')) return undefined
  const name = nameOf(path).replace(/\.gradle(\.kts)?$/, '')
  const folder = nameOf(directoryOf(path))
  return folder !== '' && (name === folder || name.endsWith(`-${folder}`)) ? name : undefined
}

/** Whether a directory is an application of Nx, whose packages are declared once at the root. */
export function isNxApplication(repository: Repository, path: string): boolean {
  return (
    nameOf(path) === 'project.json' &&
    directoryOf(path) !== '' &&
    repository.has('nx.json') &&
    at(repository.data(path).value, 'projectType') === 'application' &&
    !/(^|[/-])e2e\/project\.json$/.test(path)
  )
}

/** The directory that a manifest describes. A project of Xcode is a folder beside what it builds. */
export function placeOf(path: string): string {
  const directory = directoryOf(path)
  return directory.endsWith('.xcodeproj') ? directoryOf(directory) : directory
}

/** Further files beside a manifest that declare dependencies. */
export function isSideManifest(name: string): boolean {
  return isRequirements(name) || /^Directory\.(Packages|Build)\.props$|^(conanfile\.(txt|py)|vcpkg\.json)$/.test(name)
}

/** A list of what Python is to install: `requirements.txt` and the like, or a file in a folder of that name. */
export function isRequirements(path: string): boolean {
  // Constraints also name what others need.
  return /(^|\/)(((dev|tests?|docs?|lint|ci|build)[-_])?requirements[^/]*|requirements\/(?!constraints)[^/]+)\.(txt|in)$/.test(
    path,
  )
}

/** A list for those who work on the program, by its name. */
export function isListForDevelopers(path: string): boolean {
  return (
    isRequirements(path) &&
    /requirements[-_./](dev|tests?|testing|local|docs|lint|ci)(?![a-z])|requirements[-_./]dev|(dev|tests?|docs?|lint|ci|build)[-_]requirements/.test(
      path,
    )
  )
}

/** Whether Composer installs packages of others right beside this manifest, which is below the root. */
export function bringsPackages(repository: Repository, path: string): boolean {
  if (!path.endsWith('/composer.json')) return false
  return /^\.\/?$/.test(String(at(repository.data(path).value, 'config', 'vendor-dir')))
}

/** Where it puts them; beside them may be source of this repository. */
export function broughtBy(repository: Repository, path: string): string[] {
  return entriesOf(at(repository.data(path).value, 'require')).map(([name]) => `${directoryOf(path)}/${name}/`)
}

/** What makes a website of its own of a folder with documentation. */
const pages = /"(react-dom|vue|svelte|next|nuxt|astro|gatsby|vitepress|vuepress|@docusaurus\/core|@11ty\/eleventy)"\s*:/

/** Whether a manifest only gathers others, or only holds settings of tools. */
export function isOnlyRoot(repository: Repository, path: string): boolean {
  const name = nameOf(path)
  const data = () => repository.data(path).value
  const text = () => repository.text(path) ?? ''
  // Requirements of the documentation are no application, nor is the build of a build.
  if (
    /^(requirements\.txt|pyproject\.toml|Pipfile|Gemfile|pom\.xml)$/.test(name) &&
    /(^|\/)docs?$/.test(directoryOf(path))
  )
    return true
  // Beside a manifest of npm it holds settings, and functions of Supabase have one each.
  if (/^deno\.jsonc?$/.test(name)) {
    if (repository.has(joinPath(directoryOf(path), 'package.json')) || /(^|\/)supabase\/functions\//.test(path))
      return true
    const isOwn = hasAny(data(), ['exports'])
    return !isOwn && (hasAny(data(), ['workspace']) || entriesOf(at(data(), 'imports')).length === 0)
  }
  if (name === 'package.json' && /(^|\/)docs?$/.test(directoryOf(path)) && !pages.test(text()) && !makesWebsite(data()))
    return true
  if (name === 'build.sbt' && /(^|\/)project$/.test(directoryOf(path))) return true
  if (name === 'package.json') {
    const value = data()
    if (value === undefined) return false
    // What others import is a package itself, even if it also gathers others and a build takes `private` away.
    const isImported = hasAny(value, ['exports', 'types', 'module'])
    const isOwn = isImported || at(value, 'dependencies') !== undefined
    if (gathers(repository, path, value) && at(value, 'private') === true && !isOwn) return true
    const isNxRoot = directoryOf(path) === '' && repository.has('nx.json')
    if (
      isNxRoot &&
      repository.paths.some(
        (each) => each.endsWith('/project.json') && isNxApplication(repository, each) && !isNotAlone(each),
      )
    )
      return true
    // Tests of the package beside it, and what helps only them.
    if (
      at(value, 'private') === true &&
      /(^|\/)(tests?-[^/]+|[\w-]*test(ing)?-(utils?|helpers?))$/.test(directoryOf(path))
    )
      return true
    if (
      isStart(repository, path) ||
      isTrial(value, path) ||
      isHalfOfPackage(repository, path, value) ||
      isCopied(repository, path, value)
    )
      return true
    // Settings of tools that all packages share, and pages with which those who work here try the packages.
    const isShared = /(^|\/)(eslint|jest|vitest|babel|prettier|tsconfig|typescript|webpack|rollup)-?config$/
    const isTrialPage = /^dev\/[^/]+$/.test(directoryOf(path)) && !answersRequests(value)
    if (
      at(value, 'private') === true &&
      (isShared.test(directoryOf(path)) || isTrialPage) &&
      !hasImage(repository, directoryOf(path))
    )
      return true
    // A private package that needs nothing but tools, such as a linter of pages, contains no program.
    const gives = ['dependencies', 'scripts', 'main', 'bin', 'exports', 'module'].some((key) => at(value, key))
    if (at(value, 'private') === true && !gives) return true
    // A file that only says `{"type": "module"}` names no package; below the root, neither does a list of tools.
    const named = ['name', 'dependencies', 'scripts', ...(directoryOf(path) === '' ? ['devDependencies'] : [])]
    return !named.some((key) => at(value, key))
  }
  if (/^(requirements\.txt|Pipfile|Gemfile)$/.test(name) && isAnsible(repository, directoryOf(path))) return true
  // A module of a program may have the same name.
  if (name === 'setup.py') {
    const isInPackage = repository.has(joinPath(directoryOf(path), '__init__.py'))
    const isModule = isInPackage && !/^\s{0,4}(setuptools\.)?setup\(/m.test(text())
    return isModule || !/\b(setuptools|distutils)\b/.test(text())
  }
  if (name === 'pyproject.toml') {
    const value = data()
    if (value === undefined) return false
    return (!at(value, 'project') && !at(value, 'tool', 'poetry', 'name')) || isInputOfCrate(repository, path, value)
  }
  if (name === 'Cargo.toml') {
    const isKept =
      at(data(), 'package', 'publish') === false && /(^|\/)(tests?-[^/]+|ci\/[^/]+)$/.test(directoryOf(path))
    return isKept || (data() !== undefined && !at(data(), 'package'))
  }
  // Go keeps the tools of its developers in a module of their own, so that users do not get them.
  if (name === 'go.mod' && /(^|\/)tools?$/.test(directoryOf(path))) return true
  if (name === 'requirements.txt' && /(^|\/)testing\/|^tools?\/[^/]+$/.test(path)) return true
  // Composer keeps tools of developers apart, so that they do not meet the packages of the program.
  if (name === 'composer.json' && /(^|\/)(dev-?tools|vendor-bin\/[^/]+)$/.test(directoryOf(path))) return true
  // What a project keeps only so that nobody loses it.
  if (/^(pom\.xml|build\.gradle(\.kts)?)$/.test(name) && /(^|\/)([\w-]+-archive|archived)\/[^/]+\//.test(path))
    return !isPublished(repository, path) && !hasImage(repository, directoryOf(path))
  if (name === 'pom.xml') return /<modules>/.test(text()) && /<packaging>\s*pom\s*</.test(text())
  if (name === 'CMakeLists.txt') return directoryOf(path) !== '' && !/\bproject\s*\(/i.test(text())
  // The root of a build with modules only gathers them, if it has no source where builds look for it.
  if (/^build\.gradle(\.kts)?$/.test(name) && directoryOf(path) === '') {
    const settings = repository.text('settings.gradle') ?? repository.text('settings.gradle.kts') ?? ''
    return /\binclude\b/.test(settings) && !repository.paths.some((each) => each.startsWith('src/'))
  }
  // A project of .NET that only names others, to build them all.
  if (name.endsWith('proj') && /Sdk="Microsoft\.Build\.(Traversal|NoTargets)\b/.test(text())) return true
  if (name === 'DESCRIPTION') return !/^Package:/m.test(text())
  if (name === 'Project.toml') return at(data(), 'name') === undefined || at(data(), 'uuid') === undefined
  if (name === 'meson.build') return !/\bproject\s*\(/.test(text())
  return false
}

/** Whether a package is started, and needs what answers requests. */
function answersRequests(manifest: unknown): boolean {
  const isAnswering = ([name]: [string, unknown]) => /^(express|fastify|koa|hono|@nestjs\/core)$/.test(name)
  return at(manifest, 'scripts', 'start') !== undefined && entriesOf(at(manifest, 'dependencies')).some(isAnswering)
}

/** Roles and playbooks; what Python or Ruby install beside them runs and checks them. */
function isAnsible(repository: Repository, directory: string): boolean {
  const names = repository.namesIn(directory)
  const roles = joinPath(directory, 'roles/')
  const isGathered =
    names.some((name) => /^(galaxy\.ya?ml|ansible\.cfg)$/.test(name)) &&
    repository.paths.some((path) => path.startsWith(roles))
  return isGathered || isRole(repository, directory)
}

/** One of several starts that the package above copies for its users. */
export function isStart(repository: Repository, path: string): boolean {
  const directory = directoryOf(path)
  return /^template[-_]/.test(nameOf(directory)) && repository.has(joinPath(directoryOf(directory), 'package.json'))
}

/** A private project with which CI tries the packages of the workspace in one more surrounding. */
function isTrial(manifest: unknown, path: string): boolean {
  const isImported = hasAny(manifest, ['main', 'exports', 'bin'])
  return at(manifest, 'private') === true && !isImported && /(^|\/)integrations\/[^/]+$/.test(directoryOf(path))
}

/** A project of Python inside of a crate, which nothing builds: the crate reads it. */
function isInputOfCrate(repository: Repository, path: string, manifest: unknown): boolean {
  if (at(manifest, 'build-system') !== undefined) return false
  return upwards(directoryOf(path))
    .slice(1, -1)
    .some((above) => at(repository.data(joinPath(above, 'Cargo.toml')).value, 'package') !== undefined)
}

/** A file that repeats the name of the package above it and says only how its files are to be read. */
function isHalfOfPackage(repository: Repository, path: string, manifest: unknown): boolean {
  const name = String(at(manifest, 'name'))
  const isEntry = upwards(directoryOf(path))
    .slice(1)
    .some((above) => {
      const whole = at(repository.data(joinPath(above, 'package.json')).value, 'name')
      return typeof whole === 'string' && name.startsWith(`${whole}/`) && !/^@[^/]+$/.test(whole)
    })
  if (isEntry && !hasAny(manifest, ['version', 'dependencies', 'scripts'])) return true
  if (!entriesOf(manifest).every(([key]) => /^(name|type|version|private|sideEffects)$/.test(key))) return false
  return upwards(directoryOf(path))
    .slice(1)
    .some((above) => at(repository.data(joinPath(above, 'package.json')).value, 'name') === at(manifest, 'name'))
}

/** A package of others deep inside of the source, which names the place that it was copied from. */
export function isCopied(repository: Repository, path: string, manifest: unknown): boolean {
  if (path.split('/').length < 4 || /(^|\/)packages\//.test(path)) return false
  const own = ownerOf(repository.data('package.json').value)
  const theirs = ownerOf(manifest)
  return own !== undefined && theirs !== undefined && own !== theirs
}

/** Who owns the repository that a package names. */
function ownerOf(manifest: unknown): string | undefined {
  const repository = at(manifest, 'repository', 'url') ?? at(manifest, 'repository')
  return /github\.com[/:]([\w-]+)\//.exec(String(repository))?.[1]?.toLowerCase()
}

/** Whether a package has workspaces. pnpm keeps other settings in the same file. */
function gathers(repository: Repository, path: string, manifest: unknown): boolean {
  const workspace = repository.data(joinPath(directoryOf(path), 'pnpm-workspace.yaml')).value
  return at(manifest, 'workspaces') !== undefined || at(workspace, 'packages') !== undefined
}

/** Whether a project of .NET, or a module of Maven or Gradle, holds the tests of another one. */
export function isTestProject(repository: Repository, path: string): boolean {
  if (/(^|\/)(tests?-[\w-]+|[\w-]+-(its?|e2e))\/(pom\.xml|build\.gradle(\.kts)?)$/.test(path)) return true
  const text = repository.text(path) ?? ''
  // A module of Android that only tests another one.
  if (/\.gradle(\.kts)?$/.test(path)) return /\bid[ (]+["']com\.android\.test["']/.test(text)
  // What only tests need is often called after them in front.
  if (/(^|\/)Test[A-Z][\w.]*\/[^/]+\.(cs|fs|vb)proj$/.test(path) && !isPublished(repository, path)) return true
  return (
    /\.(cs|fs|vb)proj$/.test(path) &&
    (/Microsoft\.NET\.Test\.Sdk|<IsTestProject>\s*true/i.test(text) ||
      /(Test(s|Console|Runner)?|\.tests?)\.\w+proj$/.test(path))
  )
}

/** What a manifest says about itself. */
export function descriptionIn(repository: Repository, path: string): string | undefined {
  const name = nameOf(path)
  const value = /\.(json|toml)$|^pubspec\.yaml$/.test(name) ? repository.data(path).value : undefined
  const found =
    at(value, 'description') ??
    at(value, 'project', 'description') ??
    at(value, 'package', 'description') ??
    at(value, 'tool', 'poetry', 'description')
  if (typeof found === 'string') return found
  const text = repository.text(path) ?? ''
  if (name === 'pom.xml' || name.endsWith('proj')) return /<[Dd]escription>\s*([^<]+?)\s*</.exec(text)?.[1]
  if (name.endsWith('.gemspec')) return /\.summary\s*=\s*(?:%[qQ]?.|["'])(.+?)["'})\]|!]\s*$/m.exec(text)?.[1]
  if (name === 'setup.py') return /^\s*description\s*=\s*["'](.+?)["'],?\s*$/m.exec(text)?.[1]
  if (name === 'setup.cfg') return /^description\s*=\s*(.+)/m.exec(text)?.[1]
  if (name.endsWith('.cabal')) return /^synopsis:\s*(.+)/im.exec(text)?.[1]
  return undefined
}

import { type Application, bySize, type Ecosystem } from '../applications/application.ts'
import { ecosystemOf } from '../applications/manifests.ts'
import { directoryOf, joinPath, resolvePath, upwards } from '../applications/places.ts'
import { type Finding, fail, pass } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'
import { withoutElements } from '../repository/xml.ts'
import { pinnedCollections } from './ansible.ts'
import { isDocumentation, type Subject } from './check.ts'

/** The lock files of an ecosystem, and how to make one. */
const locks: Readonly<Partial<Record<Ecosystem, readonly [names: RegExp, make: string]>>> = {
  npm: [
    /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock)$/,
    'commit package-lock.json',
  ],
  deno: [/^deno\.lock$/, 'commit deno.lock'],
  python: [
    /^(uv\.lock|poetry\.lock|Pipfile\.lock|pdm\.lock|pylock\.toml|conda-lock\.yml|pixi\.lock|requirements.*\.lock)$/,
    'commit uv.lock, or pin every requirement with ==',
  ],
  go: [/^go\.sum$/, 'commit go.sum'],
  cargo: [/^Cargo\.lock$/, 'commit Cargo.lock'],
  gradle: [
    /^(gradle\.lockfile|dependencies\.lock|buildscript-gradle\.lockfile|versions\.lock|verification-metadata\.xml)$/,
    'write exact versions, or commit gradle.lockfile',
  ],
  dotnet: [
    /^(packages\.lock\.json|Directory\.Packages\.props|paket\.lock)$/,
    'write exact versions, or commit packages.lock.json',
  ],
  ruby: [/^(Gemfile\.lock|gems\.locked)$/, 'commit Gemfile.lock'],
  php: [/^composer\.lock$/, 'commit composer.lock'],
  mix: [/^mix\.lock$/, 'commit mix.lock'],
  swift: [/^Package\.resolved$/, 'commit Package.resolved'],
  sbt: [/^build\.sbt\.lock$/, 'write exact versions'],
  pub: [/^pubspec\.lock$/, 'commit pubspec.lock'],
  haskell: [/^(cabal\.project\.freeze|stack\.yaml\.lock)$/, 'commit cabal.project.freeze or stack.yaml.lock'],
  perl: [/^(cpanfile\.snapshot|carmel\.lock)$/, 'commit cpanfile.snapshot'],
  lua: [/^luarocks\.lock$/, 'commit luarocks.lock'],
  julia: [/^Manifest(-v[\d.]+)?\.toml$/, 'commit Manifest.toml'],
  erlang: [/^rebar\.lock$/, 'commit rebar.lock'],
  r: [/^renv\.lock$/, 'commit renv.lock'],
  ocaml: [/\.opam\.locked$|^dune\.lock$/, 'commit a lock file of opam'],
  terraform: [/^\.terraform\.lock\.hcl$/, 'commit .terraform.lock.hcl'],
}

export function depsPinned(subject: Subject): Finding | undefined {
  const all = [
    ...subject.applications.flatMap((app) => pinnedCollections(subject.repository, app) ?? []),
    ...pinned(subject).map(({ finding }) => finding),
  ]
  const found = all.find(({ passes }) => !passes) ?? all[0]
  if (found !== undefined) return found
  const manifest = subject.applications.flatMap(({ manifests }) => manifests)[0]
  return pass(`nothing is taken from others${manifest === undefined ? '' : `, see ${manifest}:1`}`)
}

/** The applications whose dependencies are not pinned, by package manager. */
export function unpinned(subject: Subject): readonly { readonly app: Application; readonly ecosystem: Ecosystem }[] {
  return pinned(subject).filter(({ finding }) => !finding.passes)
}

/** The largest application first. */
function pinned({ applications, repository }: Subject) {
  // Pages about a project are built from what happens to be there.
  const asked = applications.filter((app) => !isDocumentation(app))
  const all = bySize(asked).flatMap((app) =>
    app.ecosystems.flatMap((ecosystem) => {
      const finding = pinnedIn(repository, app, ecosystem)
      return finding === undefined ? [] : [{ app, ecosystem, finding }]
    }),
  )
  // What deploys a program takes its providers where it is applied, so that it is asked only where there is nothing else.
  const isOfProgram = ({ app }: { readonly app: Application }) => app.kind !== 'infrastructure'
  return all.some(isOfProgram) ? all.filter((each) => isOfProgram(each) || each.finding.passes) : all
}

/** `undefined` where there is nothing to pin. */
function pinnedIn(repository: Repository, app: Application, ecosystem: Ecosystem): Finding | undefined {
  const manifests = app.manifests
  const texts = manifests.map((path) => repository.text(path) ?? '').join('\n')
  const own = app.dependencies.filter(
    ({ path, name }) => manifests.includes(path) && ecosystemOf(path) === ecosystem && !isPlatform(name, ecosystem),
  )
  const [names, make] = locks[ecosystem] ?? []
  const lock = names && findLock(repository, app, names, ecosystem)
  if (lock !== undefined) return pass(`${lock}:1 pins the dependencies of ${ecosystem}`)
  const where = app.manifests.find((path) => ecosystemOf(path) === ecosystem) ?? app.manifests[0] ?? app.name
  switch (ecosystem) {
    case 'maven':
      return asksForRange(withoutElements(texts, 'rules'))
        ? fail(`${where} asks for a range of versions; write exact ones`)
        : pass(`${where}:1 names exact versions`)
    case 'gradle': {
      const loose = /["'][\w.-]+:[\w.-]+:([^"']*\+|latest\.[^"']*)["']/.exec(texts)
      const catalog = repository.has('gradle/libs.versions.toml') ? 'gradle/libs.versions.toml' : where
      return loose ? fail(`${where} asks for ${loose[0]}; ${make}`) : pass(`${catalog}:1 names exact versions`)
    }
    case 'dotnet':
      return /<PackageReference[^>]*Version="(?!\[[^,"\]]+\]"|[^"]*\$\()[^"]*[*[(]/.test(texts)
        ? fail(`${where} asks for a range of versions; ${make}`)
        : pass(`${where}:1 names exact versions`)
    case 'python':
      return pythonRequirements(repository, app, make ?? '')
    case 'go':
      return own.length === 0 ? undefined : fail(`go.sum is missing beside ${where}; ${make}`)
    case 'sbt':
    case 'clojure':
      return pass(`${where}:1 names exact versions`)
    case 'zig':
      return zigHashes(repository, app)
    case 'cmake':
      return undefined
    default:
      if (own.length === 0 && ecosystem !== 'terraform' && !/\bPREREQ_PM\b/.test(texts)) return undefined
      return fail(`there is no lock file for ${ecosystem} beside ${where}${ignoredBy(repository, names)}; ${make}`)
  }
}

/**
 * Whether a dependency or a plug-in of Maven has a range for a version. The text is cut at the ends of the elements,
 * because a pattern would look for the end from each beginning anew.
 */
function asksForRange(pom: string): boolean {
  return ['dependency', 'plugin'].some((name) =>
    pom.split(`</${name}>`).some((piece) => {
      const start = piece.indexOf(`<${name}>`)
      return start >= 0 && /<version>\s*(LATEST|RELEASE|[[(])/.test(piece.slice(start))
    }),
  )
}

/** Composer also lists which PHP must be there, and which of its extensions; nobody fetches these. */
export function isPlatform(name: string, ecosystem: Ecosystem): boolean {
  return ecosystem === 'php' && /^(php(-\w+)?|hhvm|(ext|lib)-.+|composer(-(plugin|runtime)-api)?)$/.test(name)
}

/** Zig pins what it takes from others by hash, in a file of its own. */
function zigHashes(repository: Repository, app: Application): Finding | undefined {
  const path = joinPath(app.directory, 'build.zig.zon')
  return /\.hash\s*=/.test(repository.text(path) ?? '') ? pass(`${path}:1 pins the dependencies of zig`) : undefined
}

function findLock(repository: Repository, app: Application, names: RegExp, ecosystem: Ecosystem): string | undefined {
  for (const directory of upwards(app.directory)) {
    const name = repository.namesIn(directory).find((each) => names.test(each))
    if (name !== undefined) return joinPath(directory, name)
    if (
      repository.has(joinPath(directory, 'gradle/verification-metadata.xml')) &&
      names.test('verification-metadata.xml')
    ) {
      return joinPath(directory, 'gradle/verification-metadata.xml')
    }
  }
  // A module of Terraform, or a workspace of Xcode, has its lock further down.
  if (ecosystem !== 'terraform' && ecosystem !== 'swift') return undefined
  return app.paths.find((path) => names.test(path.slice(path.lastIndexOf('/') + 1)) && directoryOf(path) !== '')
}

function pythonRequirements(repository: Repository, app: Application, make: string): Finding | undefined {
  // A list that only names the project itself requires what its manifest says.
  const lists = app.manifests.filter((each) => /requirements[^/]*\.txt$/.test(each))
  const path = lists.find((each) => /^\s*([A-Za-z0-9]|-r)/m.test(repository.text(each) ?? ''))
  if (path === undefined) {
    const own = app.dependencies.filter(
      ({ path: each }) => app.manifests.includes(each) && ecosystemOf(each) === 'python',
    )
    return own[0] && fail(`there is no lock file for python beside ${own[0].path}; ${make}`)
  }
  for (const each of withIncluded(repository, path)) {
    const lines = (repository.text(each) ?? '').split('\n')
    const loose = lines.findIndex((line) => /^\s*[A-Za-z0-9]/.test(line) && !/(==|@ |===|--hash)/.test(line))
    if (loose >= 0) return fail(`${each}:${loose + 1} pins no version; ${make}`)
  }
  return pass(`${path}:1 pins every requirement`)
}

/** A list of requirements and those that it names with `-r`. */
function withIncluded(repository: Repository, path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path) || !repository.has(path)) return seen
  seen.add(path)
  for (const [, name = ''] of (repository.text(path) ?? '').matchAll(/^\s*(?:-r|--requirement)[\s=]+(\S+)/gm)) {
    withIncluded(repository, resolvePath(directoryOf(path), name), seen)
  }
  return seen
}

/** Some decide against a lock file, and their .gitignore says so. */
function ignoredBy(repository: Repository, names: RegExp | undefined): string {
  const lines = (repository.text('.gitignore') ?? '').split('\n').map((line) => line.trim().replace(/^.*\//, ''))
  return names && lines.some((line) => names.test(line)) ? ', and .gitignore leaves it out' : ''
}

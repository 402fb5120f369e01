import { type Application, bySize } from '../../applications/application.ts'
import { isWebsite } from '../../applications/website.ts'
import { type Ecosystem, ecosystems } from '../../catalog/ecosystems.ts'
import { globs } from '../../facts/glob.ts'
import { ecosystemOf } from '../../facts/manifests.ts'
import type { Repository } from '../../repository/create-repository.ts'
import { directoryOf, joinPath, nameOf, resolvePath, upwards } from '../../repository/places.ts'
import { type Finding, fail, pass } from '../finding.ts'
import type { Subject } from './special.ts'

/** Whether the dependencies of each application are pinned, by package manager; the largest application first. */
export function pinned({ applications, repository }: Subject) {
  const asked = applications.filter((app) => !(app.kind === 'frontend' && isWebsite(app)))
  const all = bySize(asked).flatMap((app) =>
    app.ecosystems.flatMap((ecosystem) => {
      const finding = pinnedIn(repository, app, ecosystem)
      return finding === undefined ? [] : [{ app, ecosystem, finding }]
    }),
  )
  // What deploys a program takes its providers where it is applied.
  return all.some(({ app }) => app.kind !== 'infrastructure')
    ? all.filter(({ app, finding }) => app.kind !== 'infrastructure' || finding.passes)
    : all
}

/** A range of versions, by the build tool that names them. */
const ranges: Readonly<Partial<Record<Ecosystem, RegExp>>> = {
  maven: /<version>\s*(LATEST|RELEASE|[[(])/,
  gradle: /["'][\w.-]+:[\w.-]+:([^"']*\+|latest\.[^"']*)["']/,
  dotnet: /<PackageReference[^>]*Version="(?!\[[^,"\]]+\]"|[^"]*\$\()[^"]*[*[(]/,
  sbt: /(?!)/,
  clojure: /(?!)/,
}

/** `undefined` where there is nothing to pin. */
function pinnedIn(repository: Repository, app: Application, ecosystem: Ecosystem): Finding | undefined {
  const { locks, make = '' } = ecosystems[ecosystem] ?? {}
  const lock = locks && lockOf(repository, app, globs(locks), ecosystem)
  if (lock) return pass(`${lock}:1 pins the dependencies of ${ecosystem}`)
  const where = app.manifests.find((path) => ecosystemOf(path) === ecosystem) ?? app.manifests[0] ?? app.name
  const range = ranges[ecosystem]
  if (range) {
    const loose = range.exec(app.manifests.map((path) => repository.text(path) ?? '').join('\n'))
    return loose
      ? fail(`${where} asks for ${loose[0]}; ${make}`)
      : pass(
          `${ecosystem === 'gradle' && repository.has('gradle/libs.versions.toml') ? 'gradle/libs.versions.toml' : where}:1 names exact versions`,
        )
  }
  if (ecosystem === 'zig') {
    const path = joinPath(app.directory, 'build.zig.zon')
    return /\.hash\s*=/.test(repository.text(path) ?? '') ? pass(`${path}:1 pins the dependencies of zig`) : undefined
  }
  if (locks === undefined) return undefined
  const own = app.dependencies.filter(
    ({ path, name }) =>
      app.manifests.includes(path) &&
      ecosystemOf(path) === ecosystem &&
      !(ecosystem === 'php' && /^(php(-\w+)?|hhvm|(ext|lib)-.+|composer(-(plugin|runtime)-api)?)$/.test(name)),
  )
  if (ecosystem === 'python') return pythonPins(repository, app, own[0]?.path, make)
  return own.length === 0 && ecosystem !== 'terraform'
    ? undefined
    : fail(`there is no lock file for ${ecosystem} beside ${where}; ${make}`)
}

function lockOf(repository: Repository, app: Application, names: RegExp, ecosystem: Ecosystem): string | undefined {
  for (const directory of upwards(app.directory)) {
    for (const folder of [directory, joinPath(directory, 'gradle')]) {
      const name = repository.namesIn(folder).find((each) => names.test(each))
      if (name !== undefined && (folder === directory || name.startsWith('verification'))) return joinPath(folder, name)
    }
  }
  // A module of Terraform, or a workspace of Xcode, has its lock further down.
  return ecosystem === 'terraform' || ecosystem === 'swift'
    ? app.paths.find((path) => names.test(nameOf(path)))
    : undefined
}

function pythonPins(
  repository: Repository,
  app: Application,
  declared: string | undefined,
  make: string,
): Finding | undefined {
  const lists = app.manifests.filter((each) => /requirements[^/]*\.txt$/.test(each))
  const path = lists.find((each) => /^\s*([A-Za-z0-9]|-r)/m.test(repository.text(each) ?? ''))
  if (path === undefined)
    return declared === undefined ? undefined : fail(`there is no lock file for python beside ${declared}; ${make}`)
  const seen = new Set([path])
  for (const each of seen) {
    const text = repository.text(each) ?? ''
    for (const [, name = ''] of text.matchAll(/^\s*(?:-r|--requirement)[\s=]+(\S+)/gm))
      if (repository.has(resolvePath(directoryOf(each), name))) seen.add(resolvePath(directoryOf(each), name))
    const loose = text.split('\n').findIndex((line) => /^\s*[A-Za-z0-9]/.test(line) && !/(==|@ |===|--hash)/.test(line))
    if (loose >= 0) return fail(`${each}:${loose + 1} pins no version; ${make}`)
  }
  return pass(`${path}:1 pins every requirement`)
}

import type { Repository } from '../repository/create-repository.ts'
import { onceForEach } from '../repository/once-for-each.ts'
import type { Application, Ecosystem } from './application.ts'
import { hasImage } from './folders.ts'
import { isNeverPublished, isPublished } from './is-published.ts'
import { describedBy } from './own-words.ts'
import { isForeign, nameOf, resolvePath } from './places.ts'

/**
 * Leaves out what reaches no one alone. Libraries that nobody publishes and of which programs here are made, of .NET or,
 * for a telephone or a window, of Gradle, are judged with the programs, and their tests test these. What is kept from
 * registries only tests, shows or builds what they get.
 */
export function withoutInnerParts(repository: Repository, applications: readonly Application[]): Application[] {
  const candidates = [
    ...unpublishedParts(repository, applications, 'dotnet'),
    ...unpublishedParts(repository, applications, 'gradle'),
    ...neverPublished(repository, applications),
    ...fewScripts(repository, applications),
    ...silentModules(repository, applications),
  ]
  if (candidates.length === 0) return [...applications]
  const inner = new Set(candidates.map(({ directory }) => directory))
  const isInside = ({ directory }: Application) => candidates.some((part) => directory.startsWith(`${part.directory}/`))
  return applications
    .filter((app) => !inner.has(app.directory) && !isInside(app))
    .map((app) => {
      const parts = app.parts.filter(({ directory }) => inner.has(directory))
      if (parts.length === 0) return app
      const all = [app, ...parts]
      return {
        ...app,
        paths: all.flatMap(({ paths }) => paths),
        dependencies: all.flatMap(({ dependencies }) => dependencies),
        tests: [...new Set(all.flatMap(({ tests }) => tests))],
      }
    })
}

/** What its own manifest keeps from every registry, unless it runs for others or is larger than all that is not kept. */
function neverPublished(repository: Repository, applications: readonly Application[]): Application[] {
  const isHeldBack = ({ manifests }: Application) => manifests.some((path) => isNeverPublished(repository, path))
  const most = Math.max(...applications.filter((app) => !isHeldBack(app)).map(({ sources }) => sources.length))
  return applications.filter(
    (app) =>
      isHeldBack(app) &&
      (/^(library|tool)$/.test(app.kind) || isForTrials(repository, app)) &&
      app.directory !== '' &&
      app.sources.length < most,
  )
}

/** What its description calls tests or a measurement answers only those. */
function isForTrials(repository: Repository, app: Application): boolean {
  return describedBy(repository, app).some((text) => /\b(tests|benchmarks?|examples?|demo)\b/i.test(text))
}

/** So many scripts with a list of what they need are no program of their own. */
const mostScripts = 3

/** Scripts of Python for those who work here: a list of what they need is beside them, and no package or image. */
function fewScripts(repository: Repository, applications: readonly Application[]): Application[] {
  const isList = (path: string) => /requirements[^/]*\.(txt|in)$/.test(path)
  return applications.filter(
    ({ directory, kind, manifests, sources }) =>
      directory !== '' &&
      /^(library|tool)$/.test(kind) &&
      sources.length <= mostScripts &&
      manifests.every(isList) &&
      manifests.length > 0 &&
      !hasImage(repository, directory) &&
      applications.some((other) => other.sources.length > mostScripts),
  )
}

/** With fewer modules, a silent one says little. */
const fewestModules = 4

/** Modules of Gradle that do not speak of publishing, where at least as many others do. */
function silentModules(repository: Repository, applications: readonly Application[]): Application[] {
  const modules = applications.filter(({ ecosystems }) => ecosystems.includes('gradle'))
  const silent = modules.filter((app) => !saysPublished(repository, app))
  if (modules.length < fewestModules || silent.length * 2 > modules.length) return []
  return silent.filter(isLibraryBelowRoot)
}

function saysPublished(repository: Repository, { manifests }: Application): boolean {
  return manifests.some((path) => isPublished(repository, path))
}

function isLibraryBelowRoot({ kind, directory }: Application): boolean {
  return kind === 'library' && directory !== ''
}

type Built = Extract<Ecosystem, 'dotnet' | 'gradle'>

function unpublishedParts(
  repository: Repository,
  applications: readonly Application[],
  ecosystem: Built,
): Application[] {
  const built = applications.filter(({ ecosystems }) => ecosystems.includes(ecosystem))
  if (built.length === 0) return []
  // Modules of Gradle that a server is made of are often published by a plugin of the house.
  const programs = built.filter(({ kind }) => (ecosystem === 'gradle' ? kind === 'frontend' : kind !== 'library'))
  const used = new Set(programs.flatMap(({ parts }) => parts.map(({ directory }) => directory)))
  const isPacked = ({ manifests }: Application) =>
    ecosystem === 'dotnet' && manifests.some((path) => packingOf(repository).named.has(nameOf(path).toLowerCase()))
  const silent = built.filter((app) => !saysPublished(repository, app) && !isPacked(app))
  // Where nothing is packed, programs of .NET also load what is only built beside them.
  const loadsAll = ecosystem === 'dotnet' && programs.length > 0 && silent.length === built.length
  const parts = silent.filter((app) => isLibraryBelowRoot(app) && (loadsAll || used.has(app.directory)))
  return parts.length > 0 && publishesAll[ecosystem](repository) ? [] : parts
}

/** What builds projects of .NET: steps of CI, scripts, and what is set for all projects. */
const buildFiles =
  /^\.github\/workflows\/|^\.?azure-pipelines|\.(cake|ps1|sh|cmd|yml)$|(^|\/)Directory\.Build\.(props|targets)$/

/** So much of a command that packs tells what it packs. */
const longestCommand = 300

/** A name of a project in such a command; a variable stands for one project, unless a loop fills it. */
const ofOneProject = /\.(cs|fs|vb)proj["']?$/i
const inVariable = /^["']?\$\{?\w*project\}?["']?$/i

interface Packing {
  /** The files of projects that a command packs by their names, in lower case. */
  readonly named: ReadonlySet<string>
  /** Whether something packs what it does not name. */
  readonly isOfAll: boolean
}

/** What the repository packs of its projects of .NET. */
const packingOf = onceForEach((repository): Packing => {
  const named = new Set<string>()
  let isOfAll = false
  for (const path of repository.paths) {
    if (!buildFiles.test(path) || isForeign(path)) continue
    // A command may go on in the next line.
    const text = (repository.text(path) ?? '').replace(/[ \t][\\`^]\r?\n/g, ' ')
    isOfAll ||= /DotNet(Core)?Pack\(|<(GeneratePackageOnBuild|IsPackable)>\s*true/i.test(text)
    const commands = [
      ...text.matchAll(/^(?![ \t]*(?:#|\/\/|(?:- )?(?:name|displayName):|echo\b)).*?\bdotnet(?:\.exe)? pack\b(.*)/gim),
    ].flatMap(([, rest = '']) => rest.slice(0, longestCommand).split(/\bdotnet(?:\.exe)? pack\b/i))
    if (commands.length === 0) isOfAll ||= /\bnuget push\b/i.test(text)
    const isLoop = /^(?![ \t]*(?:#|\/\/))[^\n]*\b(for|foreach)\b[^\n]{1,80}\bin\b/im.test(text)
    for (const command of commands) {
      const words = (command.split(/&&|[;|]/)[0] ?? '').split(/\s+/)
      const project = words.find((word) => ofOneProject.test(word)) ?? projectIn(repository, words)
      if (project !== undefined) named.add(nameOf(project.replaceAll('\\', '/').replace(/["']/g, '')).toLowerCase())
      else if (isLoop || !words.some((word) => inVariable.test(word))) isOfAll = true
    }
  }
  return { named, isOfAll }
})

/** The project in a folder that one of the words of a command names. */
function projectIn(repository: Repository, words: readonly string[]): string | undefined {
  return words
    .filter((word) => /^["']?(\.[/\\])?\w/.test(word))
    .flatMap((word) => repository.namesIn(resolvePath('', word.replaceAll('\\', '/').replace(/["']/g, ''))))
    .find((name) => ofOneProject.test(name))
}

/** Whether something for all projects, or a step of CI, publishes what a project does not speak of itself. */
const publishesAll: Readonly<Record<Built, (repository: Repository) => boolean>> = {
  dotnet: (repository) => packingOf(repository).isOfAll,
  gradle: (repository) =>
    repository.paths.some(
      (path) => /\.gradle(\.kts)?$/.test(path) && !isForeign(path) && isPublished(repository, path),
    ),
}

import type { Repository } from '../repository/create-repository.ts'
import type { Application, Ecosystem } from './application.ts'
import { isNeverPublished, isPublished } from './is-published.ts'
import { isForeign } from './places.ts'

/**
 * Leaves out the libraries that nobody publishes and that programs of the repository refer to, of .NET or, for a
 * telephone or a window, of Gradle: they reach no one alone, so they are judged with the programs. Their tests test these.
 */
export function withoutInnerParts(repository: Repository, applications: readonly Application[]): Application[] {
  const candidates = [
    ...unpublishedParts(repository, applications, 'dotnet'),
    ...unpublishedParts(repository, applications, 'gradle'),
    ...neverPublished(repository, applications),
    ...beside(repository, applications),
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

/** What its own manifest keeps from every registry, beside what is published: it tests, tries or builds the others. */
function neverPublished(repository: Repository, applications: readonly Application[]): Application[] {
  const isKept = ({ manifests }: Application) => manifests.some((path) => isNeverPublished(repository, path))
  const kept = applications.filter(isKept)
  const most = Math.max(...applications.filter((app) => !isKept(app)).map(({ sources }) => sources.length))
  return kept.filter(
    ({ kind, directory, sources }) => /^(library|tool)$/.test(kind) && directory !== '' && sources.length < most,
  )
}

/** Modules of Gradle that do not speak of publishing, where most others do: they show or test these. */
function beside(repository: Repository, applications: readonly Application[]): Application[] {
  const modules = applications.filter(({ ecosystems }) => ecosystems.includes('gradle'))
  const says = ({ manifests }: Application) => manifests.some((path) => isPublished(repository, path))
  const silent = modules.filter((app) => !says(app))
  if (modules.length < 4 || silent.length * 2 > modules.length) return []
  return silent.filter(({ kind, directory }) => kind === 'library' && directory !== '')
}

type Built = Extract<Ecosystem, 'dotnet' | 'gradle'>

function unpublishedParts(
  repository: Repository,
  applications: readonly Application[],
  ecosystem: Built,
): Application[] {
  const built = applications.filter(({ ecosystems }) => ecosystems.includes(ecosystem))
  // Modules of Gradle that a server is made of are often published by a plugin of the house.
  const programs = built.filter(({ kind }) => (ecosystem === 'gradle' ? kind === 'frontend' : kind !== 'library'))
  const used = new Set(programs.flatMap(({ parts }) => parts.map(({ directory }) => directory)))
  const says = ({ manifests }: Application) => manifests.some((path) => isPublished(repository, path))
  // Programs of .NET may also load what is built beside them.
  const isUsed =
    ecosystem === 'dotnet' && programs.length > 0 && !built.some(says) ? () => true : (each: string) => used.has(each)
  const parts = built.filter(
    (app) => app.kind === 'library' && app.directory !== '' && isUsed(app.directory) && !says(app),
  )
  return parts.length > 0 && publishesAll[ecosystem](repository) ? [] : parts
}

/** Whether something for all projects, or a step of CI, publishes what a project does not speak of itself. */
const publishesAll: Readonly<Record<Built, (repository: Repository) => boolean>> = {
  dotnet: (repository) =>
    repository.paths.some(
      (path) =>
        /^\.github\/workflows\/|^\.?azure-pipelines|\.(cake|ps1|sh|cmd|yml)$|(^|\/)Directory\.Build\.(props|targets)$/.test(
          path,
        ) &&
        !isForeign(path) &&
        /\bdotnet(\.exe)? pack\b|DotNet(Core)?Pack\(|\bnuget push\b|<(GeneratePackageOnBuild|IsPackable)>\s*true/i.test(
          repository.text(path) ?? '',
        ),
    ),
  gradle: (repository) =>
    repository.paths.some(
      (path) => /\.gradle(\.kts)?$/.test(path) && !isForeign(path) && isPublished(repository, path),
    ),
}

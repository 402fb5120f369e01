import type { Repository } from '../repository/create-repository.ts'
import type { Application } from './application.ts'
import { isForeign } from './places.ts'

/**
 * Leaves out the libraries of .NET that programs of the repository refer to and that nobody packs: they reach no one
 * alone, so they are judged with the programs. Their tests test these.
 */
export function withoutInnerParts(repository: Repository, applications: readonly Application[]): Application[] {
  const programs = applications.filter(({ kind, ecosystems }) => kind !== 'library' && ecosystems.includes('dotnet'))
  const used = new Set(programs.flatMap(({ parts }) => parts.map(({ directory }) => directory)))
  const isUsed = ({ kind, ecosystems, directory }: Application) =>
    kind === 'library' && ecosystems.includes('dotnet') && directory !== '' && used.has(directory)
  const candidates = applications.filter((app) => isUsed(app) && !saysPackage(repository, app.manifests))
  if (candidates.length === 0 || isPacked(repository)) return [...applications]
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

/** A project that says how its package is called, or that one is to be made. */
function saysPackage(repository: Repository, manifests: readonly string[]): boolean {
  return manifests.some((path) =>
    /<(PackageId|PackageTags|GeneratePackageOnBuild|IsPackable)>(?!\s*false)/i.test(repository.text(path) ?? ''),
  )
}

/** Whether CI or a script makes packages of projects. */
function isPacked(repository: Repository): boolean {
  return repository.paths.some(
    (path) =>
      /^\.github\/workflows\/|^\.?azure-pipelines|\.(cake|ps1|sh|cmd|yml)$|(^|\/)Directory\.Build\.(props|targets)$/.test(
        path,
      ) &&
      !isForeign(path) &&
      /\bdotnet(\.exe)? pack\b|DotNet(Core)?Pack\(|\bnuget push\b|<(GeneratePackageOnBuild|IsPackable)>\s*true/i.test(
        repository.text(path) ?? '',
      ),
  )
}

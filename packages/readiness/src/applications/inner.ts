import type { Ecosystem } from '../catalog/ecosystems.ts'
import type { Manifest } from '../facts/manifest.ts'
import type { Application } from './application.ts'

/** Without libraries that reach nobody alone: what no registry gets, beside what is published or of which programs are made. */
export function withoutInnerParts(
  all: readonly Application[],
  manifestsOf: ReadonlyMap<string, readonly Manifest[]>,
): Application[] {
  const says = (app: Application, wanted: boolean) =>
    (manifestsOf.get(app.directory) ?? []).some(({ isPublished }) => isPublished === wanted)
  const most = Math.max(0, ...all.filter((app) => !says(app, false)).map(({ sources }) => sources.length))
  const published = (ecosystem: Ecosystem) =>
    all.filter((app) => app.ecosystems.includes(ecosystem) && says(app, true)).length
  const usedBy = new Set(
    all.filter(({ kind }) => kind !== 'library').flatMap(({ parts }) => parts.map(({ directory }) => directory)),
  )
  const isInner = (app: Application) => {
    if (app.directory === '' || app.kind === 'frontend' || app.kind === 'service' || app.kind === 'infrastructure')
      return false
    const isKept = says(app, false) && !app.ecosystems.includes('npm') && app.sources.length < most
    const isOfProgram =
      app.kind === 'library' &&
      !says(app, true) &&
      app.ecosystems.some((each) => each === 'dotnet' || each === 'gradle') &&
      usedBy.has(app.directory)
    const isSilent =
      app.kind === 'library' &&
      app.ecosystems.some(
        (each) => (each === 'gradle' || each === 'dotnet') && published(each) * 2 >= all.length && !says(app, true),
      )
    return isKept || isOfProgram || isSilent
  }
  const inner = new Set(all.filter(isInner).map(({ directory }) => directory))
  if (inner.size === 0 || inner.size === all.length) return [...all]
  return all
    .filter(({ directory }) => !inner.has(directory))
    .map((app) => {
      const parts = app.parts.filter(({ directory }) => inner.has(directory))
      if (parts.length === 0) return app
      const joined = [app, ...parts]
      return {
        ...app,
        paths: joined.flatMap(({ paths }) => paths),
        dependencies: joined.flatMap(({ dependencies }) => dependencies),
        tests: [...new Set(joined.flatMap(({ tests }) => tests))],
      }
    })
}

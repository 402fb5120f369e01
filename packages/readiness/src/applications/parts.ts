import { moduleCalled } from '../facts/manifests.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { directoryOf, joinPath, nameOf, resolvePath, upwards } from '../repository/places.ts'
import { withoutElements } from '../repository/xml.ts'
import type { Application } from './application.ts'

type WithoutParts = Omit<Application, 'parts'>

/** Links each application to the other applications of the repository that it uses. */
export function withParts(repository: Repository, applications: readonly WithoutParts[]): Application[] {
  const byDirectory = new Map(applications.map((app) => [app.directory, app]))
  const byModule = new Map(
    applications.flatMap((app) => app.manifests.map((path) => [moduleCalled(path), app.directory] as const)),
  )
  const byPackage = new Map(applications.flatMap((app) => namesOf(repository, app).map((name) => [name, app] as const)))
  const direct = new Map(
    applications.map((app) => {
      const named = app.dependencies
        .filter(({ path }) => app.manifests.includes(path))
        .map(({ name }) => byPackage.get(name))
      const isOfGradle = app.ecosystems.includes('gradle')
      const placed = referencesOf(repository, app, (directory) => byDirectory.has(directory)).map(
        (directory) =>
          byDirectory.get(directory) ??
          (isOfGradle ? byDirectory.get(byModule.get(nameOf(directory)) ?? directory) : undefined),
      )
      return [app, new Set([...named, ...placed].filter((each) => each !== undefined && each !== app))] as const
    }),
  )
  const whole = new Map<WithoutParts, Application>()
  for (const app of applications) whole.set(app, { ...app, parts: [] })
  return applications.map((app) => {
    const reached = new Set<WithoutParts>()
    const visit = (each: WithoutParts) => {
      for (const part of direct.get(each) ?? []) {
        if (part === undefined || part === app || reached.has(part)) continue
        reached.add(part)
        visit(part)
      }
    }
    visit(app)
    return { ...app, parts: [...reached].flatMap((part) => whole.get(part) ?? []) }
  })
}

/** The names by which other packages of the repository depend on this one. */
function namesOf(repository: Repository, { directory }: WithoutParts): string[] {
  const manifests = ['package.json', 'deno.json', 'deno.jsonc', 'Cargo.toml', 'pyproject.toml', 'composer.json'].map(
    (name) => repository.data(joinPath(directory, name)).value,
  )
  const artifact = artifactOf(repository.text(joinPath(directory, 'pom.xml')) ?? '')
  return manifests
    .flatMap((data) => [at(data, 'name'), at(data, 'package', 'name'), at(data, 'project', 'name')])
    .concat(artifact)
    .filter((name) => typeof name === 'string')
    .map((name) => name.toLowerCase())
}

/** The name of a module of Maven, not of the one above it. */
function artifactOf(text: string): string | undefined {
  return /<artifactId>\s*([^<\s]+)/.exec(withoutElements(text, 'parent'))?.[1]
}

/** Directories that a manifest names by their path. */
function referencesOf(
  repository: Repository,
  { manifests }: WithoutParts,
  isApplication: (directory: string) => boolean,
): string[] {
  return manifests.flatMap((path) => {
    const directory = directoryOf(path)
    if (nameOf(path).endsWith('proj')) {
      return projectsOf(repository, path, isApplication)
    }
    if (nameOf(path) === 'Cargo.toml') {
      return entriesOf(at(repository.data(path).value, 'dependencies'))
        .map(([, dependency]) => at(dependency, 'path'))
        .flatMap((each) => (typeof each === 'string' ? [resolvePath(directory, each)] : []))
    }
    if (/\.gradle(\.kts)?$/.test(path)) return modulesOf(repository, path)
    if (nameOf(path) === 'composer.json') return mergedInto(repository, path)
    return []
  })
}

/** The folders of further manifests that a plugin of Composer reads as if they were this one. */
function mergedInto(repository: Repository, path: string): string[] {
  const plugin = at(repository.data(path).value, 'extra', 'merge-plugin')
  return [at(plugin, 'include'), at(plugin, 'require')]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? [directoryOf(resolvePath(directoryOf(path), each))] : []))
}

/** The folders of projects of .NET that one refers to, itself or through projects that are no applications. */
function projectsOf(repository: Repository, path: string, isApplication: (directory: string) => boolean): string[] {
  const found = new Set<string>()
  const seen = new Set([path])
  // What is found on the way is followed, too.
  for (const each of seen)
    for (const [, include = ''] of (repository.text(each) ?? '').matchAll(
      /<ProjectReference\s[^>]*Include="([^"]+)"/g,
    )) {
      const project = resolvePath(directoryOf(each), include.replaceAll('\\', '/'))
      found.add(directoryOf(project))
      if (!isApplication(directoryOf(project)) && repository.has(project)) seen.add(project)
    }
  return [...found]
}

/** Modules of Gradle are named from the root of the build, with colons. */
function modulesOf(repository: Repository, path: string): string[] {
  const root = upwards(directoryOf(path)).find((each) =>
    ['settings.gradle', 'settings.gradle.kts'].some((name) => repository.has(joinPath(each, name))),
  )
  const named = [...(repository.text(path) ?? '').matchAll(/\bproject\(\s*(?:path\s*[:=]\s*)?["']:([\w:.-]+)["']/g)]
  const typed = [...(repository.text(path) ?? '').matchAll(/\(\s*projects\.([\w.]+)\s*\)/g)]
  return [
    ...named.map(([, name = '']) => name.replaceAll(':', '/')),
    ...typed.map(([, name = '']) =>
      name.replaceAll('.', '/').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    ),
  ].map((module) => joinPath(root ?? '', module))
}

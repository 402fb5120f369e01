import { groupBy } from '@muster/contract/group-by'
import type { ApplicationKind } from '@muster/contract/readiness/application-kinds'
import type { ReadinessConfiguration } from '@muster/contract/readiness/configuration'
import type { Ecosystem } from '../catalog/ecosystems.ts'
import type { Language } from '../catalog/languages.ts'
import type { Marker } from '../catalog/marker-patterns.ts'
import { type Dependency, isCalled } from '../facts/dependency.ts'
import type { Marked } from '../facts/markers.ts'

export type Kind = ApplicationKind

/** What the configuration says about applications. */
export type NamedApplications = Pick<ReadinessConfiguration, 'applications' | 'kinds'>

/** What spoke for a kind that was found by weighing signs, and what against it. */
export interface Weighing {
  /** All that was seen. */
  readonly signs: readonly string[]
  /** The second kind, if the first is in doubt. */
  readonly mayBe?: Kind
  /** The signs that speak most for the kind rather than for the second one. */
  readonly speaksFor: readonly string[]
  /** The signs that speak most for the second one. */
  readonly speaksAgainst: readonly string[]
}

/** One application of a repository: what is built, tested and released by itself. */
export interface Application {
  /** `''` is the root of the repository. */
  readonly directory: string
  /** As the report names it: `.` for the root. */
  readonly name: string
  readonly description: string
  readonly kind: Kind
  /** How its kind was found, if signs decided. */
  readonly weighing?: Weighing | undefined
  /** The language of most of its source files; tools are expected for this one. */
  readonly language: Language
  readonly ecosystems: readonly Ecosystem[]
  readonly manifests: readonly string[]
  /** Everything below its directory that belongs to no other application. */
  readonly paths: readonly string[]
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  /** What its manifests declare, and what is declared above it for all. */
  readonly dependencies: readonly Dependency[]
  /** The other applications of the repository that it is made of, directly or through others. */
  readonly parts: readonly Application[]
  /** What is wrong with its manifests. */
  readonly faults: readonly string[]
  /** Traces in its source, which is read when this is first asked for. */
  readonly markers: () => ReadonlyMap<Marker, Marked>
}

/** The applications, the one with most source first. */
export function bySize(applications: readonly Application[]): Application[] {
  return [...applications].sort((a, b) => b.sources.length - a.sources.length)
}

/** How many files of source an application has, with what it is made of. */
export function wholeSizeOf({ sources, parts }: Application): number {
  return parts.reduce((sum, part) => sum + part.sources.length, sources.length)
}

/** The package managers of two applications or more that could take versions from one place. */
export function sharedEcosystems(applications: readonly Application[]): Ecosystem[] {
  const all = applications.flatMap(({ ecosystems }) => ecosystems)
  return [...groupBy(all, (each) => each)]
    .filter(([ecosystem, each]) => each.length > 1 && !/^(terraform|cmake)$/.test(ecosystem))
    .map(([ecosystem]) => ecosystem)
}

/**
 * The packages that an application needs to run: its own and those of its parts. Declarations above it for all do not
 * count.
 */
export function librariesOf(app: Application): Dependency[] {
  return [app, ...app.parts].flatMap(({ dependencies, manifests }) =>
    dependencies.filter(
      ({ path, isDevelopment, isForModules }) => !isDevelopment && (isForModules || manifests.includes(path)),
    ),
  )
}

export function declares(app: Application, names: RegExp): boolean {
  return librariesOf(app).some((each) => isCalled(each, names))
}

import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { type Application, librariesOf } from '../../applications/application.ts'
import { isWebsite } from '../../applications/website.ts'
import type { Repository } from '../../repository/create-repository.ts'
import { joinPath } from '../../repository/places.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../finding.ts'

/** What every check may look at. */
export interface Subject {
  readonly repository: Repository
  readonly applications: readonly Application[]
  readonly facts: Facts
}

/** A criterion that needs code: of the repository, or of an application. `undefined`: it does not apply. */
export type Special = (subject: Subject, app: Application) => Finding | undefined

export type Specials = Readonly<Partial<Record<CriterionId, Special>>>

/** Services and front ends: what people outside use. Pages about a project are none. */
export function isProduct(app: Application): boolean {
  return app.kind === 'service' || (app.kind === 'frontend' && !isWebsite(app))
}

/** The names in some folders that match, as paths. */
export function withNames(repository: Repository, folders: readonly string[], pattern: RegExp): string[] {
  return folders.flatMap((folder) =>
    repository
      .namesIn(folder)
      .filter((name) => pattern.test(name))
      .map((name) => joinPath(folder, name)),
  )
}

/** Whether an application needs a package to run. */
export function needsOne(
  { name, alsoCalled }: { readonly name: string; readonly alsoCalled?: readonly string[] },
  isMeant: (name: string) => boolean,
): boolean {
  return isMeant(name) || (alsoCalled?.some(isMeant) ?? false)
}

export function declaresOne(app: Application, isMeant: (name: string) => boolean): boolean {
  return librariesOf(app).some((each) => needsOne(each, isMeant))
}

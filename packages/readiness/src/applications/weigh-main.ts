import type { Repository } from '../repository/create-repository.ts'
import { type Application, bySize } from './application.ts'
import { signsOf } from './kind-signs.ts'
import { type Described, pageOf } from './own-words.ts'
import { weighedKinds, weighKind } from './weigh-kind.ts'

/** A shorter page tells too little of what something is for. */
const shortestPage = 400

/** The application that the page of the repository is about: the root, or the one with most source. */
export function mainOf(applications: readonly Application[]): Application | undefined {
  return applications.find(({ directory }) => directory === '') ?? bySize(applications)[0]
}

/** What has so much of all source is what the page of the repository is about. */
const dominates = 0.8

/** Where the page about the main application is, if it tells enough. */
export function pageAbout(
  repository: Repository,
  app: Application,
  applications: readonly Application[],
): Described | undefined {
  if (!weighedKinds.some((kind) => kind === app.kind)) return undefined
  const all = applications.reduce((sum, { sources }) => sum + sources.length, 0)
  const whole = app.sources.length >= dominates * all ? [{ manifests: app.manifests, directory: '' }] : []
  return [app, ...whole].find((each) => pageOf(repository, each).length >= shortestPage)
}

/** A project of .NET that says so answers requests, whatever its page is about. */
function isMadeForWeb(repository: Repository, { kind, manifests }: Application): boolean {
  return kind === 'service' && manifests.some((path) => /Microsoft\.NET\.Sdk\.Web\b/.test(repository.text(path) ?? ''))
}

/**
 * The questions of `kind.ts` take the first answer; of the main application all signs are weighed, and most of them
 * count. What somebody named stays as it is.
 */
export function weighMain(
  repository: Repository,
  applications: readonly Application[],
  isNamed: (app: Application) => boolean,
): Application[] {
  const main = mainOf(applications)
  const about = main && pageAbout(repository, main, applications)
  if (main === undefined || about === undefined || isNamed(main) || isMadeForWeb(repository, main))
    return [...applications]
  const kind = weighKind(signsOf(repository, main, about)) ?? main.kind
  return applications.map((app) => (app === main ? { ...app, kind } : app))
}

import { kindWeights } from '../catalog/kind-weights.ts'
import { files, folders, names, needs, ownName, pages, traces, words } from '../catalog/kinds.ts'
import { nameMatcher } from '../facts/glob.ts'
import type { Manifest } from '../facts/manifest.ts'
import type { Repository } from '../repository/create-repository.ts'
import { below, directoryOf } from '../repository/places.ts'
import { type Application, librariesOf, type NamedApplications, type Weighing, wholeSizeOf } from './application.ts'
import { describe } from './describe.ts'
import { describedBy, pageOf, proseOf, titleOf } from './own-words.ts'
import { weigh } from './weigh.ts'

const firstCharacters = 900
const needed = Object.entries(needs).map(([sign, list]) => [sign, nameMatcher(list)] as const)

/** The kind of an application: what the configuration says, what settings leave no doubt about, or what its signs weigh. */
export function kindOf(
  repository: Repository,
  app: Application,
  manifests: readonly Manifest[],
  all: readonly Application[],
  { applications, kinds }: NamedApplications,
): Pick<Application, 'kind' | 'description' | 'weighing' | 'language'> {
  const named = applications?.[app.name]?.kind ?? kinds?.[app.name] ?? kinds?.[`${directoryOf(app.name)}/*`]
  const sure = named ?? settledKind(repository, app)
  const weighed = sure === undefined ? weigh(signsOf(repository, app, manifests, all), kindWeights) : { kind: sure }
  const language = weighed.kind === 'infrastructure' && app.language === 'shell' ? 'other' : app.language
  const { kind, ...weighing } = weighed as { kind: Application['kind'] } & Partial<Weighing>
  return {
    kind,
    language,
    description: describe(repository, { ...app, kind }),
    ...(sure === undefined && { weighing: weighing as Weighing }),
  }
}

/** Settings of machines and clusters, beside at most a few scripts. */
function settledKind(repository: Repository, app: Application): Application['kind'] | undefined {
  if (app.ecosystems.includes('terraform') && app.language === 'terraform') return 'infrastructure'
  if (app.directory !== '' || app.ecosystems.some((each) => each !== 'terraform' && each !== 'python')) return undefined
  const isMachine = repository.paths.some((path) =>
    /^(galaxy\.ya?ml|ansible\.cfg|tasks\/main\.ya?ml|roles\/[^/]+\/tasks\/)/.test(path),
  )
  const hasProgram = app.sources.length > 0 && app.language !== 'shell' && app.language !== 'other'
  if (isMachine && (!hasProgram || app.sources.length < 5)) return 'infrastructure'
  return !hasProgram &&
    app.ecosystems.length === 0 &&
    repository.paths.some((path) => /(^|\/)(Chart|kustomization)\.ya?ml$|(^|\/)(docker-)?compose\.ya?ml$/.test(path))
    ? 'infrastructure'
    : undefined
}

/** What of all source belongs to an application, so that the page of the repository is about it. */
const dominates = 0.8

/** What can be seen of an application that tells what it is for. Each alone is weak. */
function signsOf(
  repository: Repository,
  app: Application,
  manifests: readonly Manifest[],
  all: readonly Application[],
): string[] {
  const whole = all.reduce((sum, { sources }) => sum + sources.length, 0)
  const isWhole = app.directory === '' || wholeSizeOf(app) >= dominates * whole
  const about = pageOf(repository, app).length >= 200 || !isWhole ? app : { manifests: app.manifests, directory: '' }
  const page = pageOf(repository, about)
  const first = [titleOf(repository, about), ...describedBy(repository, about), ...proseOf(repository, about)]
    .join(' ')
    .slice(0, firstCharacters)
  const own = app.paths.map((path) => below(path, app.directory))
  const libraries = librariesOf(app)
  const markers = new Set([app, ...app.parts].flatMap((each) => [...each.markers().keys()]))
  const isUsed = all.some((other) => other !== app && other.parts.includes(app))
  return [
    ...seen(words, [first]),
    ...seen(pages, [page]),
    ...seen(names, repository.namesIn(app.directory)),
    ...seen(folders, [...new Set(own.map((path) => `${directoryOf(path)}/`))]),
    ...seen(files, own),
    ...seen(ownName, [app.directory]),
    ...needed
      .filter(([, isMeant]) => libraries.some(({ name, alsoCalled }) => isMeant(name) || alsoCalled?.some(isMeant)))
      .map(([sign]) => sign),
    ...Object.entries(traces).flatMap(([sign, marker]) => (markers.has(marker) ? [sign] : [])),
    ...manifests.flatMap(({ signs }) => signs),
    ...(manifests.some(({ isPublished }) => isPublished === true) ? ['its manifest says that it is published'] : []),
    ...(manifests.some(({ isPublished }) => isPublished === false) ? ['its manifest keeps it from registries'] : []),
    ...(manifests.length === 0 ? ['it has no manifest'] : []),
    ...(app.directory === '' ? ['it is at the root'] : []),
    ...(isUsed ? ['others here are made of it'] : []),
    ...(page.length < 200 ? ['it has no README'] : []),
    `its language is ${app.language}`,
  ]
}

function seen(patterns: Readonly<Record<string, RegExp>>, texts: readonly string[]): string[] {
  return Object.keys(patterns).filter((sign) => texts.some((text) => patterns[sign]?.test(text)))
}

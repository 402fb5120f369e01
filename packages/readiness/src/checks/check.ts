import type { Application } from '../applications/application.ts'
import { type Language, languageNames, languageOf } from '../applications/languages.ts'
import { isSameLanguage, manifestOf } from '../applications/main-language.ts'
import { directoryOf, joinPath, nameOf, upwards } from '../applications/places.ts'
import { isWebsite } from '../applications/website.ts'
import type { Clues, Evidence } from '../evidence/evidence.ts'
import { type Finding, type Found, fail, findingOf, pass } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'
import { nearest } from '../settings/setting.ts'

/** What every check may look at. */
export interface Subject {
  readonly repository: Repository
  readonly applications: readonly Application[]
  readonly evidence: Evidence
}

/** `undefined`: it does not apply. */
type RepositoryCheck = (subject: Subject) => Finding | undefined
type ApplicationCheck = (app: Application, subject: Subject) => Finding | undefined

interface ForApplications {
  readonly application: ApplicationCheck
}

export type Check = { readonly repository: RepositoryCheck } | ForApplications

export function ofRepository(check: RepositoryCheck): Check {
  return { repository: check }
}

export function ofApplication(check: ApplicationCheck): ForApplications {
  return { application: check }
}

/** What to look for in a language, and what to add when it is not there. */
export interface Tools extends Clues {
  readonly add: string
  /** A run that does so by the defaults of the tool, and what tells that its settings take them back. */
  readonly taskByDefault?: readonly [
    run: RegExp,
    isTakenBack: (repository: Repository, directories: readonly string[]) => boolean,
  ]
  /** The language needs no tool: it does so by itself. */
  readonly builtIn?: string
}

type Table = { readonly [Name in Language]?: Tools }

/** Looks for the tools of the application's language. A language that the table does not name is asked only if all are. */
export function toolsOf(lacks: string, table: Table, { isAskedOfAll = false } = {}): ForApplications {
  return ofApplication((app, { evidence, repository }) => {
    // Settings of clusters and machines have tools; of a language that nobody knows, nothing is asked.
    const isUnknown = app.language === 'other' && app.kind !== 'infrastructure'
    const tools = isUnknown ? undefined : (table[app.language] ?? table[relatives[app.language] ?? app.language])
    if (!tools)
      return isAskedOfAll && app.language !== 'shell'
        ? fail(`${lacks} in ${languageNames[app.language]}; add a tool that does`)
        : undefined
    if (tools.builtIn !== undefined) return pass(withPlace(tools.builtIn, app, repository))
    const [run, isTakenBack] = tools.taskByDefault ?? []
    const task = run && !isTakenBack?.(repository, upwards(app.directory)) ? { task: eitherOf(tools.task, run) } : {}
    return findingOf(evidence.any({ ...tools, ...task }, app), `${lacks}; ${tools.add}`)
  })
}

function eitherOf(one: RegExp | undefined, other: RegExp): RegExp {
  return one ? new RegExp(`${one.source}|${other.source}`, other.flags) : other
}

/** A sentence about a language, with the file that shows the language: that of the whole workspace first, if there is one. */
function withPlace(sentence: string, app: Application, repository: Repository): Found {
  const path =
    manifestOf(app) ??
    app.sources.find((each) => languageOf(each) && isSameLanguage(app.language, each)) ??
    app.sources[0]
  if (path === undefined) return sentence
  const name = nameOf(path)
  const whole = upwards(directoryOf(path)).findLast((directory) => repository.has(joinPath(directory, name)))
  const solution = name.endsWith('.csproj') ? nearest(repository, upwards(directoryOf(path)), /\.slnx?$/) : undefined
  const shown = solution ?? joinPath(whole ?? '', name)
  return [`${sentence}, see ${shown}:1`, ...(shown === path ? [] : [`${path}:1`])]
}

/** Languages that share their tools. */
const relatives: Partial<Record<Language, Language>> = { typescript: 'javascript', kotlin: 'java' }

/** The same clues for services of every language. */
export function ofServices(missing: string, clues: Clues): Check {
  return ofApplication((app, { evidence }) =>
    app.kind === 'service' ? findingOf(evidence.any(clues, app), missing) : undefined,
  )
}

/** The same clues for the repository. */
export function clues(missing: string, looked: Clues): Check {
  return ofRepository(({ evidence }) => findingOf(evidence.any(looked), missing))
}

/** The same clues for the repository, where there is a CI configuration. */
export function cluesInCi(missing: string, looked: Clues): Check {
  return ofRepository(({ evidence }) => (evidence.hasCi ? findingOf(evidence.any(looked), missing) : undefined))
}

/** The same clues for every application, of whatever language. */
export function cluesOfApplication(missing: string, looked: Clues): Check {
  return ofApplication((app, { evidence }) => findingOf(evidence.any(looked, app), missing))
}

export function hasService({ applications }: Subject): boolean {
  return applications.some(({ kind }) => kind === 'service')
}

/** Services and front ends: what people outside use. */
export function hasProduct({ applications }: Subject): boolean {
  return applications.some(isProduct)
}

export function isProduct(app: Application): boolean {
  return app.kind === 'service' || (app.kind === 'frontend' && !isDocumentation(app))
}

/** Whether an application is pages about a project. A package that keeps its pages beside itself is more than these. */
export function isDocumentation(app: Application): boolean {
  return app.kind === 'frontend' && isWebsite(app)
}

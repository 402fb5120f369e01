import type { Application } from '../applications/application.ts'
import type { Language } from '../applications/languages.ts'
import type { Clues, Evidence } from '../evidence/evidence.ts'
import { type Finding, findingOf } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'

/** What every check may look at. */
export interface Subject {
  readonly repository: Repository
  readonly applications: readonly Application[]
  readonly evidence: Evidence
}

/** `undefined`: it does not apply. */
type RepositoryCheck = (subject: Subject) => Finding | undefined
type ApplicationCheck = (app: Application, subject: Subject) => Finding | undefined

export type Check = { readonly repository: RepositoryCheck } | { readonly application: ApplicationCheck }

export function ofRepository(check: RepositoryCheck): Check {
  return { repository: check }
}

export function ofApplication(check: ApplicationCheck): Check {
  return { application: check }
}

/** What to look for in a language, and what to add when it is not there. */
export interface Tools extends Clues {
  readonly add: string
  /** The language needs no tool: it does so by itself. */
  readonly builtIn?: string
}

type Table = { readonly [Name in Language]?: Tools }

/** Looks for the tools of the application's language; for a language that the table does not name it does not apply. */
export function toolsOf(lacks: string, table: Table): Check {
  return ofApplication((app, { evidence }) => {
    const tools = table[app.language] ?? table[relatives[app.language] ?? app.language]
    if (!tools) return undefined
    if (tools.builtIn !== undefined) return { passes: true, evidence: tools.builtIn }
    return findingOf(evidence.any(tools, app), `${lacks}; ${tools.add}`)
  })
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
  return applications.some(({ kind }) => kind === 'service' || kind === 'frontend')
}

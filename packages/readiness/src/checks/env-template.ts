import type { Application } from '../applications/application.ts'
import { isForeign, isForTests, nameOf } from '../applications/places.ts'
import { findingOf } from '../evidence/finding.ts'
import { firstOf, skillPages } from '../evidence/traces.ts'
import { lineAt } from '../repository/parse.ts'
import { isProduct, ofRepository, type Subject } from './check.ts'

const templates =
  /(^|\/)([\w.-]*\.env[._-](example|template|sample|dist|defaults?)|env[._-](example|template|sample|dist|defaults?)([-_][\w-]+)?|\.env\.[\w.-]*(example|template|sample|dist)|\.env\.docker|(example|sample|template)\.env|\.envrc\.(example|sample|template)|[^/]*\.tfvars\.example|appsettings\.(Development|Example|Template)\.json|application[^/]*\.(example|template)\.(ya?ml|properties))$/i

export const env_template = ofRepository((subject) => {
  if (!subject.applications.some(isProduct)) return undefined
  const found = subject.evidence.shipped(templates) ?? trackedVariables(subject) ?? documentedVariables(subject)
  if (found === undefined && !readsVariables(subject)) return undefined
  const read = subject.applications.filter(isProduct).flatMap((app) => app.markers().get('environment') ?? [])[0]
  const where = read === undefined ? '' : `, see ${read.path}:${read.line}`
  return findingOf(found, `nothing says which environment variables are read${where}; add a .env.example`)
})

/** Whether a deployed application is configured by variables. A library leaves that to its users. */
export function readsVariables({ applications, evidence }: Subject): boolean {
  const directories = new Set(applications.map(({ directory }) => directory))
  // Other applications answer for themselves.
  const within = (app: Application) => [app, ...app.parts.filter(({ directory }) => !directories.has(directory))]
  const isRead = (app: Application) => within(app).some((each) => each.markers().has('environment'))
  // Symfony reads variables in its settings.
  return applications.some(
    (app) =>
      isProduct(app) &&
      (isRead(app) ||
        (app.language === 'php' && evidence.lineBelow(/(^|\/)config\/.+\.ya?ml$/, /%env\(/, app) !== undefined)),
  )
}

/** Fewer lines prove nothing. */
const fewest = 3

/** A tracked file of variables documents them as well as a template does. */
function trackedVariables({ evidence, repository }: Subject): string | undefined {
  return firstOf(evidence.notable, (path) => {
    if (!/^(\.env|[\w-]+\.env)$/.test(nameOf(path)) || isForeign(path) || isForTests(path)) return undefined
    // Some keep them as a composition writes them.
    const count = (repository.text(path)?.match(/^[A-Z][A-Z0-9_]*=|^[ \t]+[A-Z][A-Z0-9_]*: /gm) ?? []).length
    if (count === 0) return undefined
    return `${path}:1 has ${count} ${count === 1 ? 'variable' : 'variables'}`
  })
}

/** The first or the second cell of a row, after the option of the same meaning. */
const listed = /^\s*(\|([^|]*\|)?|[-*]|#{2,6})\s*(\*\*|__)?\[?`?[A-Z][A-Z0-9]*_[A-Z0-9_]+/
/** A line that says of an option which variable means the same. */
const beside =
  /^\s*([-*]\s.*)?\benv(ironment|\.)?( ?var(iable)?s?)?[.:]*[*_`]*:?[\s*_`]+[A-Z][A-Z0-9]*_[A-Z0-9_]+`{0,2}[\s)*_]*(:|$)/i
/** The mark of reStructuredText for one. */
const marked = /^\s*\.\. envvar:: [A-Z]/
const inManualPage = /^\.B [A-Z][A-Z0-9]*_[A-Z0-9_]+\s*$/

/** The lines of blocks of code, such as a composition: they list nothing. */
function linesOfBlocks(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (const block of text.matchAll(/^[ \t]*(```+|~~~+)[^\n]*\n[\s\S]*?^[ \t]*\1/gm)) {
    const first = lineAt(text, block.index)
    for (const [offset] of block[0].split('\n').entries()) found.add(first + offset)
  }
  return found
}

/** A table may list codes of errors, which look like variables. */
function isOfCodes(lines: readonly string[], index: number): boolean {
  let head = index
  while (/^\s*\|/.test(lines[head - 1] ?? '')) head--
  return /^\s*\|[\s`*]*(error |status |result )?codes?[\s`*]*\|/i.test(lines[head] ?? '')
}

/** Instructions for agents, and pages on builds and releases, name variables that the program does not read. */
const aboutOthers = /^docs?\/agents\/|(^|\/)(depends|releases?|releasing)\/(?![^/]*(config|env))/i

/** A page with a table or a list of variables, or a manual page, documents them too. */
function documentedVariables({ evidence, repository }: Subject): string | undefined {
  const manuals = evidence.notable.filter((path) => /\.[1-8]$/.test(path))
  const pages = evidence.documents().filter((path) => !skillPages.test(path) && !aboutOthers.test(path))
  const found = [...pages, ...manuals].flatMap((path) => {
    const text = repository.text(path) ?? ''
    const lines = text.split('\n')
    const code = linesOfBlocks(text)
    const isListed = (line: string, index: number) =>
      listed.test(line) && !code.has(index + 1) && !isOfCodes(lines, index)
    const isRow = (line: string, index: number) =>
      manuals.includes(path) ? inManualPage.test(line) : isListed(line, index) || beside.test(line) || marked.test(line)
    const rows = lines.flatMap((line, index) => (isRow(line, index) ? [index + 1] : []))
    return rows.length >= fewest
      ? [{ count: rows.length, told: `${path}:${rows[0]} lists ${rows.length} variables` }]
      : []
  })
  // Other pages name some in passing.
  return found.sort((a, b) => b.count - a.count)[0]?.told
}

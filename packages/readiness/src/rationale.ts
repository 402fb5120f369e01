import { groupBy } from '@muster/contract/group-by'
import type { Application } from './applications/application.ts'
import type { Finding } from './evidence/finding.ts'

export interface Judged {
  /** Absent when the repository as a whole was judged. */
  readonly app?: Application
  readonly finding: Finding
}

const mostNamed = 3

/** One sentence: the evidence, and who lacks what; the evidence first when most pass. */
export function rationaleOf(judged: readonly Judged[], isMost: boolean): string {
  const [first] = judged
  if (!first) return ''
  if (judged.length === 1) return sentence(textOf(first.finding))
  const lacking = judged.filter(({ finding }) => !finding.passes)
  if (lacking.length === 0)
    return sentence(`${judged.length === 2 ? 'both' : `all ${judged.length}`} pass: ${grouped(judged, judged.length)}`)
  const passing = judged.filter(({ finding }) => finding.passes)
  if (passing.length === 0) return sentence(`none of ${judged.length} pass: ${grouped(lacking, judged.length)}`)
  const count = `${passing.length} of ${judged.length} pass`
  return sentence(
    isMost
      ? `${count}: ${grouped(passing, judged.length)}; not ${grouped(lacking, judged.length)}`
      : `${count}; not ${grouped(lacking, judged.length)}; but ${grouped(passing, judged.length)}`,
  )
}

/** Applications with the same finding are named together. */
function grouped(judged: readonly Judged[], total: number): string {
  const groups = [...groupBy(judged, ({ finding }) => textOf(finding))]
  const parts = groups.slice(0, mostNamed).map(([text, members]) => {
    // A finding about all needs no names.
    if (members.length === total) return text
    return `${namesOf(members)}: ${text}`
  })
  const rest = groups.slice(mostNamed).reduce((sum, [, members]) => sum + members.length, 0)
  return [...parts, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}

function namesOf(members: readonly Judged[]): string {
  const names = members.map(({ app }) => app?.name ?? '.')
  if (names.length <= mostNamed) return names.join(', ')
  return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
}

function textOf(finding: Finding): string {
  return finding.passes ? finding.evidence : finding.missing
}

/** Paths and code keep their case, and the length stays within the contract's limit. */
export function sentence(text: string): string {
  const clean = text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 4000)
    .toWellFormed()
  const start = /^[a-z]+ /.test(clean) ? `${clean[0]?.toUpperCase()}${clean.slice(1)}` : clean
  return `${start}.`
}

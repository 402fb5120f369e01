import { groupBy } from '@muster/contract/group-by'
import type { Application } from '../applications/application.ts'
import type { Finding } from './finding.ts'

export interface Judged {
  /** Absent when the repository as a whole was judged. */
  readonly app?: Application
  readonly finding: Finding
  /** Files in which one would add what is missing, the likeliest first. */
  readonly places?: readonly string[]
}

const mostNamed = 3

/** One sentence: the evidence, and who lacks what; the evidence first when most pass. */
export function rationaleOf(judged: readonly Judged[], isMost: boolean): string {
  const [first] = judged
  if (!first) return ''
  if (judged.length === 1) return sentence(grouped(judged, 1))
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

/** Applications with the same finding are named together, those with the most source first. */
function grouped(judged: readonly Judged[], total: number): string {
  const sizeOf = (members: readonly Judged[]) => members.reduce((sum, { app }) => sum + (app?.sources.length ?? 0), 0)
  const groups = [...groupBy(judged, ({ finding }) => textOf(finding))].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  const parts = groups.slice(0, mostNamed).map(([text, members]) => {
    const told = `${text}${besideOf(members)}`
    // A finding about all needs no names.
    return members.length === total ? told : `${namesOf(members)}: ${told}`
  })
  const rest = groups.slice(mostNamed).reduce((sum, [, members]) => sum + members.length, 0)
  return [...parts, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}

/** Further evidence of the largest application, or where to add what all of them lack. */
function besideOf(members: readonly Judged[]): string {
  const bySize = [...members].sort((a, b) => (b.app?.sources.length ?? 0) - (a.app?.sources.length ?? 0))
  const [first] = bySize
  if (!first) return ''
  if (first.finding.passes) return first.finding.also.map((each) => `, also ${each}`).join('')
  const places = [...new Set(bySize.flatMap((each) => each.places ?? []))].slice(0, mostNamed)
  return places.length === 0 ? '' : `; look at ${places.join(' and ')}`
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

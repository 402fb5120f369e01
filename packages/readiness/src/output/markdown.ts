import { kindNames } from '@muster/contract/readiness/application-kinds'
import { catalogue } from '@muster/contract/readiness/catalogue'
import { levels } from '@muster/contract/readiness/criterion'
import { missingFor } from '@muster/contract/readiness/score'
import { bySize } from '../applications/application.ts'
import { type Comparison, titleOf } from '../baseline.ts'
import type { Evaluation } from '../evaluate-opened.ts'
import { failingByLevel } from './failing.ts'

/** The report for a pull-request comment. */
export function markdownOf(evaluation: Evaluation, comparison?: Comparison): string {
  const { report, score, next, own } = evaluation
  const name = levels[score.level - 1]?.name ?? ''
  const sections = [
    `## Readiness: level ${score.level} of 5 (${name}), ${score.score} of 100 points`,
    whereLine(report),
    levelTable(score),
    pillarTable(score),
    doubtLine(evaluation.applications),
    comparison && comparisonLines(comparison),
    next.criteria.length > 0 && nextLines(evaluation),
    ...failingSections(report),
    ownLines(report, own),
    switchedOffLines(report),
    applicationTable(evaluation.applications),
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

function whereLine({ repoUrl, branch, commitHash, hasLocalChanges }: Evaluation['report']): string {
  const at = [branch && code(branch), commitHash && code(commitHash.slice(0, 8))].filter(Boolean).join(' at ')
  return `${escaped(repoUrl)}${at && `, ${at}`}${hasLocalChanges ? ', with local changes' : ''}`
}

function levelTable({ byLevel, level: reached }: Evaluation['score']): string {
  const rows = byLevel.map((each) => {
    const missing = missingFor(each)
    const state =
      each.level < reached ? 'reached' : each.level === reached && missing > 0 ? `${missing} more needed` : ''
    return `| ${each.level} ${each.name} | ${each.passed} of ${each.total} | ${state} |`
  })
  return ['| level | criteria that pass | |', '|---|---|---|', ...rows].join('\n')
}

function pillarTable({ byPillar }: Evaluation['score']): string {
  if (byPillar.length === 0) return ''
  const rows = byPillar.map(({ pillar, passed, total, score }) => `| ${pillar} | ${passed} of ${total} | ${score} |`)
  return ['| pillar | criteria that pass | of 100 points |', '|---|---|---|', ...rows].join('\n')
}

/** What a reader can settle at once, and much may follow from. */
function doubtLine(applications: Evaluation['applications']): string {
  return applications
    .flatMap(({ name, kind, weighing }) => {
      if (!weighing?.mayBe) return []
      const kinds = `${code(name)} is taken for ${kindNames[kind]}, and is perhaps ${kindNames[weighing.mayBe]}`
      return [`${kinds}: ${code(`muster readiness kind ${name}`)} tells why.`]
    })
    .join(' ')
}

const mostRows = 100

function applicationTable(applications: Evaluation['applications']): string {
  if (applications.length === 0) return ''
  const rows = bySize(applications)
    .slice(0, mostRows)
    .map(({ name, kind, description }) => `| ${code(name)} | ${kindNames[kind]} | ${escaped(description)} |`)
  const left = applications.length - rows.length
  const more = left > 0 ? `\n\nAnd ${left} more.` : ''
  const table = ['| application | taken for | |', '|---|---|---|', ...rows].join('\n')
  return `<details><summary>Applications: ${applications.length}</summary>\n\n${table}${more}\n\n</details>`
}

function comparisonLines({ levelBefore, levelNow, worse, better }: Comparison): string {
  const change =
    levelNow === levelBefore
      ? `Level ${levelNow}, as in the baseline.`
      : `Level ${levelNow}; the baseline had ${levelBefore}.`
  const named = (ids: readonly string[]) => ids.map((id) => escaped(titleOf(id))).join(', ')
  return [
    change,
    worse.length > 0 && `- **Worse:** ${named(worse)}`,
    better.length > 0 && `- **Better:** ${named(better)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function nextLines({ report: { report }, next, fixable }: Evaluation): string {
  const steps = next.criteria.map((id, index) => {
    const how = `muster readiness ${fixable.has(id) ? 'fix' : 'explain'} ${id}`
    return `${index + 1}. **${titleOf(id)}**: ${catalogue[id].why} ${escaped(report[id]?.rationale ?? '')} ${code(how)}`
  })
  return ['### Next steps, the best first', '', ...steps].join('\n')
}

function failingSections(report: Evaluation['report']): string[] {
  return failingByLevel(report).map(([level, lines]) => {
    const rows = lines.map(({ id, criterion, evaluation: { numerator, denominator, rationale } }) => {
      return `| ${code(id)} | ${escaped(criterion.pillar)} | ${numerator}/${denominator} | ${escaped(rationale)} |`
    })
    const table = ['| criterion | pillar | | why |', '|---|---|---|---|', ...rows].join('\n')
    return `<details><summary>Level ${level}: ${lines.length} to do</summary>\n\n${table}\n\n</details>`
  })
}

function ownLines({ report }: Evaluation['report'], own: Evaluation['own']): string {
  const rows = Object.entries(own).map(([id, { title }]) => {
    const { numerator = 0, rationale = '' } = report[id] ?? {}
    return `- ${numerator > 0 ? '✓' : '✗'} **${escaped(title)}**: ${escaped(rationale)}`
  })
  return rows.length === 0 ? '' : ['### Own criteria', '', ...rows].join('\n')
}

function switchedOffLines({ switchedOff = {} }: Evaluation['report']): string {
  const rows = Object.entries(switchedOff).map(([id, { reason, until }]) => {
    return `- ${code(id)}${until === undefined ? '' : ` until ${until}`}: ${escaped(reason)}`
  })
  return rows.length === 0 ? '' : ['### Switched off', '', ...rows].join('\n')
}

/** Text of others must neither break a table nor become a link, a mention or HTML. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part.replaceAll('|', '\\|') : part.replace(/[<>|[\]@*_~#\\]/g, '\\$&')))
    .join('')
}

function code(text: string): string {
  return `\`${text.replace(/[`\s]+/g, ' ').replaceAll('|', '\\|')}\``
}

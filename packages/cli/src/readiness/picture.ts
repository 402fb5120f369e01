import { groupBy } from '@muster/contract/group-by'
import { type CriterionId, catalogue } from '@muster/contract/readiness/catalogue'
import { levels } from '@muster/contract/readiness/criterion'
import { metWith } from '@muster/contract/readiness/next-steps'
import { missingFor, passesWhole, type Tally } from '@muster/contract/readiness/score'
import { bySize } from '@muster/readiness/applications/application'
import { type Comparison, titleOf } from '@muster/readiness/baseline'
import type { Evaluation } from '@muster/readiness/evaluate-opened'
import { failingByLevel, linesOf } from '@muster/readiness/output/failing'
import { bar } from '../terminal/bar.ts'
import type { Color } from '../terminal/cell.ts'
import { oneLine, textWidth, truncate } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import { counted, madeOf, takenFor } from './application-words.ts'

interface PictureOptions {
  readonly width: number
  readonly paint: (text: string, color: Color) => string
  /** Also shows passing criteria, and all criteria of the higher levels. */
  readonly isComplete: boolean
  readonly comparison?: Comparison | undefined
}

/** A report for people: the current level, and what to do next. */
export function picture(evaluation: Evaluation, options: PictureOptions): string {
  const width = Math.min(options.width, 100)
  const parts = { ...options, width }
  return [
    heading(evaluation, parts),
    ladder(evaluation, parts),
    pillarBars(evaluation, parts),
    apps(evaluation, parts),
    failing(evaluation, parts),
    options.isComplete && passing(evaluation, parts),
    own(evaluation, parts),
    switchedOff(evaluation, parts),
    options.comparison && changes(options.comparison, parts),
    steps(evaluation, parts),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function heading({ report, applications, fileCount, score }: Evaluation, { width, paint }: PictureOptions): string {
  const commit = [report.branch, report.commitHash?.slice(0, 8), report.hasLocalChanges && 'with local changes']
  const name = levels[score.level - 1]?.name ?? ''
  return [
    truncate(oneLine(report.repoUrl.replace(/^https?:\/\//, '')), width),
    ...wrap(
      [...commit.filter(Boolean), counted(applications.length, 'application'), counted(fileCount, 'file')]
        .map(String)
        .map(oneLine)
        .join(', '),
      width,
    ).map((line) => paint(line, 'dim')),
    '',
    paint(`Level ${score.level} of 5: ${name}`, 'bold'),
    `${score.score} of 100 points`,
  ].join('\n')
}

function ladder({ score }: Evaluation, { width, paint }: PictureOptions): string {
  const names = Math.max(...levels.map(({ name }) => name.length))
  const room = barWidth(width, names + 18)
  return score.byLevel
    .map((each) => {
      const isReached = each.level < score.level
      const isHere = each.level === score.level
      const mark = isReached ? '✓' : isHere ? '▸' : ' '
      const missing = missingFor(each)
      const says = isHere && each.level < 5 && missing > 0 ? `  ${missing} more for level ${each.level + 1}` : ''
      const line = `${mark} ${each.level} ${each.name.padEnd(names)}  ${tallyBar(each, room)} ${countOf(each)}`
      const fits = line.length + says.length <= width
      return paint(line, isReached ? 'green' : isHere ? 'yellow' : 'dim') + (fits ? says : '')
    })
    .join('\n')
}

function pillarBars({ score }: Evaluation, { width, paint }: PictureOptions): string {
  const longest = Math.max(0, ...score.byPillar.map(({ pillar }) => pillar.length))
  const names = Math.min(longest, width - 22)
  const room = barWidth(width, names + 14)
  return score.byPillar
    .map((each) => {
      const share = each.passed / each.total
      const color = share >= 0.8 ? 'green' : share >= 0.4 ? 'yellow' : 'red'
      const points = paint(`${each.score}`.padStart(4), 'dim')
      return `${truncate(each.pillar, names).padEnd(names)}  ${paint(tallyBar(each, room), color)} ${countOf(each)}${points}`
    })
    .join('\n')
}

/** The number of applications shown, because people do not read long lists. */
const mostApps = 6

/** The applications with the kinds that they were taken for, because the kinds decide which criteria apply. */
function apps({ applications }: Evaluation, { width, paint, isComplete }: PictureOptions): string {
  if (applications.length === 0) return ''
  const all = bySize(applications)
  const shown = isComplete ? all : all.slice(0, mostApps)
  const widest = (texts: readonly string[]) => Math.max(...texts.map(textWidth))
  const room = Math.min(widest(shown.map(({ name }) => oneLine(name))), Math.floor(width / 2))
  const kinds = widest(shown.map(takenFor))
  const rows = shown.map((app) => {
    const line = `  ${padded(truncate(oneLine(app.name), room), room)}  ${padded(takenFor(app), kinds)}`
    const more = `  ${madeOf(app)}`
    return truncate(line, width) + (textWidth(line + more) <= width ? paint(more, 'dim') : '')
  })
  const left = all.length - shown.length
  const doubtful = all.find(({ weighing }) => weighing?.mayBe)?.name
  return [
    paint('Applications', 'bold'),
    ...rows,
    ...(left > 0 ? [paint(`  and ${left.toLocaleString('en-US')} more, with --all`, 'dim')] : []),
    ...(doubtful === undefined
      ? []
      : indented(`muster readiness kind ${oneLine(doubtful)} tells why it is in doubt, and corrects it.`, width, '  ')),
  ].join('\n')
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

/** The next level in full; later levels in one paragraph each. */
function failing({ report, score }: Evaluation, { width, paint, isComplete }: PictureOptions): string {
  return failingByLevel(report)
    .map(([level, lines]) => {
      const name = levels[level - 1]?.name ?? ''
      if (level > score.level && !isComplete) {
        const names = lines.map(({ id }) => id).join(', ')
        return [
          paint(`Later, at level ${level} (${name})`, 'dim'),
          ...indented(names, width, '  ').map((line) => paint(line, 'dim')),
        ].join('\n')
      }
      const groups = [...groupBy(lines, ({ criterion }) => criterion.pillar)]
      const body = groups.flatMap(([pillar, members]) => [
        `  ${paint(pillar, 'cyan')}`,
        ...members.flatMap(({ id, evaluation: { numerator, denominator, rationale } }) => [
          `  ${paint('✗', 'red')} ${id}${partOf(id, numerator, denominator, width)}`,
          ...indented(oneLine(rationale), width, '    '),
        ]),
      ])
      return [paint(`To do at level ${level} (${name})`, 'bold'), ...body].join('\n')
    })
    .join('\n\n')
}

function passing({ report }: Evaluation, { width, paint }: PictureOptions): string {
  const lines = linesOf(report).filter(({ passes }) => passes)
  const body = lines.flatMap(({ id, evaluation }) => [
    `  ${paint('✓', 'green')} ${id}`,
    ...indented(oneLine(evaluation.rationale), width, '    ').map((line) => paint(line, 'dim')),
  ])
  return lines.length === 0 ? '' : [paint('Passing', 'bold'), ...body].join('\n')
}

/** The repository's own criteria, which count for no level. */
function own({ report, own: criteria }: Evaluation, { width, paint }: PictureOptions): string {
  const rows = Object.entries(criteria).flatMap(([id, { title }]) => {
    const { numerator = 0, rationale = '' } = report.report[id] ?? {}
    const mark = numerator > 0 ? paint('✓', 'green') : paint('✗', 'red')
    return [`  ${mark} ${oneLine(title)}`, ...indented(oneLine(rationale), width, '    ')]
  })
  return rows.length === 0 ? '' : [paint('Own criteria', 'bold'), ...rows].join('\n')
}

function switchedOff({ report: { switchedOff: off = {} } }: Evaluation, { width, paint }: PictureOptions): string {
  const rows = Object.entries(off).flatMap(([id, { reason, until }]) => [
    `  ${id}${until === undefined ? '' : ` until ${until}`}`,
    ...indented(oneLine(reason), width, '    '),
  ])
  return rows.length === 0 ? '' : [paint('Switched off', 'bold'), ...rows].join('\n')
}

function changes({ levelBefore, levelNow, worse, better }: Comparison, { width, paint }: PictureOptions): string {
  const level = levelBefore === levelNow ? `Level ${levelNow} as before` : `Level ${levelNow}, was ${levelBefore}`
  return [
    paint('Beside the baseline', 'bold'),
    `  ${level}`,
    ...(worse.length > 0 ? indented(`Worse: ${worse.join(', ')}`, width, '  ').map((line) => paint(line, 'red')) : []),
    ...(better.length > 0
      ? indented(`Better: ${better.join(', ')}`, width, '  ').map((line) => paint(line, 'green'))
      : []),
  ].join('\n')
}

function steps({ next, report, fixable }: Evaluation, { width, paint }: PictureOptions): string {
  if (next.criteria.length === 0) return ''
  const rows = next.criteria.flatMap((id, index) => [
    ...indented(`${index + 1}. ${titleOf(id)}: ${catalogue[id].why}`, width, '  ', '     '),
    ...indented(oneLine(report.report[id]?.rationale ?? ''), width, '     ').map((line) => paint(line, 'dim')),
    ...onTheWay(id, report).flatMap((sentence) => indented(sentence, width, '     ')),
    ...indented(`muster readiness ${fixable.has(id) ? 'fix' : 'explain'} ${id}`, width, '     '),
  ])
  const count = `${next.missing} more of level ${(next.towards ?? 1) - 1} lead${next.missing === 1 ? 's' : ''} to level ${next.towards}, whichever they are.`
  const way = next.towards === undefined || next.missing === 0 ? [] : ['', ...wrap(count, width)]
  return [paint('Next steps, the best first', 'bold'), ...rows, ...way].join('\n')
}

/** Further criteria that the same step can meet, so that the work is done once. */
function onTheWay(id: CriterionId, { report }: Evaluation['report']): string[] {
  const met = metWith(id).filter((each) => report[each] !== undefined && !passesWhole(report[each]))
  return met.length === 0 ? [] : [`It can meet ${met.join(' and ')}, too.`]
}

/** The number of passing applications, if it is useful and fits. */
function partOf(id: string, numerator: number, denominator: number, width: number): string {
  const part = denominator > 1 ? ` ${numerator}/${denominator}` : ''
  return id.length + part.length + 4 <= width ? part : ''
}

function tallyBar({ passed, total }: Tally, width: number): string {
  return bar(total === 0 ? 0 : passed / total, width)
}

function countOf({ passed, total }: Tally): string {
  return `${passed}/${total}`.padStart(5)
}

function barWidth(width: number, taken: number): number {
  return Math.max(5, Math.min(24, width - taken))
}

function indented(text: string, width: number, indent: string, hanging = indent): string[] {
  return wrap(text, width - textWidth(hanging)).map((line, index) => (index === 0 ? indent : hanging) + line)
}

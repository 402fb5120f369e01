import { type Column, decimals, markdownTable, textTable } from '../table.ts'
import { type Compared, type ComparedApplications, kendallTau } from './compare.ts'
import type { Label } from './label.ts'

export interface Measured {
  readonly label: Label
  readonly level: number
  readonly score: number
  readonly verdicts: readonly Compared[]
  readonly applications: ComparedApplications
}

interface Style {
  readonly isMarkdown: boolean
  /** Lists every verdict that differs. */
  readonly tellsErrors: boolean
}

/** Accuracy of each repository and criterion, tuned and held back apart. Doubtful labels are counted in a column of their own. */
export function reportOf(measured: readonly Measured[], style: Style): string {
  const table = (titles: readonly string[], rows: readonly (readonly string[])[]) => {
    const columns: Column[] = titles.map((title, index) => ({ title, align: index === 0 ? 'left' : 'right' }))
    return (style.isMarkdown ? markdownTable : textTable)(columns, rows)
  }
  const groups = [
    ['tuned', measured.filter(({ label }) => !label.heldBack)],
    ['held back', measured.filter(({ label }) => label.heldBack && label.labeller === undefined)],
    ...(['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'] as const).map(
      (labeller) =>
        [
          `held back, ${labeller} labeller`,
          measured.filter(({ label }) => label.heldBack && label.labeller === labeller),
        ] as const,
    ),
    ['all', measured],
  ] as const
  const ranked = measured.flatMap(({ score, label: { quality } }) =>
    quality === undefined ? [] : [[score, quality] as const],
  )
  const head = ['', 'verdicts', 'right', 'with evidence', 'with doubtful', 'applications and kinds']
  const parts = [
    table(
      head,
      groups.map(([name, some]) => rowOf(name, some)),
    ),
    table(
      [...head, 'level', 'score', 'quality'],
      measured.map((each) => [
        ...rowOf(nameOf(each), [each]),
        `${each.level}`,
        `${each.score}`,
        `${each.label.quality ?? '–'}`,
      ]),
    ),
    `Kendall's tau between score and quality: ${decimals(kendallTau(ranked), 2)}`,
    table(['criterion', 'verdicts', 'right', 'with evidence'], worstCriteria(measured)),
  ]
  return `${[...parts, ...(style.tellsErrors ? [errorsOf(measured)] : [])].join('\n\n')}\n`
}

/** A criterion that both the label and the evaluator leave out is no verdict. Counting it would flatter the result. */
function counted(measured: readonly Measured[]): Compared[] {
  return measured.flatMap(({ verdicts }) =>
    verdicts.filter(({ label, actual }) => label.verdict !== 'absent' || actual !== 'absent'),
  )
}

function rowOf(name: string, measured: readonly Measured[]): string[] {
  const all = counted(measured)
  const certain = all.filter(({ label }) => !label.doubtful)
  const applications = measured.map((each) => each.applications)
  const right = applications.reduce((sum, each) => sum + each.right, 0)
  const total = applications.reduce((sum, each) => sum + each.total, 0)
  return [
    name,
    `${certain.length}`,
    share(certain.filter(({ isRight }) => isRight).length, certain.length),
    share(certain.filter(({ hasRightEvidence }) => hasRightEvidence).length, certain.length),
    share(all.filter(({ isRight }) => isRight).length, all.length),
    `${right}/${total}`,
  ]
}

function worstCriteria(measured: readonly Measured[]): string[][] {
  const certain = counted(measured).filter(({ label }) => !label.doubtful)
  return [...Map.groupBy(certain, ({ criterion }) => criterion)]
    .map(([criterion, each]) => {
      const right = each.filter(({ isRight }) => isRight).length
      const evidence = each.filter(({ hasRightEvidence }) => hasRightEvidence).length
      return {
        accuracy: right / each.length,
        row: [criterion, `${each.length}`, share(right, each.length), share(evidence, each.length)],
      }
    })
    .filter(({ accuracy }) => accuracy < 0.97)
    .sort((a, b) => a.accuracy - b.accuracy)
    .map(({ row }) => row)
}

function errorsOf(measured: readonly Measured[]): string {
  return measured
    .flatMap(({ label, verdicts, applications: { missing, extra, wrongKind } }) => [
      `## ${label.repository}`,
      ...[...missing.map((name) => `missing: ${name}`), ...extra.map((name) => `extra: ${name}`), ...wrongKind],
      ...verdicts
        .filter(({ isRight, hasRightEvidence }) => !isRight || !hasRightEvidence)
        .map(
          ({ criterion, label: { verdict, because, doubtful }, actual, rationale, isRight }) =>
            `${doubtful ? '(doubtful) ' : ''}${criterion}: ${isRight ? 'other evidence' : `${verdict}, not ${actual}`}: ${because} | ${rationale.slice(0, 200)}`,
        ),
    ])
    .join('\n')
}

function nameOf({ label }: Measured): string {
  return `${new URL(label.repository).pathname.slice(1)}${label.heldBack ? ' (held back)' : ''}`
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${decimals((100 * part) / whole, 1)} %`
}

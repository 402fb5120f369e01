import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Weights, weighKind } from '@muster/readiness/applications/weigh-kind'
import type { Options } from '../options.ts'
import { type Column, textTable } from '../table.ts'
import { fitWeights, type Row } from './fit.ts'
import { readRows } from './rows.ts'

const rowsPath = join(import.meta.dirname, 'rows.jsonl')
const weightsPath = join(import.meta.dirname, '../../packages/readiness/src/applications/kind-weights.ts')

/** Each row is judged once by weights that were found without it. */
const folds = 10

/** Finds the weights of signs, writes them into the source, and prints how often they are right. */
export async function run({ repositories }: Options): Promise<void> {
  const known = storedRows()
  const { rows: found, read } = repositories === undefined ? nothing : await readRows(repositories)
  const rows = [...known.filter(({ repository }) => !read.has(repository)), ...found].sort((a, b) =>
    a.repository < b.repository ? -1 : 1,
  )
  const weights = fitWeights(rows)
  if (found.length > 0) await writeFile(rowsPath, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await writeFile(weightsPath, sourceOf(weights))
  process.stdout.write(reportOf(rows, weights))
}

const nothing = { rows: [], read: new Set<string>() }

export function storedRows(): Row[] {
  const lines = readFileSync(rowsPath, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}

/** What comes out of a fold is never what went into its weights. */
function crossChecked(rows: readonly Row[]): Map<Row, ReturnType<typeof weighKind>> {
  const isHeldBack = (index: number, fold: number) => (index * 7) % folds === fold
  return new Map(
    Array.from({ length: folds }, (_, fold) => {
      const weights = fitWeights(rows.filter((_row, index) => !isHeldBack(index, fold)))
      return rows
        .filter((_row, index) => isHeldBack(index, fold))
        .map((row) => [row, weighKind(row.signs, weights)] as const)
    }).flat(),
  )
}

function reportOf(rows: readonly Row[], weights: Weights): string {
  const checked = crossChecked(rows)
  const line = (title: string, answer: (row: Row) => string | undefined) => {
    const right = rows.filter((row) => answer(row) === row.kind).length
    return [title, String(rows.length), String(right), `${((100 * right) / rows.length).toFixed(1)} %`]
  }
  const titles = ['', 'main applications', 'right', '']
  const columns: Column[] = titles.map((title, index) => ({ title, align: index === 0 ? 'left' : 'right' }))
  const isWrong = (row: Row) => checked.get(row)?.kind !== row.kind
  const wrong = rows
    .filter(isWrong)
    .map(
      (row) => `${row.repository} ${row.application}: ${row.kind}, not ${checked.get(row)?.kind} (asked: ${row.asked})`,
    )
  const doubtful = rows.filter((row) => checked.get(row)?.mayBe)
  const found = doubtful.filter(isWrong)
  const second = found.filter((row) => checked.get(row)?.mayBe === row.kind)
  return `${textTable(columns, [
    line('questions alone', ({ asked }) => asked),
    line('signs, on rows that they were not fitted to', (row) => checked.get(row)?.kind),
    line('signs, on all rows', (row) => weighKind(row.signs, weights).kind),
  ])}\n\nIn doubt: ${doubtful.length}, with ${found.length} of the ${wrong.length} wrong ones; of these the second kind is right for ${second.length}.\n\nWrong where they were not fitted:\n${wrong.join('\n')}\n`
}

/** The weights as TypeScript, in the form that the formatter keeps. */
export function sourceOf(weights: Weights): string {
  const lines = Object.entries(weights).map(
    ([sign, each]) => `  ${/^\w+$/.test(sign) ? sign : `'${sign}'`}: [${each.join(', ')}],\n`,
  )
  return `/** What each sign adds to a service, a tool and a library. \`npm run bench -- readiness-kinds\` writes this file. */
export const kindWeights: Readonly<Record<string, readonly number[]>> = {
${lines.join('')}}
`
}

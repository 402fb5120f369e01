import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Weights, weigh } from '@muster/readiness/applications/weigh'
import { type Options, UsageError } from '../options.ts'
import { type Column, textTable } from '../table.ts'
import { fitWeights, type Row } from './fit.ts'
import { readRows, smallRows } from './rows.ts'

const weightsPath = join(import.meta.dirname, '../../packages/readiness/src/catalog/kind-weights.ts')

/** Each repository is judged once by weights that were found without it. */
const folds = 8

/** Finds the weights of signs, writes them into the source, and prints how often they are right. */
export async function run({ repositories }: Options): Promise<void> {
  if (repositories === undefined) throw new UsageError('Say where the clones are, with --repositories DIR.')
  const large = await readRows(repositories)
  if (large.length === 0) throw new UsageError(`None of the labelled repositories is in ${repositories}.`)
  const small = smallRows()
  const weights = fitWeights([...large, ...small])
  await writeFile(weightsPath, sourceOf(weights))
  process.stdout.write(reportOf(large, small, weights))
}

/** What comes out of a fold is never what went into its weights. */
function crossChecked(large: readonly Row[], small: readonly Row[]): Map<Row, ReturnType<typeof weigh>> {
  const names = [...new Set(large.map(({ repository }) => repository))]
  const isHeldBack = ({ repository }: Row, fold: number) => (names.indexOf(repository) * 7) % folds === fold
  return new Map(
    Array.from({ length: folds }, (_, fold) => {
      const weights = fitWeights([...large.filter((row) => !isHeldBack(row, fold)), ...small])
      return large.filter((row) => isHeldBack(row, fold)).map((row) => [row, weigh(row.signs, weights)] as const)
    }).flat(),
  )
}

function reportOf(large: readonly Row[], small: readonly Row[], weights: Weights): string {
  const checked = crossChecked(large, small)
  const line = (title: string, rows: readonly Row[], answer: (row: Row) => string | undefined) => {
    const right = rows.filter((row) => answer(row) === row.kind).length
    return [title, String(rows.length), String(right), `${((100 * right) / rows.length).toFixed(1)} %`]
  }
  const byRepository = [...Map.groupBy(large, ({ repository }) => repository).values()].map(
    (rows) => rows.filter((row) => checked.get(row)?.kind === row.kind).length / rows.length,
  )
  const mean = (100 * byRepository.reduce((sum, each) => sum + each, 0)) / byRepository.length
  const titles = ['', 'applications', 'right', '']
  const columns: Column[] = titles.map((title, index) => ({ title, align: index === 0 ? 'left' : 'right' }))
  const isWrong = (row: Row) => checked.get(row)?.kind !== row.kind
  const wrong = large
    .filter(isWrong)
    .map((row) => `${row.repository} ${row.application}: ${row.kind}, not ${checked.get(row)?.kind}`)
  const doubtful = large.filter((row) => checked.get(row)?.mayBe)
  const found = doubtful.filter(isWrong)
  const second = found.filter((row) => checked.get(row)?.mayBe === row.kind)
  return `${textTable(columns, [
    line('repositories that they were not fitted to', large, (row) => checked.get(row)?.kind),
    line('all repositories', large, (row) => weigh(row.signs, weights).kind),
    line('small examples', small, (row) => weigh(row.signs, weights).kind),
  ])}\n\nOf a repository that they were not fitted to, ${mean.toFixed(1)} % on average of ${byRepository.length}.\nIn doubt: ${doubtful.length}, with ${found.length} of the ${wrong.length} wrong ones; of these the second kind is right for ${second.length}.\n\nWrong where they were not fitted:\n${wrong.join('\n')}\n`
}

/** The weights as TypeScript, in the form that the formatter keeps. */
function sourceOf(weights: Weights): string {
  const lines = Object.entries(weights).map(
    ([sign, each]) => `  ${/^\w+$/.test(sign) ? sign : `'${sign}'`}: [${each.join(', ')}],\n`,
  )
  return `/** What each sign adds to a service, a tool, a library and a front end. \`npm run bench -- readiness-kinds\` writes this file. */
export const kindWeights: Readonly<Record<string, readonly number[]>> = {
${lines.join('')}}
`
}

import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { nextSteps } from '@muster/contract/readiness/next-steps'
import { evaluate } from '@muster/readiness/evaluate'
import type { Options } from '../options.ts'
import { type Column, textTable } from '../table.ts'
import { type Choice, fitWorth } from './fit.ts'

const choicesPath = join(import.meta.dirname, 'choices.jsonl')
const worthPath = join(import.meta.dirname, '../../packages/contract/src/readiness/step-worth.ts')

/** Prints how often the first three steps are those of people, finds what steps are worth, and writes it into the source. */
export async function run({ repositories }: Options): Promise<void> {
  const choices = storedChoices()
  const names = [...new Set(choices.map(({ repository }) => repository))]
  const byName = new Map<string, readonly CriterionId[]>()
  for (const name of repositories === undefined ? [] : names) {
    const path = join(repositories ?? '', name.replace('/', '+'))
    if (!existsSync(path)) continue
    process.stderr.write(`${name} …\n`)
    byName.set(name, (await evaluate(path, { version: 'bench' })).next.criteria)
  }
  const rows = [
    lineOf('other people', choices, (choice) => others(choices, choice).flatMap(({ first }) => first)),
    lineOf('worth, found without the repository', choices, (choice) => stepsOf(choice, choices)),
    ...(byName.size === 0
      ? []
      : [
          lineOf(
            'muster readiness on the clones, with the worth that is in force',
            choices.filter(({ repository }) => byName.has(repository)),
            ({ repository }) => byName.get(repository) ?? [],
          ),
        ]),
  ]
  process.stdout.write(`${textTable(columns, rows)}\n`)
  await writeFile(worthPath, sourceOf(fitWorth(choices)))
}

export function storedChoices(): Choice[] {
  const lines = readFileSync(choicesPath, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Choice)
}

/** The steps for what a repository lacks, by what people chose in the other ones. */
export function stepsOf({ repository, open }: Choice, choices: readonly Choice[]): readonly CriterionId[] {
  const report = Object.fromEntries(open.map((id) => [id, { numerator: 0, denominator: 1, rationale: '' }]))
  return nextSteps(report, fitWorth(choices.filter((each) => each.repository !== repository))).criteria
}

function others(choices: readonly Choice[], { repository, chooser }: Choice): Choice[] {
  return choices.filter((each) => each.repository === repository && each.chooser !== chooser)
}

const columns: readonly Column[] = [
  { title: 'steps of', align: 'left' },
  { title: 'steps', align: 'right' },
  { title: 'among the first three', align: 'right' },
  { title: 'or as good', align: 'right' },
  { title: 'silly', align: 'right' },
]

/** How many of some steps each person would take. */
function lineOf(name: string, choices: readonly Choice[], stepsFor: (choice: Choice) => readonly CriterionId[]) {
  const pairs = choices.flatMap((choice) => stepsFor(choice).map((id) => ({ choice, id })))
  const share = (isMeant: (choice: Choice, id: CriterionId) => boolean) => {
    const count = pairs.filter(({ choice, id }) => isMeant(choice, id)).length
    return `${((100 * count) / pairs.length).toFixed(1)} %`
  }
  return [
    name,
    `${pairs.length}`,
    share(({ first }, id) => first.includes(id)),
    share(({ first, also }, id) => [...first, ...also].includes(id)),
    share(({ never }, id) => never.includes(id)),
  ]
}

/** The worth of steps as TypeScript, in the form that the formatter keeps. */
export function sourceOf(worth: Readonly<Record<CriterionId, number>>): string {
  const lines = Object.entries(worth)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([id, each]) => `  ${id}: ${each},\n`)
  return `import type { CriterionId } from './catalogue.ts'

/** How gladly people take a step where it is missing, from -0.5 to 1. \`npm run bench -- readiness-steps\` writes this file. */
export const stepWorth: Readonly<Record<CriterionId, number>> = {
${lines.join('')}}
`
}

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCriterionId } from '@muster/contract/readiness/catalogue'
import { evaluate } from '@muster/readiness/evaluate'
import { type Options, UsageError } from '../options.ts'
import { commitOf } from './commit-of.ts'
import { compareApplications, compareVerdicts } from './compare.ts'
import { folderOf, type Label, readLabels } from './label.ts'
import { type Measured, reportOf } from './report.ts'

/** Compares what the evaluator says with what people found, and prints how often both agree. */
export async function run({ repositories, only, json, markdown, quick }: Options): Promise<void> {
  if (repositories === undefined) throw new UsageError('Say where the clones are, with --repositories DIR.')
  const names = only?.split(',')
  const labels = readLabels({ smokeAlone: quick }).filter(
    ({ repository }) => names?.some((name) => repository.includes(name)) ?? true,
  )
  const measured: Measured[] = []
  for (const label of labels) {
    const path = join(repositories, folderOf(label))
    const problem = await problemOf(label, path)
    if (problem !== undefined) {
      process.stderr.write(`${problem}\n`)
      continue
    }
    process.stderr.write(`${label.repository} …\n`)
    const evaluation = await evaluate(path, { version: 'bench', repoUrl: label.repository })
    measured.push({
      label,
      level: evaluation.score.level,
      score: evaluation.score.score,
      // Labels of criteria that this catalogue does not have are ignored.
      verdicts: compareVerdicts(label, evaluation).filter(({ criterion }) => isCriterionId(criterion)),
      applications: compareApplications(label, evaluation),
    })
  }
  if (measured.length === 0) throw new UsageError(`None of the labelled repositories is in ${repositories}.`)
  if (json !== undefined) await writeFile(json, `${JSON.stringify(measured, null, 2)}\n`)
  process.stdout.write(reportOf(measured, { isMarkdown: markdown, tellsErrors: only !== undefined }))
}

/** The labels are of one commit: at another one they may be wrong. */
async function problemOf({ repository, commit }: Label, path: string): Promise<string | undefined> {
  if (!existsSync(path)) return `${repository} is not there; clone it into ${path} at ${commit}.`
  const found = await commitOf(path)
  return found === commit ? undefined : `${path} is at ${found}; check out ${commit}.`
}

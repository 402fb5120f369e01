import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findByQuestions } from '@muster/readiness/applications/find-applications'
import { type WeighedKind, weighedKinds } from '@muster/readiness/applications/weigh-kind'
import { mainOf, pageAbout, seenOf } from '@muster/readiness/applications/weigh-main'
import { openRepository } from '@muster/readiness/repository/open-repository'
import { commitOf } from '../readiness-accuracy/commit-of.ts'
import { folderOf, readLabels } from '../readiness-accuracy/label.ts'
import type { Row } from './fit.ts'

/** Repositories of which a person told only what the whole is, before the evaluator was asked. */
const wholes = JSON.parse(readFileSync(join(import.meta.dirname, 'kinds.json'), 'utf8')) as Record<
  WeighedKind,
  string[]
>

/** What people said and what can be seen of the main application of each clone below a directory, and which were read. */
export async function readRows(directory: string): Promise<{ rows: Row[]; read: ReadonlySet<string> }> {
  const rows: Row[] = []
  const read = new Set<string>()
  for (const [repository, kindIn] of told()) {
    const path = join(directory, repository.replace('/', '+'))
    if (!existsSync(path)) continue
    process.stderr.write(`${repository} …\n`)
    read.add(repository)
    const opened = await openRepository(path)
    const applications = findByQuestions(opened.repository)
    const main = mainOf(applications)
    const about = main && pageAbout(opened.repository, main, applications)
    if (main === undefined || about === undefined) continue
    const kind = kindIn(main.name, applications.length)
    if (kind === undefined) continue
    const signs = seenOf(opened.repository, main, about)
    rows.push({ repository, commit: await commitOf(path), application: main.name, kind, asked: main.kind, signs })
  }
  return { rows, read }
}

type KindIn = (application: string, count: number) => WeighedKind | undefined

/** By repository, what a person said of one of its applications, without doubt. */
function told(): Map<string, KindIn> {
  const whole = weighedKinds.flatMap((kind) =>
    wholes[kind].map((name): [string, KindIn] => [
      name,
      (app, count) => (app === '.' || count === 1 ? kind : undefined),
    ]),
  )
  const labelled = readLabels().map((label): [string, KindIn] => [
    folderOf(label).replace('+', '/'),
    (app) => {
      const said = label.applications[app]
      return said?.doubtful ? undefined : weighedKinds.find((kind) => kind === said?.kind)
    },
  ])
  return new Map([...whole, ...labelled])
}

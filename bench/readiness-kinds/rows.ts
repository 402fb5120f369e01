import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Application } from '@muster/readiness/applications/application'
import { withoutCopies } from '@muster/readiness/applications/copied-packages'
import { everyApplication } from '@muster/readiness/applications/find'
import { weighedKinds } from '@muster/readiness/applications/weigh'
import { openRepository } from '@muster/readiness/repository/open-repository'
import { repositoryOf } from '../../packages/readiness/test/mini.ts'
import { smallApplications } from '../../packages/readiness/test/small-applications.ts'
import { folderOf, readLabels } from '../readiness-accuracy/label.ts'
import type { Row } from './fit.ts'

/** What people said and what can be seen of the applications of each labelled clone below a directory. */
export async function readRows(directory: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const label of readLabels()) {
    const path = join(directory, folderOf(label))
    if (!existsSync(path)) continue
    process.stderr.write(`${label.repository} …\n`)
    const { repository } = await openRepository(path)
    rows.push(
      ...rowsOf(folderOf(label), everyApplication(withoutCopies(repository)).all, (name) => {
        const said = label.applications[name]
        return said?.doubtful ? undefined : said?.kind
      }),
    )
  }
  return rows
}

/** Where little is seen, it has to decide. */
const worth = 1.5

/** Small repositories beside the large ones: little is seen of them, and what it means is plain. */
export function smallRows(): Row[] {
  return smallApplications.flatMap(([what, files, found]) =>
    rowsOf(what, everyApplication(repositoryOf({ files })).all, (name) =>
      found
        .find((each) => each.startsWith(`${name} `))
        ?.split(' ')
        .at(1),
    ).map((row) => ({ ...row, worth })),
  )
}

function rowsOf(repository: string, all: readonly Application[], told: (name: string) => string | undefined): Row[] {
  return all.flatMap(({ name, weighing }) => {
    const kind = weighedKinds.find((each) => each === told(name))
    return kind && weighing ? [{ repository, application: name, kind, signs: weighing.signs }] : []
  })
}

import { createHash } from 'node:crypto'
import type { Database } from '../../../ground/database/database.ts'
import { dayOf } from '../../../ground/platform/days.ts'
import * as quality from '../../quality/data-quality.ts'
import type { Quarantined, Reading } from '../draft.ts'

/** All are counted; this many are kept as examples. */
const keptRecords = 1_000
const keptToolNames = 200

/** A request, and its report about data quality. */
interface ToldRequest extends Pick<Reading, 'quarantined' | 'told' | 'unknownTools' | 'unknownToolCalls'> {
  readonly organizationId: string
  readonly sender: string
  readonly source: string
  readonly body: Uint8Array
}

/** Records the data quality of a request once, however often it is sent. */
export async function tellQuality(database: Database, request: ToldRequest, now: number): Promise<void> {
  const { organizationId, sender, source, body, quarantined, told, unknownTools, unknownToolCalls } = request
  if (told.length + unknownToolCalls === 0) return
  const day = dayOf(now)
  const tools: quality.Count[] = [
    ...unknownTools.map(({ rawName, count }) => ({ kind: 'unknown_tool', reason: rawName, count }) as const),
    { kind: 'unknown_tool', reason: '', count: unknownToolCalls },
  ]
  const digest = createHash('sha256').update(`${sender}\n${source}\n`).update(body).digest('hex')
  await database.transaction(async (tx) => {
    if (!(await quality.isNew(tx, organizationId, digest, now))) return
    const byAgent = told.map(({ outcome, ...rest }) => ({ ...rest, kind: kinds[outcome] }))
    await quality.addByAgent(tx, organizationId, day, byAgent)
    await quality.add(tx, organizationId, day, tools)
    if (unknownToolCalls > 0) await quality.trimTools(tx, organizationId, day, keptToolNames)
    if (quarantined.length === 0) return
    await quality.keepQuarantined(tx, organizationId, quarantined.map(asRecord(source)), now)
    await quality.trimQuarantined(tx, organizationId, keptRecords)
  })
}

const kinds = { refused: 'quarantined', changed: 'changed', passed_over: 'passed_over' } as const

function asRecord(source: string) {
  return ({ reason, what }: Quarantined) => ({ source, reason, record: what })
}

import type { WorkGroup, WorkGroupRow, WorkRow } from '@muster/contract/work'
import { compareBytes } from '../../../ground/platform/byte-order.ts'
import { maxNames, otherName } from '../../events/name-bounds.ts'
import { type Counts, largestFirst, plus } from '../counts.ts'
import { foldRare } from './fold-rare.ts'
import { addWork, noWork, shownWork, type WorkSums } from './work-sums.ts'

type WorkByKey = Map<string, WorkSums>
type WorkGroups = Readonly<Record<WorkGroup, WorkByKey>>

export interface WorkRows {
  readonly row: WorkRow
  readonly groups: Readonly<Record<WorkGroup, WorkGroupRow[]>>
}

interface ErrorKinds {
  readonly ofTools: Counts
  readonly ofModels: Counts
}

export function workRows(day: string, groups: WorkGroups, errors: ErrorKinds): WorkRows {
  const total = noWork()
  for (const work of groups.agent.values()) addWork(total, work)
  const rowsOf = (group: WorkGroup) =>
    inOrder(groups[group]).map(([key, work]) => ({ date: day, group_key: key, ...shownWork(work) }))
  return {
    row: {
      date: day,
      ...shownWork(total),
      tool_errors_by_kind: byKind(errors.ofTools),
      model_errors_by_kind: byKind(errors.ofModels),
    },
    groups: {
      agent: rowsOf('agent'),
      team: rowsOf('team'),
      repository: rowsOf('repository'),
      tool: rowsOf('tool'),
    },
  }
}

/** Work has no single measure, so groups are sorted by name. */
function inOrder(groups: WorkByKey): [string, WorkSums][] {
  const byName = [...groups].sort(([a], [b]) => compareBytes(a, b))
  return foldRare(
    byName.sort(([, a], [, b]) => reports(b) - reports(a)),
    noWork,
    addWork,
  ).sort(([a], [b]) => compareBytes(a, b))
}

/** The number of reports of a group. If there are too many groups, those with the most reports are kept. */
function reports(work: WorkSums): number {
  return Object.values(work).reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

function byKind(counts: Counts) {
  const kinds = largestFirst(counts)
  const rest = kinds.slice(maxNames).reduce((sum, [, count]) => plus(sum, count), 0)
  const kept = kinds.slice(0, maxNames).map(([kind, count]) => ({ kind, count }))
  return rest === 0 ? kept : [...kept, { kind: otherName, count: rest }]
}

import type { WorkGroup, WorkGroupRow, WorkRow } from '@muster/contract/work'
import { api } from '../../../app/api.ts'
import type { Range } from '../../../ui/days.ts'
import { useDays } from '../queries.ts'

export function useWork(range: Range | undefined) {
  return useDays('work', range, async ({ from, to }) => {
    return (await api.analytics.work({ startDate: from, endDate: to })).data as WorkRow[]
  })
}

export function useWorkBy(group: WorkGroup, range: Range) {
  return useDays(`work by ${group}`, range, async ({ from, to }) => {
    return (await api.analytics.work({ startDate: from, endDate: to, group_by: group })).data as WorkGroupRow[]
  })
}

import type { CostGroup } from '@muster/contract/costs'
import { endpoints } from '@muster/contract/endpoints'
import { forUser } from '../../answer.ts'
import { preferencesOf, reply, withFormat } from './reply.ts'

export const getCosts = forUser(endpoints.analytics.costs, async ({ principal, query, headers }, { analytics }) => {
  const wanted = withFormat(query, headers)
  const group = query.group_by
  const filters = [query.filter ?? []].flat()
  const answer =
    filters.length > 0
      ? await analytics.costs(principal, { group, filter: filterOf(filters) }, wanted, preferencesOf(headers))
      : await analytics.days(principal, group ? `costs_by_${group}` : 'costs', wanted, preferencesOf(headers))
  return reply(answer, 'costs', wanted)
})

/** Names of one kind are alternatives; different kinds must all be met. */
function filterOf(filters: readonly string[]): Partial<Record<CostGroup, string[]>> {
  const pairs = filters.map((text) => {
    const end = text.indexOf(':')
    return [text.slice(0, end) as CostGroup, text.slice(end + 1)] as const
  })
  const byKind = Map.groupBy(pairs, ([kind]) => kind)
  return Object.fromEntries([...byKind].map(([kind, all]) => [kind, all.map(([, name]) => name)]))
}

import type { OrganizationUser } from '@muster/contract/organization'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export const peopleKey = ['organization', 'users'] as const

/** All members of the organization that the caller may see. */
export function usePeople(isWanted = true): UseQueryResult<OrganizationUser[]> {
  return useQuery({
    queryKey: peopleKey,
    queryFn: () => Array.fromAsync(api.users.list.items({ limit: 100 })),
    enabled: isWanted,
  })
}

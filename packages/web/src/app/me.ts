import type { Me } from '@muster/contract/organization'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from './api.ts'

export const meQuery = { queryKey: ['me'], queryFn: () => api.organization.me(), staleTime: 5 * 60_000 }

/** The signed-in user. Use it only below the shell, which waits for this data. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

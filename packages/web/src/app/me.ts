import type { Me } from '@muster/contract/organization'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from './api.ts'

export const meQuery = { queryKey: ['me'], queryFn: () => api.organization.me(), staleTime: 5 * 60_000 }

/** Who is signed in. Only below the shell, which waits for it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

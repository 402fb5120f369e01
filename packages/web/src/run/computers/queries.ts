import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

export const computersKey = ['computers'] as const

/** How often the state of computers is polled while it is on screen. */
const everyMs = 5000

export function useComputers(isLive = false, isWanted = true) {
  return useQuery({
    queryKey: computersKey,
    queryFn: async () => (await api.computers.list()).computers,
    enabled: isWanted,
    ...(isLive && { refetchInterval: everyMs }),
  })
}

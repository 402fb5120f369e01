import type { RepositoryReadiness } from '@muster/contract/readiness-report'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

/** To find more repositories than this, use the command or the API. */
const mostRepositories = 1000
/** The number of reports of a repository that can be selected and compared. */
const mostReports = 20

export function useRepositories() {
  return useQuery({
    queryKey: ['repositories'],
    queryFn: async () => {
      const found: RepositoryReadiness[] = []
      for await (const repository of api.reports.repositories.items({ limit: 100 })) {
        found.push(repository)
        if (found.length === mostRepositories) break
      }
      return found
    },
  })
}

/** The reports of a repository, the newest first. */
export function useReports(repoId: string) {
  return useQuery({
    queryKey: ['reports', repoId],
    queryFn: async () => (await api.reports.list({ repoId, limit: mostReports })).reports,
  })
}
